"""What every registered game promises, with every combination of its options."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tafelrunde.games.core import Position
from tafelrunde.games.errors import BadOptions, IllegalMove, InvalidNotation, TafelrundeError
from tafelrunde.games.registry import GAMES, all_games
from tests.golden.playthrough import golden_file, playthrough
from tests.strategies import ALL, HOUSE, SEEDS, PlayedMatch, Variant, matches, mutated, play, swapper

DOCS = Path(__file__).parents[2] / "docs"

each_variant = pytest.mark.parametrize("of", ALL, ids=str)
each_game = pytest.mark.parametrize("name", all_games())
of_the_house = pytest.mark.parametrize("name", dict.fromkeys(of.game.name for of in HOUSE))


@of_the_house
def test_the_rules_page_has_the_version_of_the_code(name: str) -> None:
    page = (DOCS / "rules" / f"{name}.md").read_text(encoding="utf-8")
    found = re.search(r"^Rules version (\d+)\.", page, re.MULTILINE)
    assert found, "the page names its version"
    assert int(found[1]) == GAMES[name].rules_version


@pytest.mark.parametrize("of", HOUSE, ids=str)
def test_the_golden_game_is_played_as_ever(of: Variant) -> None:
    """`python -m tests.golden` writes these files; a difference is a change of the rules or of the notation."""
    assert playthrough(of) == golden_file(of).read_text(encoding="utf-8")


@each_variant
def test_options_read_back_from_every_form_they_are_printed_in(of: Variant) -> None:
    kind = of.game.options_type
    assert kind.parse(str(of.options)) == of.options
    assert kind.read(of.options.words()) == of.options
    assert kind.from_tags(of.options.tags()) == of.options
    assert kind.from_tags({**of.options.tags(), "Event": "a free tag"}) == of.options
    assert hash(kind.parse(str(of.options))) == hash(of.options)


@each_game
def test_what_is_said_of_options_is_said_of_options_that_there_are(name: str) -> None:
    kind = GAMES[name].options_type
    assert kind.UNWRITTEN | kind.TIE_BREAKS | kind.ONLY_WITH.keys() <= kind.CHOICES.keys()
    for others in kind.ONLY_WITH.values():
        for other, words in others.items():
            assert set(words) < set(kind.CHOICES[other])


@each_variant
def test_an_option_without_a_meaning_makes_no_difference_and_every_other_does(of: Variant) -> None:
    kind, words = of.game.options_type, of.options.words()
    for option, allowed in kind.CHOICES.items():
        changed = [kind.read({**words, option: word}) for word in allowed]
        assert len(set(changed)) == (len(allowed) if option in of.options.applicable() else 1), option


@each_game
def test_presets_name_options(name: str) -> None:
    kind = GAMES[name].options_type
    assert kind.parse("") == kind.parse("standard") == kind()
    for preset, words in kind.PRESETS.items():
        assert kind.parse(preset) == kind.read(words)


@each_game
def test_unknown_options_are_refused(name: str) -> None:
    kind = GAMES[name].options_type
    for text in ("nonsense", "nonsense=1", "=", "==", "standard standard", "STANDARD"):
        with pytest.raises(BadOptions):
            kind.parse(text)
    for option, words in kind.CHOICES.items():
        for text in (f"{option}=", f"{option}=maybe", f"{option}={words[0].upper()}x", f"{option}={words[0]} " * 2):
            with pytest.raises(BadOptions) as refusal:
                kind.parse(text)
            assert refusal.value.option == option


@each_variant
def test_a_deal_follows_from_its_chance_alone(of: Variant) -> None:
    assert of.deal(Random(7)) == of.deal(Random(7))
    # A game from elsewhere may have few deals, or a single one.
    assert of not in HOUSE or of.deal(Random(7)) != of.deal(Random(8))


@each_variant
def test_sides_are_as_many_as_points(of: Variant) -> None:
    start = of.game.start(of.options, of.deal(Random(1)))
    seats = of.game.seats(of.options)
    assert {of.game.side(of.options, seat) for seat in range(seats)} == set(range(len(start.outcome().points)))
    assert not start.outcome().over
    assert start.game is of.game
    assert start.options == of.options


@each_variant
def test_a_game_ends_and_then_nothing_can_be_played(of: Variant) -> None:
    match = play(of, Random(5))
    final = match.final
    assert final.is_over
    assert final.outcome().over
    assert not final.legal_moves()
    assert final.count_turns() == 0
    assert of.game.perft(final, 2) == 0
    for text in {*map(str, match.moves), *map(str, match.positions[0].legal_moves())}:
        with pytest.raises(IllegalMove, match="the game is over"):
            final.parse(text)
        with pytest.raises(IllegalMove, match="the game is over"):
            final.play(of.game.parse_move(text))


@each_variant
def test_a_game_begins_the_same_for_everybody(of: Variant) -> None:
    deal = of.deal(Random(2))
    start = of.game.start(of.options, deal)
    assert of.game.infer_observer(of.options, deal) is None
    for observer in of.observers:
        assert of.game.start_view(of.options, deal, observer).redacted() == start.view(observer)


@each_variant
def test_a_finished_game_hides_nothing(of: Variant) -> None:
    match = play(of, Random(5), policy=swapper)
    for observer in of.observers:
        assert of.game.redact(of.options, match.deal, match.moves, observer) == (match.deal, match.moves)


@each_variant
def test_another_games_move_is_refused(of: Variant) -> None:
    start = of.game.start(of.options, of.deal(Random(3)))
    for other in ALL:
        if other.game.name != of.game.name:
            foreign = other.game.start(other.options, other.deal(Random(3))).legal_moves()[0]
            assert not start.is_legal(foreign)
            with pytest.raises(TafelrundeError):
                start.parse(str(foreign))


@given(matches())
def test_every_legal_move_plays(match: PlayedMatch) -> None:
    """Each has a text of its own, reads back from it, and leads to another position; nothing is changed by asking."""
    position = match.final
    moves = position.legal_moves()
    assert len(set(moves)) == len(moves) == len(set(map(str, moves)))
    assert position.count_turns() == len(position.turns())
    assert match.variant.game.perft(position, 0) == 1
    assert match.variant.game.perft(position, 1) == len(position.turns())
    before = repr(position), hash(position)
    for move in Random(len(moves)).sample(list(moves), k=min(40, len(moves))):
        assert position.parse(str(move)) == move
        assert position.is_legal(move)
        following = position.play(move)
        assert following == position.play(str(move)) != position
        assert following == position.apply(move)
    assert (repr(position), hash(position)) == before


@given(matches(), SEEDS)
def test_every_other_text_is_refused_without_a_change(match: PlayedMatch, seed: int) -> None:
    """What reads as a move is one of the legal ones, written as it must be; all else gets a typed error."""
    position, rng = match.final, Random(seed)
    legal = {str(move): move for move in position.legal_moves()}
    sources = [*legal, *map(str, match.moves[-5:]), "pass", "decline", "accept", "c3c4+1", "DDMW@0,0", ""]
    before = repr(position), hash(position)
    for _ in range(30):
        text = mutated(rng.choice(sources), rng)
        try:
            move = position.parse(text)
        except (InvalidNotation, IllegalMove):
            assert text not in legal
        else:
            assert legal[str(move)] == move
            assert text in (str(move), str(move).replace(" ", "-"))
    assert (repr(position), hash(position)) == before


@given(matches(), st.text(max_size=30))
def test_any_text_at_all_gets_a_typed_error(match: PlayedMatch, text: str) -> None:
    legal = {form for move in match.final.legal_moves() for form in (str(move), str(move).replace(" ", "-"))}
    if text not in legal:
        with pytest.raises((InvalidNotation, IllegalMove)):
            match.final.parse(text)


@given(matches(limit=30))
def test_positions_are_values(match: PlayedMatch) -> None:
    """The same moves lead to an equal position with the same hash; all positions on the way differ."""
    again: Position = match.variant.game.start(match.variant.options, match.deal)
    for move in match.moves:
        again = again.play(move)
    assert again == match.final
    assert hash(again) == hash(match.final)
    assert len(set(match.positions)) == len(match.positions)


@given(matches(limit=300, policies=(swapper,)))
def test_views_of_a_position_play_like_it(match: PlayedMatch) -> None:
    """The seat that decides sees its own legal moves; a finished game is open to all."""
    position = match.final
    for observer in match.variant.observers:
        view = position.view(observer)
        assert view.observer == observer
        assert (view.seat, view.is_over, view.outcome()) == (position.seat, position.is_over, position.outcome())
        if observer == position.seat:
            assert view.legal_moves() == position.legal_moves()
            assert view.count_turns() == position.count_turns()
        assert view.redacted() == view
        assert position.is_over or view.resample(Random(1)).view(observer) == view


@each_variant
def test_those_in_front_are_the_winner_or_those_who_share_the_game(of: Variant) -> None:
    for seed in range(3):
        final = play(of, Random(seed)).final
        outcome = final.outcome()
        sides = range(len(outcome.points))
        in_front = final.leaders(sides)
        assert [side for side in sides if outcome.share(side)] == list(in_front)
        assert (outcome.winner is None) is (len(in_front) > 1)
        for side in sides:
            # Whoever stays alone is in front, and nobody who is not asked for.
            assert final.leaders([side]) == (side,)
            assert side not in final.leaders([other for other in sides if other != side])


@each_variant
def test_a_public_move_is_heard_alike_by_everybody_and_others_are_not(of: Variant) -> None:
    hidden = private = 0
    for seed in range(4):
        match = play(of, Random(seed), limit=40, policy=swapper)
        private += sum(not of.game.is_public(move) for move in match.moves)
        for observer in of.observers:
            _, heard = of.game.redact(of.options, match.deal, match.moves, observer)
            for move, told in zip(match.moves, heard, strict=True):
                if of.game.is_public(move):
                    assert str(told) == str(move)
                else:
                    hidden += str(told) != str(move)
    assert bool(hidden) is bool(private)
    assert private or "swap" not in of.game.abilities or of.options.words().get("swap") != "on"


@pytest.mark.parametrize("of", [of for of in ALL if of.options.words().get("setup") != "draft"], ids=str)
def test_a_table_with_a_notation_is_set_up_from_it_again(of: Variant) -> None:
    texts = [table.notation() for table in play(of, Random(5), limit=12).positions]
    # A start that people can compose needs a text; a game may have one without that.
    assert "edit" not in of.game.abilities or None not in texts
    for table in play(of, Random(5), limit=12).positions:
        text = table.notation()
        assert text is None or of.game.start(of.options, text) == table


@each_variant
def test_the_list_of_all_moves_is_empty_or_holds_every_legal_one(of: Variant) -> None:
    listed = of.game.all_moves(of.options)
    assert len(set(map(str, listed))) == len(listed)
    if listed:
        for table in play(of, Random(2), limit=12).positions:
            assert set(map(str, table.legal_moves())) <= set(map(str, listed))
