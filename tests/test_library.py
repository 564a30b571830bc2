"""What the boxes hold together."""

from __future__ import annotations

from carcassonne_judge.library import box_ids, find, rule_set

FAN_BOXES = (
    "serranos",
    "gaudi",
    "plaza",
    "argueso",
    "alcazar",
    "mezquita",
    "italica",
    "horta",
    "fiesta",
)


def test_a_game_with_everything_has_so_many_tiles() -> None:
    """72 of the base game, 12 of the eight fan boxes, 10 of the Festival; or two fewer."""
    totals = rule_set(FAN_BOXES).tile_total
    assert sum(tiles for tiles, _ in totals.values()) == 94
    fewer = rule_set(FAN_BOXES, {"base.tiles": "70"}).tile_total
    assert sum(tiles for tiles, _ in fewer.values()) == 92
    assert totals["base"][1] is not None


def test_in_the_plaza_a_player_has_one_follower_less() -> None:
    assert rule_set(["plaza"]).figures["follower"].count == 6
    assert rule_set().figures["follower"].count == 7


def test_what_is_marked_on_a_feature_has_words() -> None:
    """Else it is told in the words of the data, which are English: "wine" where "vino" is meant."""
    base = find()["base"].units
    for book in find(box_ids()).values():
        faces = (sheet.tile for sheet in book.tiles.values())
        marks = {mark for face in faces for segment in face.segments for mark in segment.marks}
        words = base.keys() | book.units.keys() | book.tokens.keys()
        unspoken = {mark for mark in marks if not words & {mark, mark.removesuffix("s")}}
        assert not unspoken, book.box
