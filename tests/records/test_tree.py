"""Trees: reading, changing and writing records with variations."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given

from tafelrunde.games.errors import IllegalMove, InvalidNotation
from tafelrunde.records.comments import Arrow, Evaluation, commands, words
from tafelrunde.records.record import CLOSE, MAX_DEPTH, MAX_MOVES, OPEN, Record, RecordError, Token, read_record
from tafelrunde.records.replay import replay
from tafelrunde.records.tree import Node, Tree, read_tree
from tests.records.growing import grown
from tests.strategies import SEEDS, PlayedMatch, fewer, matches

HEAD = """[Game "tokan"]
[Notation "2"]
[Start "J,J,m,l,L,J/j,j,M,L,J,j/l,J,m,j,L,j/L,M,m,M,j,l/l,J,l,L,j,J b -"]

"""
BODY = "{Now} d3d1! {good} ({or} d3f3?! b2a2 (b2b1 {so}) b4d4 $40) (d3b3) b2c2 c3b3"
PLAIN = HEAD.replace('[Notation "2"]\n', "")


def tree_of(body: str) -> Tree:
    return read_tree(read_record(HEAD + body))


def shape(node: Node) -> dict[str, Any]:
    return {str(child.move): shape(child) for child in node.variations}


@pytest.fixture
def tree() -> Tree:
    return tree_of(BODY)


class TestReading:
    def test_alternatives_stand_beside_the_move_they_follow(self, tree: Tree) -> None:
        assert shape(tree.root) == {
            "d3d1": {"b2c2": {"c3b3": {}}},
            "d3f3": {"b2a2": {"b4d4": {}}, "b2b1": {}},
            "d3b3": {},
        }
        assert [str(node.move) for node in tree.main_line()] == ["d3d1", "b2c2", "c3b3"]

    def test_comments_and_glyphs_belong_to_their_moves(self, tree: Tree) -> None:
        first, second, _ = tree.root.variations
        assert (tree.root.comment, first.comment, first.glyphs) == ("Now", "good", {1})
        assert (second.starting_comment, second.comment, second.glyphs) == ("or", "", {6})
        assert second.variations[1].comment == "so"
        assert second.end().glyphs == {40}

    def test_a_node_prints_as_its_move(self, tree: Tree) -> None:
        assert (repr(tree.root), repr(tree.root.end())) == ("<Node at the start>", "<Node 3 c3b3>")

    def test_what_follows_a_variation_goes_on_with_the_line_it_left(self) -> None:
        tree = tree_of("d3d1 (d3f3) {after all} $7 b2c2")
        assert (tree.root.variations[0].comment, tree.root.variations[0].glyphs) == ("after all", {7})
        assert shape(tree.root) == {"d3d1": {"b2c2": {}}, "d3f3": {}}

    def test_every_node_knows_its_table_and_its_way(self, tree: Tree) -> None:
        for node in tree.root.all_nodes():
            table = tree.root.table
            for step in node.path()[1:]:
                table = table.play(step.move)
            assert node.table == table
            assert node.root is tree.root
            assert node.ply == len(node.path()) - 1
        assert [node.is_main_line for node in tree.root.variations] == [True, False, False]
        assert tree.root.end().is_main_line

    def test_a_record_of_notation_1_is_a_tree_with_one_line(self) -> None:
        record = read_record(PLAIN + "1. d3d1 {a} b2c2 2. c3b3 {b} {c}")
        tree = read_tree(record)
        assert [node.comment for node in tree.main_line()] == ["a", "", "b c"]
        assert str(tree) == PLAIN + "d3d1 {a} b2c2 c3b3 {b c}\n"

    @pytest.mark.parametrize(
        ("body", "move", "reason"),
        [
            ("d3d1 (d3e3 b2b9)", 2, "a move reads like c3f3 or b2b4+1, a placing like L@-2,3"),
            ("d3d1 b2c2 (d2d1)", 2, "the tower on d1 was moved to just now and is taboo"),
            ("d3d1 (d3d1)", 1, "this move stands here already"),
            ("d3d1 (d3f3 (d3b3)) (d3b3)", 1, "this move stands here already"),
            ("d3d1 (d3f3 (d3d1))", 1, "this move stands here already"),
        ],
    )
    def test_a_variation_keeps_the_rules_too(self, body: str, move: int, reason: str) -> None:
        record = read_record(HEAD + body.replace("d3e3", "d3f3"))
        for reading in (read_tree, replay):
            with pytest.raises(RecordError) as refusal:
                reading(record, 3)
            assert (refusal.value.record, refusal.value.move) == (3, move)
            assert refusal.value.reason == reason

    @pytest.mark.parametrize("body", [(OPEN,), (CLOSE,), (Token("glyph", "!"),), (Token("move", "d3d1"), OPEN)])
    def test_a_body_put_together_wrongly_is_refused(self, body: tuple[Token, ...]) -> None:
        with pytest.raises(RecordError):
            read_tree(Record(read_record(HEAD).tags, body))


class TestChanging:
    def test_a_move_is_added_once(self, tree: Tree) -> None:
        assert tree.root.add("d3d1") is tree.root.next
        new = tree.root.add("d3d5")
        assert tree.root.variations[-1] is new
        assert tree.root.variation("d3d5") is new is tree.root.add(new.move)
        assert tree.root.variation("a1a4") is None

    def test_the_first_move_is_the_main_line(self, tree: Tree) -> None:
        end = tree.root.end()
        new = end.add(end.table.turns()[0])
        assert new.is_main_line
        assert end.next is new is tree.root.end()

    @pytest.mark.parametrize(("move", "kind"), [("d3d2", IllegalMove), ("x", InvalidNotation)])
    def test_what_is_illegal_changes_nothing(self, tree: Tree, move: str, kind: type[Exception]) -> None:
        before = str(tree)
        with pytest.raises(kind):
            tree.root.add(move)
        assert str(tree) == before

    def test_a_line_is_promoted_step_by_step_or_at_once(self, tree: Tree) -> None:
        last = tree.root.variations[2]
        last.promote()
        assert [str(node.move) for node in tree.root.variations] == ["d3d1", "d3b3", "d3f3"]
        last.promote()
        last.promote()
        assert tree.root.next is last
        last.demote()
        assert tree.root.variations[1] is last
        deep = tree.root.variations[2].variations[1]
        deep.promote_to_main()
        assert deep.is_main_line
        assert [str(node.move) for node in tree.main_line()] == ["d3f3", "b2b1"]
        tree.root.promote()

    def test_a_line_is_removed_with_all_that_follows(self, tree: Tree) -> None:
        tree.root.variations[1].remove()
        assert shape(tree.root) == {"d3d1": {"b2c2": {"c3b3": {}}}, "d3b3": {}}
        tree.root.remove()
        assert str(read_tree(tree.record())) == str(tree)

    def test_a_comment_holds_no_closing_brace(self, tree: Tree) -> None:
        for name in ("comment", "starting_comment"):
            with pytest.raises(InvalidNotation):
                setattr(tree.root, name, "a}b")
        assert tree.root.comment == "Now"


class TestCommands:
    def test_words_and_commands_are_told_apart(self) -> None:
        text = "[%eval 3] Now  [%arrow d3 d1 red] this"
        assert commands(text) == "[%eval 3] [%arrow d3 d1 red]"
        assert words(text) == "Now this"
        assert (commands("[nothing] 3%"), words("[nothing] 3%")) == ("", "[nothing] 3%")

    def test_values_clocks_arrows_and_marks_stand_in_comments(self, tree: Tree) -> None:
        node = tree.root.variations[0]
        node.evaluation = Evaluation(0.625)
        node.clock = 3723.5
        node.arrows = [Arrow("c3", "f3"), Arrow("a1", None, "red")]
        assert node.words == "good"
        assert node.comment == "[%arrow c3 f3] [%mark a1 red] [%clk 1:02:03.5] [%eval 0.625] good"
        again = read_tree(tree.record()).root.variations[0]
        assert (again.evaluation, again.clock) == (Evaluation(0.625), 3723.5)
        assert again.arrows == [Arrow("c3", "f3"), Arrow("a1", None, "red")]
        again.evaluation = again.clock = None
        again.arrows = []
        assert again.comment == "good"
        assert (again.evaluation, again.clock, again.arrows) == (None, None, [])

    @pytest.mark.parametrize(
        ("text", "value"),
        [
            ("win", Evaluation(1.0, "win")),
            ("loss 3", Evaluation(0.0, "loss", 3)),
            ("draw", Evaluation(0.5, "draw")),
            ("1", Evaluation(1.0)),
            ("0.5", Evaluation(0.5)),
            ("draw 2", None),
            ("1.5", None),
            ("-0.5", None),
            ("win 0", None),
            ("", None),
        ],
    )
    def test_a_value_is_a_chance_or_certain(self, text: str, value: Evaluation | None) -> None:
        assert Evaluation.parse(text) == value
        assert value is None or str(value) == text
        tree = tree_of(f"d3d1 {{[%eval {text}]}}")
        assert tree.root.variations[0].evaluation == value

    @pytest.mark.parametrize("text", ["[%clk 1:2:3]", "[%arrow c3]", "[%mark a b c]", "[%eval]", "[%mark [%clk x]]"])
    def test_what_does_not_read_as_a_command_is_ignored(self, text: str) -> None:
        node = tree_of(f"d3d1 {{{text}}}").root.variations[0]
        assert (node.evaluation, node.clock, node.arrows) == (None, None, [])


class TestWriting:
    def test_the_normal_form(self) -> None:
        tree = tree_of("1. d3d1 $1 $40 !? {a} {b} 1... ( 1. d3f3 $6 ) b2c2")
        assert str(tree) == HEAD + "d3d1! !? $40 {a b} (d3f3?!) b2c2\n"

    def test_notation_1_is_enough_for_one_line(self, tree: Tree) -> None:
        assert str(tree.plain_record()) == PLAIN + "{Now} d3d1 {good} b2c2 c3b3\n"
        for node in tree.root.variations[1:]:
            node.remove()
        assert tree.record().tags["Notation"] == "2"
        tree.root.variations[0].glyphs.clear()
        assert "Notation" not in tree.record().tags

    @fewer(4)
    @given(matches(limit=20), SEEDS)
    def test_a_tree_reads_as_it_was_written(self, match: PlayedMatch, seed: int) -> None:
        tree = grown(match.record(), Random(seed))
        text = str(tree)
        again = read_tree(read_record(text))
        assert str(again) == text
        assert str(read_record(text)) == text
        for one, other in zip(tree.root.all_nodes(), again.root.all_nodes(), strict=True):
            assert (one.move, one.table, one.glyphs) == (other.move, other.table, other.glyphs)
            assert (one.comment, one.starting_comment) == (other.comment, other.starting_comment)
        assert replay(tree.record()).moves[: len(match.moves)] == match.moves
        assert tree.plain_record().moves[: len(match.moves)] == match.record().moves

    def test_what_would_not_be_read_is_not_written(self) -> None:
        tree = tree_of("d3d1")
        tree.root.variations[0].glyphs = {256}
        with pytest.raises(RecordError, match="from 0 to 255"):
            str(tree)
        for many, reason in ((MAX_MOVES, "more than 20000 moves"), (MAX_DEPTH, "more than 250 deep")):
            tree = tree_of("d3d1")
            node = tree.root
            for _ in range(many + 1):
                for _ in range(2):
                    node.variations.append(Node(node.table, node, "x"))
                node = node.variations[1 if many == MAX_DEPTH else 0]
            with pytest.raises(RecordError, match=reason):
                tree.record()
