"""``python -m carcassonne_judge``, and the console script, are the command line."""

from __future__ import annotations

import gc

_OBJECTS = 500_000


def run() -> None:
    """Run one command.

    It is over before there is much to clear away: looking for garbage after every 700 objects, as
    Python does by itself, would take a tenth of its time.
    """
    gc.set_threshold(_OBJECTS)
    from carcassonne_judge.cli import main  # noqa: PLC0415 -- its imports are most of a short run

    main()


if __name__ == "__main__":
    run()
