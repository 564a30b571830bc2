"""``python -m carcassonne_judge`` is the command line."""

from __future__ import annotations

import sys

from carcassonne_judge.cli import main

if __name__ == "__main__":
    sys.exit(main())
