"""Processor time of a call or of a whole command, many times over and in turns."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple


class Cost(NamedTuple):
    """The processor time of one run (user and system, in seconds), and its most memory (in MiB)."""

    seconds: float
    mebibytes: float = 0.0


def of_call(call: Callable[[], object]) -> Cost:
    """What one call costs in this process, once what others left behind is cleared away."""
    gc.collect()
    before = time.process_time()
    call()
    return Cost(time.process_time() - before)


def of_command(arguments: Sequence[str], folder: Path) -> Cost:
    """What a command costs as a process of its own, in a folder: as installed, not as it lies here.

    Raises:
        ChildProcessError: it failed.
    """
    with subprocess.Popen(  # noqa: S603 -- only our own commands
        [sys.executable, *arguments],
        cwd=folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as process:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise ChildProcessError(f"{' '.join(arguments)} ended with {process.returncode}")
    return Cost(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def in_turns(rounds: int, *runs: Callable[[], Cost]) -> list[Cost]:
    """Run several things in turns, so that all meet the same machine; the least cost of each."""
    costs = [[run() for run in runs] for _ in range(rounds)]
    return [min(each) for each in zip(*costs, strict=True)]
