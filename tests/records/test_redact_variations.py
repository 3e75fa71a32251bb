"""What a seat may know of a record with variations: never more than of the same record without them."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import assume, given

from tafelrunde.games.chocolate.moves import Offer, Placement
from tafelrunde.games.core import SPECTATOR
from tafelrunde.records.comments import without_judgement
from tafelrunde.records.record import Record, RecordError, read_record
from tafelrunde.records.replay import redact, replay, view_of
from tafelrunde.records.tree import Node, Tree, read_tree
from tests.records.growing import annotate, grown, spread
from tests.records.test_redact import Trace, each_match
from tests.strategies import SEEDS, SWAPPING, PlayedMatch, fewer, matches, play, swapper, variant, variants

HIDDEN_GAMES = (variant("schoko"), SWAPPING, variant("schokoly", "players=2"))


def own_alternatives(tree: Tree, observer: int, rng: Random) -> list[tuple[int, str]]:
    """Add alternatives of an observer's own to the main line; return where they stand."""
    added: list[tuple[int, str]] = []
    node: Node | None = tree.root
    ply = 0
    while node is not None and node.next is not None:
        if node.table.seat == observer:
            new = node.add(rng.choice(node.table.legal_moves()))
            if new is not node.next and len(node.variations) <= 3:
                added.append((ply, str(new.move)))
        node, ply = node.next, ply + 1
    return added


def others_junk(tree: Tree, observer: int, rng: Random) -> None:
    """Let somebody who knows everything add lines anywhere but among the observer's alternatives, and judge them."""
    main = [tree.root, *tree.main_line()]
    spread(tree.root, rng, 15, spare=frozenset(node for node in main[:-1] if node.table.seat == observer))
    annotate(tree.root, rng)
    # Words of the main line are words for all.
    for node in main:
        evaluation, node.comment = node.evaluation, "words"
        node.evaluation = evaluation


@fewer(4)
@given(each_match, SEEDS)
def test_records_that_differ_only_in_secrets_look_the_same(match: PlayedMatch, seed: int) -> None:
    """Hidden cards have changed places, and the lines of those who know them with them: the texts are identical."""
    assume(not match.final.is_over)
    rng = Random(seed)
    for observer in match.variant.observers:
        tree = read_tree(match.record())
        added = own_alternatives(tree, observer, rng)
        others_junk(tree, observer, rng)
        record = shortened(tree, match)
        seen = str(redact(record, observer))
        for other in Trace(match, observer).others(match, rng):
            try:
                second = read_tree(other)
            except RecordError:
                continue  # somebody passed who could have placed a card
            main = [second.root, *second.main_line()]
            for ply, move in added:
                main[ply].add(move)
            others_junk(second, observer, rng)
            assert str(redact(shortened(second, match), observer)) == seen


def shortened(tree: Tree, match: PlayedMatch) -> Record:
    """Take away what was added after the last move of the match; make sure that it is notation 2."""
    end = [tree.root, *tree.main_line()][len(match.moves)]
    for node in list(end.variations):
        node.remove()
    return tree.record().with_tags(Notation="2") if tree.record().is_branched else branched(tree.record())


def branched(record: Record) -> Record:
    first, *rest = record.tags.items()
    return Record(dict([first, ("Notation", "2"), *rest]), record.body)


def test_there_are_such_records() -> None:
    """The test above does find records that differ, with alternatives of the observer's own in them."""
    found = kept = 0
    for seed in range(10):
        match = play(SWAPPING, Random(seed), limit=25, policy=swapper)
        for observer in match.variant.observers:
            tree = read_tree(match.record())
            added = own_alternatives(tree, observer, Random(seed))
            kept += len(added)
            found += bool(added) and any(True for _ in Trace(match, observer).others(match, Random(seed)))
    assert found > 10
    assert kept > 50


@fewer(4)
@given(each_match, SEEDS)
def test_the_main_line_says_what_it_says_without_variations(match: PlayedMatch, seed: int) -> None:
    assume(not match.final.is_over)
    tree = grown(match.record(), Random(seed))
    record = shortened(tree, match)
    for observer in match.variant.observers:
        seen = redact(record, observer)
        plain = redact(match.record(), observer)
        assert (seen.moves, seen.tags["Deck"]) == (plain.moves, plain.tags["Deck"])
        assert view_of(seen, observer) == match.final.view(observer)
        assert redact(seen, observer) == seen
        assert read_record(str(seen)) == seen
        assert redact(seen, SPECTATOR) == redact(record, SPECTATOR)
        for node in read_tree(seen, observer=observer).root.all_nodes():
            assert not node.glyphs
            assert (node.evaluation, node.arrows) == (None, [])
            for child in node.variations[1:]:
                assert node.is_main_line
                assert node.table.seat == observer
                assert not child.variations
                assert not child.comment
                assert not child.starting_comment


