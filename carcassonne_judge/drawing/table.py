"""The table, drawn as SVG: its tiles, who stands where, and what a ruling is about.

``draw`` is what commands and reports call. Every segment is a ``use`` element of class ``spot``
that carries ``data-spot`` (``x,y/segment``) and ``data-feature`` (the least spot of its feature);
figures carry ``data-spot`` and ``data-player``. A page lights a feature by those.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple, TypeVar

from carcassonne_judge.board import Board
from carcassonne_judge.drawing.colours import NOBODYS, liveries
from carcassonne_judge.drawing.lines import Point
from carcassonne_judge.drawing.looks import Looks
from carcassonne_judge.drawing.picture import Entry, Picture, document, lain, wide
from carcassonne_judge.drawing.plan import AREA, GROUND, WAY
from carcassonne_judge.drawing.svg import element, escaped, moved, title, words
from carcassonne_judge.drawing.tiles import INK
from carcassonne_judge.geometry import Cell
from carcassonne_judge.locale import say, say_many
from carcassonne_judge.position import (
    NEUTRAL,
    Figure,
    JudgeError,
    PlacedTile,
    Player,
    Spot,
    Token,
)

_TILE: Final = 100
_RIM: Final = 34.0
_CROWD: Final = 2
_SMALLER: Final = 0.76
_TITLE: Final = 34.0
_LEAST_WIDTH: Final = 430.0
_FARTHEST: Final = 4000
"""How many cells apart tiles may lie."""

_LIGHTS: Final = (
    "#c2185b", "#1565c0", "#6a1b9a", "#e65100", "#00695c", "#4e342e", "#283593", "#9e9d24",
)  # fmt: skip
"""The colours in which features are outlined, one after another; their numbers tell them apart."""


_DEPTHS: Final = {GROUND: 0, AREA: 1, WAY: 2}
_LEGAL: Final = "#1565c0"
_ARROW: Final = "M0-9 5.5 6 0 3-5.5 6Z"
_NOTES: Final = 5
"""So many lines are written on a legal cell."""

S = TypeVar("S")


class TooFarApartError(JudgeError):
    """A table that would not fit any picture."""


class Light(NamedTuple):
    """A feature that a ruling is about: its spots, and the number it has in the ruling."""

    spots: frozenset[Spot]
    number: str = ""


class Place(NamedTuple):
    """A cell where a tile may be laid: an arrow for each way of turning it, and words below."""

    cell: Cell
    quarters: tuple[int, ...]
    notes: tuple[str, ...] = ()


class Scene(NamedTuple):
    """What is to be drawn besides the table itself."""

    name: str = ""
    colours: Mapping[Player, str] = {}
    lights: Sequence[Light] = ()
    places: Sequence[Place] = ()
    prefix: str = ""


def spot_id(spot: Spot) -> str:
    """A spot as the picture names it in ``data-spot``: ``0,-1/city``."""
    return f"{spot.cell.x},{spot.cell.y}/{spot.segment}"


Thing = tuple[Spot | None, Figure | tuple[str, int]]
"""Who or what stands somewhere, and on which segment: a figure, or so many of a token."""


class Drawing(NamedTuple):
    """A picture as an SVG document, and how large it is."""

    svg: str
    width: float
    height: float


def draw(board: Board, scene: Scene = Scene()) -> Drawing:  # noqa: B008 -- it never changes
    """The table as one SVG document, which may also stand inside a page.

    Raises:
        TooFarApartError: the tiles lie too far apart for one picture.
    """
    return _Table(board, scene).drawing()


def draw_all(tables: Sequence[tuple[Board, Scene]]) -> Drawing:
    """Several tables, one below the other, each under its title; one alone as it is.

    Their scenes have prefixes of their own.
    """
    drawn = [draw(board, scene) for board, scene in tables]
    if len(drawn) == 1:
        return drawn[0]
    told = []
    y = 0.0
    for (_, scene), drawing in zip(tables, drawn, strict=True):
        inner = drawing.svg.removeprefix("<svg ").rstrip()
        told += [
            words(scene.name, (16.0, y + 20), 15, text_anchor="start", fill=INK,
                  font_weight="bold"),
            f'<svg x="0" y="{y + _TITLE:g}" {inner}',
        ]  # fmt: skip
        y += _TITLE + drawing.height
    width = max(
        *(drawing.width for drawing in drawn), *(wide(scene.name, 15) + 32 for _, scene in tables)
    )
    svg = document(width, y, title(say("The table")), *told)
    return Drawing(svg, width, y)


def draw_series(boards: Sequence[Board], scene: Scene = Scene()) -> Drawing:  # noqa: B008
    """A table as it came to lie, from one board to the next, in one document.

    What lies or stands there only for a while is in a group with ``data-from`` and ``data-until``:
    the numbers of the boards, from nought, from which and until which it does.

    Raises:
        TooFarApartError: the tiles lie too far apart for one picture.
    """
    return _Table(boards[-1], scene).series(boards)


class _Table:
    """The table while it is drawn."""

    def __init__(self, board: Board, scene: Scene) -> None:
        self.board = board
        self.position = board.position
        self.scene = scene
        self.picture = Picture(Looks(board.rules.books), scene.prefix)
        self.liveries = liveries(self.position.players, scene.colours)
        cells = [*self.position.tiles, *(place.cell for place in scene.places)] or [Cell(0, 0)]
        self.left, self.right = min(c.x for c in cells), max(c.x for c in cells)
        self.top, self.bottom = min(c.y for c in cells), max(c.y for c in cells)
        self.columns = self.right - self.left + 1
        self.rows = self.bottom - self.top + 1
        if max(self.columns, self.rows) > _FARTHEST:
            text = say("the tiles lie too far apart to be drawn: {width} × {height} cells")
            raise TooFarApartError(text.format(width=self.columns, height=self.rows))
        self.features: dict[int, str] = {}
        self._numbers: dict[Cell, list[Point]] = {}
        self.width = max(2 * _RIM + _TILE * self.columns, _LEAST_WIDTH)
        self.margin = (self.width - _TILE * self.columns) / 2

    def corner(self, cell: Cell) -> Point:
        """The upper left corner of a cell in the picture."""
        x = self.margin + _TILE * (cell.x - self.left)
        return x, _RIM + _TILE * (cell.y - self.top)

    def drawing(self) -> Drawing:
        """The whole picture."""
        self._rim()
        laid = sorted(self.position.tiles.items(), key=lambda each: each[0][::-1])
        tiles = [self._tile(cell, pile) for cell, pile in laid]
        self.picture.drawn += [ground for ground, _ in tiles]
        for at, light in sorted(enumerate(self.scene.lights), key=self._depth):
            self._light(light, _LIGHTS[at % len(_LIGHTS)])
        self.picture.drawn += [above for _, above in tiles]
        self.picture.drawn += [self._things(*each) for each in self._standing().items()]
        for place in self.scene.places:
            self._place(place)
        for at, light in enumerate(self.scene.lights):
            self._number(light, _LIGHTS[at % len(_LIGHTS)])
        return self._finished()

    def series(self, boards: Sequence[Board]) -> Drawing:
        """The whole picture of several boards."""
        self._rim()
        last, above = self.position, []
        for cell, since, until, pile in _spans([board.position.tiles for board in boards]):
            self.position = boards[since].position
            ground, stands = self._tile(cell, pile)
            self.picture.drawn.append(_during(since, until, ground))
            above.append(_during(since, until, stands))
        self.picture.drawn += above
        for cell, since, until, things in _spans(list(map(self._standing_on, boards))):
            self.position = boards[since].position
            self.picture.drawn.append(_during(since, until, self._things(cell, things)))
        self.position = last
        return self._finished()

    def _standing_on(self, board: Board) -> dict[Cell, list[Thing]]:
        self.position = board.position
        return self._standing()

    def _finished(self) -> Drawing:
        """The picture with what stands below the table."""
        width = self.width
        height = 2 * _RIM + _TILE * self.rows
        height += self._below(height, width) + 10
        name = self.scene.name or say("The table")
        return Drawing(self.picture.told(width, height, name, self._about()), width, height)

    def _about(self) -> str:
        count = len(self.position.tiles)
        tiles = say_many("{count} tile", "{count} tiles", count).format(count=count)
        return escaped(", ".join([tiles, *self.position.players]))

    def _rim(self) -> None:
        """Columns and rows numbered all round, and where north is."""
        near_x = self.margin - _RIM / 2
        far_x = self.width - near_x
        far_y = _RIM * 1.5 + _TILE * self.rows
        numbers = []
        for x in range(self.left, self.right + 1):
            across = self.corner(Cell(x, self.top))[0] + _TILE / 2
            numbers += [words(_number(x), (across, y), 13) for y in (_RIM / 2, far_y)]
        for y in range(self.top, self.bottom + 1):
            down = self.corner(Cell(self.left, y))[1] + _TILE / 2
            numbers += [words(_number(y), (x, down), 13) for x in (near_x, far_x)]
        north = element("path", d="M0-12 5 5 0 2-5 5Z", fill=INK) + words(say("N"), (0.0, 9.5), 9)
        self.picture.drawn += [
            element("g", *numbers, fill="#6b5d4d", class_="rim"),
            element("g", title(say("north")), north, transform=moved((_RIM / 2, _RIM / 2 - 1))),
        ]

    # Tiles ------------------------------------------------------------------------------------

    def _tile(self, cell: Cell, pile: Sequence[PlacedTile]) -> tuple[str, str]:
        """A pile of tiles: the ground of the topmost, and what stands above whatever is lit."""
        placed = pile[-1]
        x, y = self.corner(cell)
        told = []
        for spot in placed.spots:
            name = escaped(spot_id(spot))
            feature = escaped(self._feature(spot))
            told.append(
                (spot.segment, f' class="spot" data-spot="{name}" data-feature="{feature}"')
            )
        turned = f"/{placed.quarters * 90}" if placed.quarters else ""
        ids = ", ".join(each.tile.id for each in pile[::-1])
        label = f"<title>{escaped(ids + turned)} ({cell.x},{cell.y})</title>"
        ground, above = self.picture.tile(placed, (x, y), told)
        if len(pile) > 1:
            above += self._pile(len(pile), x, y)
        return f'<g class="tile" data-cell="{cell.x},{cell.y}">{label}{ground}</g>', above

    def _pile(self, count: int, x: float, y: float) -> str:
        """The rims of the tiles below, and how many lie there."""
        below = element(
            "path", d=f"M{x + 4:g} {y + 103:g}H{x + 103:g}V{y + 4:g}", fill="none", stroke=INK,
            stroke_width=4,
        )  # fmt: skip
        badge = element("rect", x=-12, y=-8, width=24, height=16, rx=4, fill="#fffdf5", stroke=INK)
        badge += words(f"×{count}", (0.0, 0.0), 11)
        return below + element("g", badge, transform=moved((x + 86, y + 90)))

    def _feature(self, spot: Spot) -> str:
        region = self.board.regions.get(spot)
        if region is None:
            return spot_id(spot)
        known = self.features.get(id(region))
        if known is None:
            known = self.features[id(region)] = spot_id(min(region.spots))
        return known

    # Figures and tokens -----------------------------------------------------------------------

    def _standing(self) -> dict[Cell, list[Thing]]:
        """What stands on each cell, and on which spot: figures, and tokens with their number."""
        found: dict[Cell, list[Thing]] = {}
        lying: Counter[tuple[Cell | Spot, str]] = Counter()
        for token in self.position.tokens:
            if token.at is not None:
                lying[self._stands(token, token.at), token.kind] += max(token.value, 1)
        for (at, kind), count in lying.items():
            spot = at if isinstance(at, Spot) else None
            cell = at.cell if isinstance(at, Spot) else at
            if cell in self.position.tiles:
                found.setdefault(cell, []).append((spot, (kind, count)))
        for figure in self.position.figures:
            if figure.at is not None and figure.at.cell in self.position.tiles:
                found.setdefault(figure.at.cell, []).append((figure.at, figure))
        return found

    def _stands(self, token: Token, at: Cell | Spot) -> Cell | Spot:
        """Where a token stands: on the feature of its kind, where a cell has one."""
        pile = self.position.tiles.get(at) if isinstance(at, Cell) else None
        kind = self.picture.looks.token(token.kind).on
        found = [spot for spot, own in pile[-1].spots.items() if own.kind == kind] if pile else []
        return found[0] if found else at

    def _things(self, cell: Cell, things: Sequence[Thing]) -> str:
        """Who and what stands on a cell."""
        placed = self.position.tiles[cell][-1]
        face = self.picture.face(placed)
        corner = self.corner(cell)
        taken = list(face.taken)
        drawn = ""
        for spot, thing in things:
            name = spot.segment if spot else ""
            if spot and name in face.plan.segments:
                avoided = [] if name in face.plan.buildings else taken
                near = avoided or [p for p in taken if p not in face.taken]
                where = face.plan.places(name, 1, near)[0]
                if name in face.plan.buildings:
                    where = face.plan.buildings[name]
                    if isinstance(thing, Figure) or not self.picture.looks.token(thing[0]).on:
                        where = _free(where, near)
            else:
                where = face.plan.anywhere(taken)
            taken.append(where)
            at = self.picture.on(placed, where, corner)
            drawn += (
                self._figure(thing, at) if isinstance(thing, Figure) else self._token(thing, at)
            )
        return drawn

    def _token(self, counted: tuple[str, int], at: Point) -> str:
        kind, count = counted
        name = title(self.picture.looks.token_word(kind))
        drawn = self.picture.token(kind, at, count)
        return element("g", name, drawn, class_="token", data_token=kind)

    def _figure(self, figure: Figure, at: Point) -> str:
        livery = self.liveries.get(figure.owner, NOBODYS)
        kind = self.board.kind_at(figure.at)
        on_ground = self.picture.looks.shapes.get(kind) == GROUND
        lying = on_ground and figure.kind in self.board.rules.followers
        word = self.picture.looks.figure_word(figure.kind)
        return self.picture.figure(
            figure.kind, livery, at, lying=lying, scale=self._scale(figure),
            title=f"{figure.owner}: {word}",
            player=figure.owner, spot=spot_id(figure.at) if figure.at else "",
        )  # fmt: skip

    def _scale(self, figure: Figure) -> float:
        """How large a figure is drawn: smaller in a crowd."""
        crowd = len(self.position.figures.standing.get(figure.at, ())) if figure.at else 1
        return 1.0 if crowd <= _CROWD else _SMALLER

    # What a ruling is about -------------------------------------------------------------------

    def _light(self, light: Light, colour: str) -> None:
        drawn = []
        for spot in sorted(light.spots):
            pile = self.position.tiles.get(spot.cell)
            if not pile or spot.segment not in pile[-1].named:
                continue
            placed = pile[-1]
            name = self.picture.lit(self.picture.face(placed), spot.segment)
            drawn.append(
                f'<use href="#{name}" transform="{lain(placed, self.corner(spot.cell))}"/>'
            )
        self.picture.drawn.append(
            element("g", *drawn, class_="light", data_number=light.number or None,
                    fill=self.picture.dots(colour), stroke=colour, stroke_width=3.4,
                    stroke_linejoin="round")
        )  # fmt: skip

    def _depth(self, numbered: tuple[int, Light]) -> int:
        """How far up a feature is lit: fields below areas, those below ways and buildings."""
        kind = self.board.kind_at(min(numbered[1].spots, default=None))
        return _DEPTHS.get(self.picture.looks.shapes.get(kind, ""), len(_DEPTHS))

    def _number(self, light: Light, colour: str) -> None:
        if not light.number:
            return
        spots = [s for s in sorted(light.spots) if s.cell in self.position.tiles]
        if not spots:
            return
        stood = {figure.at for figure in self.position.figures}
        spot = next((s for s in spots if s not in stood), spots[0])
        placed = self.position.tiles[spot.cell][-1]
        face = self.picture.face(placed)
        if spot.segment not in face.plan.segments:
            return
        taken = [*face.taken, *self._numbers.get(spot.cell, ())]
        (where,) = face.plan.places(spot.segment, 1, taken, 13.0)
        if spot in stood:
            where = where[0] + 13, where[1] - 13
        self._numbers.setdefault(spot.cell, []).append(where)
        at = self.picture.on(placed, where, self.corner(spot.cell))
        drawn = element("circle", r=9.5, fill="#ffffff", stroke=colour, stroke_width=2.4)
        drawn += words(light.number, (0.0, 0.0), 11, fill=colour, font_weight="bold")
        self.picture.drawn.append(element("g", drawn, class_="number", transform=moved(at)))

    def _place(self, place: Place) -> None:
        """A cell where a tile may be laid."""
        x, y = self.corner(place.cell)
        drawn = [
            element(
                "rect", x=x + 3, y=y + 3, width=94, height=94, rx=7, fill="#ffffff",
                fill_opacity="0.72", stroke=_LEGAL, stroke_width=2, stroke_dasharray="6 4",
            )
        ]  # fmt: skip
        step = 92 / max(len(place.quarters), 1)
        for at, quarters in enumerate(place.quarters):
            across = x + 4 + step * (at + 0.5)
            arrow = element("path", d=_ARROW, fill=_LEGAL, transform=f"rotate({quarters * 90})")
            drawn.append(element("g", arrow, transform=moved((across, y + 18))))
            drawn.append(words(f"{quarters * 90}°", (across, y + 34), 8.5, fill=INK))
        lines = [line for note in place.notes for line in _lines(note)]
        for at, line in enumerate(lines[:_NOTES]):
            text = line if at < _NOTES - 1 or len(lines) == _NOTES else "…"
            drawn.append(words(text, (x + 50, y + 48 + 10.5 * at), 8.6, fill=INK))
        self.picture.drawn.append(
            element("g", *drawn, class_="place", data_cell=f"{place.cell.x},{place.cell.y}")
        )

    # Below ------------------------------------------------------------------------------------

    def _below(self, top: float, width: float) -> float:
        """Players and legend; how high they are."""
        left, room = 16.0, width - 32
        high = self.picture.flow(self._players(), (left, top), room)
        hand = list(self._hand())
        if hand:
            high += self.picture.flow(hand, (left, top + high + 6), room) + 34
        return high + self.picture.flow(self.picture.legend(), (left, top + high), room)

    def _hand(self) -> Iterable[Entry]:
        """The tile to be placed, as it lies where it is not turned."""
        if self.scene.places and self.position.hand is not None:
            tile = self.position.hand
            drawn = self.picture.tile(PlacedTile(tile, Cell(0, 0)), (0.0, 0.0))
            sample = element("g", *drawn, transform=moved((-36.0, -14.0), 0.5))
            arrow = element("path", d=_ARROW, fill=_LEGAL)
            told = sample + element("g", arrow, transform=moved((26.0, 0.0)))
            text = say("{tile}, and where its north is").format(tile=tile.id)
            yield Entry(told, text, 80.0)

    def _players(self) -> Iterable[Entry]:
        for player in self.position.players:
            points = self.position.scores.get(player, 0)
            text = player
            if any(self.position.scores.values()):
                text += ": " + say_many("{points} point", "{points} points", points).format(
                    points=points
                )
            held = self._held(player)
            if held:
                text += f" ({', '.join(held)})"
            if player == self.position.turn and self.position.hand is not None:
                text += " · " + say("to play: {tile}").format(tile=self.position.hand.id)
            yield Entry(self.picture.figure("follower", self.liveries[player], (0.0, 0.0)), text)

    def _held(self, player: Player) -> list[str]:
        """What a player has before him: tokens, and figures that he holds."""
        looks = self.picture.looks
        tokens: Counter[str] = Counter()
        for token in self.position.tokens:
            if token.at is None and token.owner == player:
                tokens[token.kind] += max(token.value, 1)
        held = Counter((f.kind, f.owner) for f in self.position.figures if f.held_by == player)
        found = [f"{count} × {looks.token_word(kind)}" for kind, count in tokens.items()]
        for (kind, owner), count in held.items():
            whose = "" if owner == NEUTRAL else f" {owner}"
            found.append(f"{count} × {looks.figure_word(kind)}{whose}")
        return found


def _during(since: int, until: int | None, drawn: str) -> str:
    """Something drawn that is there from one board until another; for good where none is named."""
    there = {"data_from": str(since), "data_until": None if until is None else str(until)}
    return element("g", drawn, **there)


def _spans(states: Sequence[Mapping[Cell, S]]) -> Iterator[tuple[Cell, int, int | None, S]]:
    """What was how on each cell, from which of some states and until which; none where it lasts."""
    now: dict[Cell, tuple[int, S]] = {}
    for number, state in enumerate(states):
        for cell in [each for each, (_, was) in now.items() if state.get(each) != was]:
            since, was = now.pop(cell)
            yield cell, since, number, was
        for cell, new in state.items():
            now.setdefault(cell, (number, new))
    for cell, (since, was) in now.items():
        yield cell, since, None, was


def _lines(note: str, room: float = 90.0) -> list[str]:
    """A note in lines that fit on a cell."""
    found = [""]
    for word in note.split():
        longer = f"{found[-1]} {word}".strip()
        if found[-1] and wide(longer, 8.6) > room:
            found.append(word)
        else:
            found[-1] = longer
    return found


def _free(at: Point, taken: Sequence[Point]) -> Point:
    """A place at a building where nothing stands yet."""
    steps = ((9.0, 6.0), (-12.0, 6.0), (0.0, -15.0), (0.0, 22.0), (26.0, -8.0), (-26.0, -8.0))
    number = sum(abs(p[0] - at[0]) < 24 and abs(p[1] - at[1]) < 24 for p in taken)  # noqa: PLR2004
    step = steps[number % len(steps)]
    return at[0] + step[0], at[1] + step[1]


def _number(value: int) -> str:
    return str(value).replace("-", "−")
