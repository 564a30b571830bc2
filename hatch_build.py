"""Compiles the catalogues and the rulebooks' data for the wheel, where they are read faster."""

from __future__ import annotations

import importlib.util
import json
import tempfile
from pathlib import Path
from types import ModuleType
from typing import Any

import yaml
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PACKAGE = "carcassonne_judge"


class CompiledData(BuildHookInterface[Any]):
    """Puts ``.mo`` beside each ``.po``, ``.json`` beside each box's ``.yaml``, in the wheel only.

    A checkout, and an editable install of one, read the sources themselves.
    """

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile everything before the wheel is put together."""
        if version == "editable":
            return
        root = Path(self.root)
        # The folder is kept on the object: it has to be there until the wheel is written.
        self.made = tempfile.TemporaryDirectory()
        for name, data in compiled_files(root).items():
            path = Path(self.made.name) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
            build_data["force_include"][str(path)] = name

    def finalize(self, version: str, _build_data: dict[str, Any], _artifact_path: str) -> None:
        """Clear up once the wheel is written."""
        if version != "editable":
            self.made.cleanup()


def compiled_files(root: Path) -> dict[str, bytes]:
    """What the wheel holds besides the sources, by path."""
    locale = _module(root / PACKAGE / "locale" / "__init__.py")
    found = {
        catalogue.with_suffix(".mo"): locale.compiled(catalogue.read_text(encoding="utf-8"))
        for catalogue in (root / PACKAGE / "locale").glob("*/LC_MESSAGES/*.po")
    }
    for data in (root / PACKAGE / "rulebooks").glob("*/*.yaml"):
        text = data.read_text(encoding="utf-8")
        read = yaml.load(text, Loader=yaml.BaseLoader)  # noqa: S506 -- it makes only text
        found[data.with_suffix(".json")] = json.dumps(read, ensure_ascii=False).encode()
    return {path.relative_to(root).as_posix(): made for path, made in found.items()}


def _module(path: Path) -> ModuleType:
    """The module of one file, without importing the package round it."""
    spec = importlib.util.spec_from_file_location("catalogues", path)
    if spec is None or spec.loader is None:
        raise ImportError(path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
