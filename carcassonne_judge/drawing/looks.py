"""How the things of some boxes look and what they are called, as the boxes themselves say."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, TypeVar

from carcassonne_judge.drawing.plan import AREA, BUILDING, Shapes
from carcassonne_judge.locale import language
from carcassonne_judge.position import Kind
from carcassonne_judge.rules import Look, Rulebook, Word, figures_of

T = TypeVar("T")

NO_PICTURE: Final = "none"
"""The picture of a mark that something else on the tile shows."""

_COLOURS: Final = {AREA: "#d8d0c0", "way": "#fbf7ea", "ground": "#b5d67c", BUILDING: "#efe6d2"}


class Looks:
    """How everything looks that some boxes hold."""

    def __init__(self, books: Iterable[Rulebook]) -> None:
        shelf = tuple(books)
        self._books = shelf
        said = [book.looks() for book in shelf]
        self._kinds = _together(each.get("kinds", {}) for each in said)
        self._marks = _together(each.get("marks", {}) for each in said)
        self._tokens = _together(each.get("tokens", {}) for each in said)
        self._figures = _together(each.get("figures", {}) for each in said)
        self.shapes: Shapes = {kind: look.shape for kind, look in self._kinds.items() if look.shape}
        self._kind_words = _together(book.kinds for book in shelf)
        self._token_words = _together(book.tokens for book in shelf)
        self._units = _together(book.units for book in shelf)
        self._figure_kinds = figures_of(shelf)

    def kind(self, kind: Kind) -> Look:
        """How a kind of feature is drawn."""
        return self._kinds.get(kind) or Look(letters=badge(self.kind_word(kind)))

    def mark(self, mark: str) -> Look:
        """How a mark is drawn."""
        return self._marks.get(mark) or Look(letters=badge(self.mark_word(mark)))

    def token(self, token: str) -> Look:
        """How a token is drawn."""
        return self._tokens.get(token) or Look(letters=badge(self.token_word(token)))

    def figure(self, kind: str) -> Look:
        """How a figure is drawn."""
        return self._figures.get(kind) or Look(
            picture="meeple", letters=badge(self.figure_word(kind))
        )

    def colour(self, kind: Kind, shape: str) -> str:
        """The colour of a kind of feature."""
        return self.kind(kind).colour or _COLOURS[shape]

    def order(self, kind: Kind) -> int:
        """The place of a kind of feature among all of them, as the boxes name them."""
        return [*self._kind_words, kind].index(kind)

    def kind_word(self, kind: Kind) -> str:
        """What a kind of feature is called."""
        return _said(self._kind_words.get(kind), kind)

    def mark_word(self, mark: str) -> str:
        """What a mark is called."""
        look = self._marks.get(mark)
        word = look.word if look and look.word else None
        for words in (self._units, self._token_words, self._kind_words):
            word = word or words.get(mark) or words.get(mark.removesuffix("s"))
        return _said(word, mark)

    def token_word(self, token: str) -> str:
        """What a token is called."""
        return _said(self._token_words.get(token), token)

    def figure_word(self, kind: str) -> str:
        """What a figure is called."""
        about = self._figure_kinds.get(kind)
        return _said(about.word if about else None, kind)


def badge(text: str) -> str:
    """The letters that stand for a thing that nobody has drawn a picture of."""
    parts = text.replace("-", " ").split()
    return "".join(part[0] for part in parts[:2]).upper() if len(parts) > 1 else text[:2].title()


def _together(said: Iterable[Mapping[str, T]]) -> dict[str, T]:
    found: dict[str, T] = {}
    for each in said:
        found.update(each)
    return found


def _said(word: Word | None, otherwise: str) -> str:
    return word.one.get(language(), otherwise) if word else otherwise
