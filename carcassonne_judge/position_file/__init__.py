"""Position YAML ⇄ cases: a position, the moves to rule on, and what is expected."""

from __future__ import annotations

from collections.abc import Mapping

from carcassonne_judge.locale import phrase, say
from carcassonne_judge.position import Player, Position, Tile
from carcassonne_judge.position_file.boxes import rules_of
from carcassonne_judge.position_file.cases import (
    Case,
    Expectation,
    LineText,
    Phrase,
    Place,
    WrittenMove,
)
from carcassonne_judge.position_file.parts import halfway
from carcassonne_judge.position_file.play import Play
from carcassonne_judge.position_file.shapes import Shapes
from carcassonne_judge.position_file.source import (
    STDIN,
    Entries,
    Fault,
    FaultsError,
    Items,
    Node,
    Source,
    Text,
    load,
    parse,
)
from carcassonne_judge.position_file.table import Table
from carcassonne_judge.position_file.writer import write
from carcassonne_judge.position_keys import TOP_LEVEL, TurnEntry, schema

__all__ = [
    "STDIN",
    "Case",
    "Expectation",
    "Fault",
    "FaultsError",
    "LineText",
    "Phrase",
    "Place",
    "WrittenMove",
    "read",
    "read_text",
    "schema",
    "write",
]


def read(path: str, readings: Mapping[str, str] | None = None) -> tuple[Case, ...]:
    """The cases in a file, or on the standard input for ``-``, under some readings of one's own.

    Raises:
        FaultsError: all that is wrong with it.
    """
    return read_text(load(path), path, readings)


def read_text(
    text: str, source: str = "position", readings: Mapping[str, str] | None = None
) -> tuple[Case, ...]:
    """The cases in the text of a position file.

    Raises:
        FaultsError: all that is wrong with it.
    """
    document = parse(text, source)
    root = document.root
    faults: list[Fault] = []
    nodes = root.items if isinstance(root, Items) else [root]
    if not nodes:
        what = say("the list is empty; write a position in it")
        faults.append(Fault(source, root.line, root.column, what))
    cases = [_case(document, node, readings or {}, faults) for node in nodes]
    if faults:
        raise FaultsError(faults)
    return tuple(case for case in cases if case)


def _case(
    document: Source, node: Node, given: Mapping[str, str], faults: list[Fault]
) -> Case | None:
    """One case of a file; what is wrong with it is added to the faults."""
    shapes = Shapes(document.name)
    keys = shapes.known(node, TOP_LEVEL)
    rules = rules_of(shapes, keys.get("boxes"), keys.get("readings"), given) if keys else None
    if rules is None:
        faults += shapes.faults
        if isinstance(node, Entries) and not keys:
            what = say("nothing is in it; write a position, as tiles: [{tile: D, at: [0, 0]}]")
            faults.append(Fault(document.name, node.line, node.column, what))
        return None
    table = Table(document, rules, shapes.faults)
    table.read(keys)
    position = _position(table, keys)
    play = Play(table)
    case = Case(
        source=document.name,
        line=node.line,
        title=_title(table, keys.get("title")),
        rules=rules,
        tiles=table.tiles,
        position=position,
        written=tuple(play.moves(keys.get("play"))),
        end=table.truth(keys.get("end")),
        judge=_judged(table, keys.get("judge")),
        expect=play.expected(keys.get("expect")),
        colours=table.colours,
        given=given,
        places=table.places,
    )
    faults += table.faults
    return case


def _title(table: Table, node: Node | None) -> Mapping[str, str]:
    """The title by language; under no language where there is but one."""
    if isinstance(node, Entries):
        titles = {key: table.text(each, phrase("a title")) for key, each in node.items.items()}
        return {key: title.value for key, title in titles.items() if title}
    title = table.text(node, phrase("a title")) if node else None
    return {"": title.value} if title else {}


def _judged(table: Table, node: Node | None) -> Phrase | None:
    text = table.text(node, phrase("a feature, as 'city at 0 1'")) if node else None
    return table.phrase(text) if text else None


def _position(table: Table, keys: Mapping[str, Node]) -> Position:
    turn, hand = _turn(table, keys.get("turn"))
    under_way = halfway(table, keys)
    return Position(
        tiles=table.lying,
        figures=table.all_figures,
        tokens=table.tokens,
        players=table.players,
        scores=table.scores,
        turn=turn,
        hand=hand,
        done=under_way.done,
        closed=under_way.closed,
        owed=under_way.owed,
        discarded=under_way.discarded,
    )


def _turn(table: Table, node: Node | None) -> tuple[Player, Tile | None]:
    """Whose turn it is, the first player's if nobody says, and the tile in hand."""
    first = table.players[0] if table.players else ""
    turn = table.entry(node, TurnEntry) if node else None
    if turn is None or not isinstance(node, Entries):
        return first, None
    player, tile = node.items.get("player"), node.items.get("tile")
    who = table.player(player) if isinstance(player, Text) else first
    return who, table.tile(tile) if tile else None
