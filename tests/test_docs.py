"""The pages that are made of data are current, and no sentence of the documents is lost."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from carcassonne_judge import library
from carcassonne_judge.rules import Clause
from docs import generate

SAID = generate.documents()
KNOWN = generate.clauses()
NAMED = {name for _, _, ids in generate.sentences(SAID) for name in ids}
OF_THE_DOCUMENTS = (
    "base", "serranos", "gaudi", "plaza", "argueso", "alcazar", "mezquita", "italica", "horta",
    "fiesta",
)  # fmt: skip


def documents_of(clause: Clause) -> set[str]:
    """The documents that a clause names among its sources."""
    return {number for text in clause.source for number in re.findall(r"\(document (\d+)\)", text)}


def is_a_ruling(clause: Clause) -> bool:
    """Whether it fills a gap in a document and is no sentence of it."""
    return any(re.search(r"\brul(ing|ed)\b", text) for text in clause.source)


@pytest.mark.parametrize(
    ("path", "text"), generate.pages().items(), ids=[path.name for path in generate.pages()]
)
def test_the_page_is_current_else_run_python_docs_generate_py(path: Path, text: str) -> None:
    assert path.read_text(encoding="utf-8") == text


def test_every_sentence_is_stated_by_a_clause() -> None:
    assert list(SAID) == ["000", "003", "004"]
    assert all(ids for _, _, ids in generate.sentences(SAID))
    lines = [(document, line) for document, line, _ in generate.sentences(SAID)]
    assert len(set(lines)) == len(lines)
    assert all(re.fullmatch(r"\d+(\.\d)?", line) for _, line in lines)


def test_the_clauses_named_are_of_the_boxes_and_exist() -> None:
    assert {name.partition("/")[0] for name in NAMED} == set(OF_THE_DOCUMENTS)
    assert generate.unknown(SAID, KNOWN) == []


def test_a_clause_that_its_box_does_not_have_is_noticed() -> None:
    said = {"000": {"sections": {"a": {"1": ["base/majority", "base/nothing", "nobox/a"]}}}}
    assert generate.unknown(said, KNOWN) == ["base/nothing"]


def test_a_clause_names_the_document_whose_sentence_it_states() -> None:
    for document, line, ids in generate.sentences(SAID):
        for name in ids:
            if name in KNOWN:
                assert document in documents_of(KNOWN[name]), f"{name}, line {line}"


@pytest.mark.parametrize("box", [box for box in library.box_ids() if box in OF_THE_DOCUMENTS])
def test_every_clause_that_comes_from_a_document_has_its_sentence(box: str) -> None:
    lost = [
        clause.id
        for clause in library.contents_of(box).clauses.values()
        if documents_of(clause) and not is_a_ruling(clause) and clause.id not in NAMED
    ]
    assert lost == []


def test_every_clause_that_holds_a_rule_is_tried_by_a_scenario() -> None:
    tried = generate.tried_in(KNOWN)
    rules = [name for name in NAMED & KNOWN.keys() if KNOWN[name].phase != "info"]
    assert [name for name in rules if tried[name] == "none"] == []
