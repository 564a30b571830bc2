"""Reads who plays, and the names in a position file: of players, clauses and figures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from carcassonne_judge.locale import phrase, say
from carcassonne_judge.phrases import PhraseError, read_figure_kind
from carcassonne_judge.position import NEUTRAL, Player
from carcassonne_judge.position_file.cases import Place, maybe, nearest
from carcassonne_judge.position_file.shapes import Shapes
from carcassonne_judge.position_file.source import Entries, Fault, Node, Text
from carcassonne_judge.position_keys import PlayerEntry
from carcassonne_judge.rules import RuleSet


class Names(Shapes):
    """Who plays and by what rules, as a file has it; what is wrong with it is gathered."""

    def __init__(self, source: str, rules: RuleSet, faults: Iterable[Fault] = ()) -> None:
        super().__init__(source)
        self.faults += faults
        self.rules = rules
        self.players: tuple[Player, ...] = ()
        self.places: dict[object, Place] = {}
        self.supply: dict[tuple[Player, str], int] = {}
        self.scores: dict[Player, int] = {}
        self.colours: dict[Player, str] = {}

    def player(self, node: Text) -> Player:
        """A player who is named in a file; whom nobody named is a fault."""
        name = self.name(node)
        if name not in self.players and not (name == NEUTRAL and self.has_neutral):
            near = nearest(name, self.players)
            known = say("name players")
            if self.players:
                known = say("the players are {players}").format(players=", ".join(self.players))
            text = say("there is no player '{name}'; {remedy}")
            self.fault(node, text.format(name=name, remedy=maybe(near) or known))
        return name

    @property
    def has_neutral(self) -> bool:
        """Whether there are figures in play that belong to nobody."""
        return any(about.neutral for about in self.rules.figures.values())

    def clause(self, node: Node, name: str) -> str:
        """The id of a clause of the boxes in play; another is a fault."""
        if name not in self.rules.clauses:
            box, _, key = name.rpartition("/")
            near = nearest(key, tuple(each.rpartition("/")[2] for each in self.rules.clauses))
            meant = next((each for each in self.rules.clauses if each == f"{box}/{near}"), "")
            remedy = maybe(meant) or say("carcassonne-judge rules lists them")
            text = say("no clause '{name}' in the boxes in play; {remedy}")
            self.fault(node, text.format(name=name, remedy=remedy))
        return name

    def read_players(self, node: Node | None) -> None:
        """Who plays, in the order of turns, and what each has."""
        found: dict[Player, Node] = {}
        entries = isinstance(node, Entries)
        for key, about in self.map(node, "players: [A, B]") if entries else ():
            found[self._new_player(key, found)] = about
        for item in () if entries else self.list(node, "players: [A, B]"):
            name = self.text(item, phrase("the name of a player")) or (
                item if isinstance(item, Text) else None
            )
            if name:
                found[self._new_player(name, found)] = name
        self.players = tuple(found)
        self.scores = dict.fromkeys(found, 0)
        for player, about in found.items() if entries else ():
            if isinstance(about, Text) and not about.value:
                continue
            self._read_player(player, about)

    def _new_player(self, node: Text, known: Mapping[Player, Node]) -> Player:
        if node.value in known:
            text = say("the player '{name}' again; each is named once")
            self.fault(node, text.format(name=node.value))
        if node.value == NEUTRAL and self.has_neutral:
            text = say("'{name}' are the figures of nobody; give the player another name")
            self.fault(node, text.format(name=NEUTRAL))
        self.places[node.value] = Place(node.line, node.column)
        return self.name(node) if node.value.strip() else node.value

    def _read_player(self, player: Player, node: Node) -> None:
        about = self.entry(node, PlayerEntry)
        if about is None or not isinstance(node, Entries):
            return
        self.scores[player] = about.score
        if about.colour:
            self.colours[player] = about.colour
        supply = node.items.get("supply")
        for key, _ in self.map(supply, "supply: {follower: 3}"):
            try:
                kind = read_figure_kind(key.value, self.rules)
            except PhraseError as error:
                self.fault(key, error)
                continue
            count = about.supply[key.value]
            if count < 0:
                text = say("{count} of them; a player has none or more at hand")
                self.fault(key, text.format(count=count))
            self.supply[player, kind] = max(count, 0)