@fewer(4)
@given(matches(variants("tokan"), limit=25), SEEDS)
def test_where_nothing_is_secret_all_lines_stay(match: PlayedMatch, seed: int) -> None:
    record = grown(match.record(), Random(seed)).record().with_tags(DealSecret="00")
    for observer in match.variant.observers:
        seen = redact(record, observer)
        assert seen.body == record.body
        assert replay(record).final.is_over or "DealSecret" not in seen.tags


def test_a_finished_match_is_open_with_all_its_lines() -> None:
    for of in HIDDEN_GAMES:
        match = play(of, Random(5))
        record = grown(match.record(), Random(5)).record()
        assert record.is_branched
        for observer in of.observers:
            assert redact(record, observer) == record


def test_a_line_that_ends_the_game_opens_nothing() -> None:
    """Only the match itself, its main line, is ever over."""
    match = play(variant("schoko"), Random(5))
    tree = read_tree(match.record(len(match.moves) - 1))
    before = tree.root.end()
    assert before.parent is not None
    other = next(move for move in before.parent.table.turns() if str(move) != str(before.move))
    node = before.parent.add(other)
    while not node.table.is_over:
        node = node.add(node.table.legal_moves()[0])
    seen = redact(tree.record(), SPECTATOR)
    assert set(seen.tags["Deck"].split()) == {"?"}
    assert "(" not in str(seen)


def test_what_the_others_could_have_played_is_gone() -> None:
    match = play(variant("schokoly", "players=2"), Random(8), limit=9)
    for observer in (0, 1, SPECTATOR):
        tree = read_tree(match.record())
        foreign = []
        for node in [tree.root, *tree.main_line()]:
            if node.next is not None:
                turns = (move for move in node.table.turns() if isinstance(move, Placement))
                new = node.add(next(move for move in turns if str(move) != str(node.next.move)))
                new.comment = f"seat {node.table.seat + 1} holds {new.move}"
                if node.table.seat != observer:
                    foreign.append(str(new.move))
        text = str(redact(tree.record(), observer))
        assert foreign
        for node in read_tree(read_record(text), observer=observer).root.all_nodes():
            assert node.table.seat == observer or len(node.variations) <= 1
        assert "holds" not in text
        assert text.count("(") == (0 if observer == SPECTATOR else 9 - len(foreign))


def test_a_card_got_in_a_swap_that_never_was_stays_unknown() -> None:
    """The seat accepts in a variation what it rejected: the next move would show the other one's card."""
    for seed in range(200):
        match = play(SWAPPING, Random(seed), limit=40, policy=swapper)
        for index, move in enumerate(match.moves):
            if str(move) != "accept" or match.final.is_over:
                continue
            seat = match.positions[index].seat
            tree = read_tree(match.record(index).with_move("reject"))
            accepted = tree.root.end().parent
            assert accepted is not None
            node = accepted.add("accept")
            for card in node.table.turns():
                node.add(card)
            seen = redact(tree.record(), seat)
            assert str(seen).rstrip().endswith("reject (accept)")
            offer = match.moves[index - 2]
            assert isinstance(offer, Offer)
            assert str(redact(tree.record(), offer.to)).rstrip().endswith("reject")
            return
    pytest.fail("no swap was accepted")


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("words", "words"),
        ("", ""),
        ("[%eval 0.3]", ""),
        ("good [%eval win 3] [%clk 0:00:00] move", "good [%clk 0:00:00] move"),
        ("[%arrow c3 f3][%mark a1][%belief DDMW 0.8]x", "x"),
        ("[%clk seat 2 holds DDMW]", ""),
        ("[%ev[%eval 1]al 0.5]", "[ %ev al 0.5]"),
        ("[[%eval 1]%eval 0.5]", "[ %eval 0.5]"),
        ("[[%%eval 1]", "[[ %%eval 1]"),
    ],
)
def test_of_what_programs_wrote_only_clocks_stay(text: str, left: str) -> None:
    assert without_judgement(text) == left
    assert without_judgement(left) == left
