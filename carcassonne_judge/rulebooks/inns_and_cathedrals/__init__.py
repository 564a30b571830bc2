"""Inns & Cathedrals: what is at stake on roads and in cities, and a follower who counts twice."""

from __future__ import annotations

from typing import Final

BIG_FOLLOWER: Final = "big-follower"
INN: Final = "inn"
CATHEDRAL: Final = "cathedral"
