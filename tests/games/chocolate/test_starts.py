"""Games that begin with a table laid by hand: read and written, played on, hidden as a deck is, or refused."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tafelrunde.games.chocolate.cards import HIDDEN
from tafelrunde.games.chocolate.position import ChocolatePosition
from tafelrunde.games.chocolate.starts import read_start, start_text
from tafelrunde.games.core import SPECTATOR
from tafelrunde.games.errors import FLAWS, BadSetup, ImpossibleTable, InvalidNotation, TafelrundeError, Why
from tafelrunde.records.record import Record, read_record
from tafelrunde.records.replay import new_record, redact, replay, view_of
from tests.games.chocolate.test_laying import IMPOSSIBLE as IMPOSSIBLE_FIELDS
from tests.strategies import CHOCOLATE, SEEDS, PlayedMatch, Variant, fewer, mutated, play, swapper, variant

MOMENTS = st.builds(
    lambda of, seed, limit: play(of, Random(seed), limit=limit, policy=swapper),
    st.sampled_from(CHOCOLATE),
    SEEDS,
    st.integers(min_value=0, max_value=70),
)


def table(match: PlayedMatch) -> ChocolatePosition:
    """The last position, with nothing that only its past explains."""
    final = match.final
    assert isinstance(final, ChocolatePosition)
    assume(not final.is_over)
    return replace(final, passes=0, swap=None, swap_used=False, facts=())


@fewer(4)
@given(MOMENTS)
def test_any_moment_of_a_game_is_a_start(match: PlayedMatch) -> None:
    of, wanted = match.variant, table(match)
    text = start_text(wanted)
    start = of.game.start(of.options, text)
    assert start == wanted
    assert isinstance(start, ChocolatePosition)
    assert start_text(start) == text
    assert of.game.infer_observer(of.options, text) is None


@fewer(4)
@given(MOMENTS, SEEDS)
def test_it_is_played_on_as_from_there(match: PlayedMatch, seed: int) -> None:
    of = match.variant
    laid = play(of, Random(seed), limit=12, deal=start_text(table(match)))
    there = table(match)
    for move in laid.moves:
        there = there.play(move)
    assert laid.final == there


@fewer(4)
@given(MOMENTS, SEEDS)
def test_hidden_cards_that_change_places_leave_what_others_are_told(match: PlayedMatch, seed: int) -> None:
    """A record from a laid start, redacted for every observer, replays to that observer's view and tells no more."""
    of, rng = match.variant, Random(seed)
    deal = start_text(table(match))
    played = play(of, rng, limit=5, policy=swapper, deal=deal)
    assume(not played.final.is_over)
    for observer in of.observers:
        seen = redact(played.record(), observer)
        assert view_of(seen, observer) == played.final.view(observer)
        assert view_of(read_record(str(seen)), observer) == played.final.view(observer)
    start = read_start(table(match).rules, deal)
    for observer in of.observers:
        told = of.game.redact(of.options, deal, [], observer)[0]
        own = start.owners(SPECTATOR)
        hidden = [at for at, owner in enumerate(own) if owner == SPECTATOR or owner != observer]
        other = list(start.cards)
        for at, card in zip(hidden, rng.sample([start.cards[at] for at in hidden], len(hidden)), strict=True):
            other[at] = card
        assert of.game.redact(of.options, start.text(other), [], observer)[0] == told
        assert told.count(HIDDEN) == len(hidden)


@fewer(4)
@given(MOMENTS, SEEDS)
def test_whatever_is_changed_is_read_or_refused(match: PlayedMatch, seed: int) -> None:
    of, rng = match.variant, Random(seed)
    text = start_text(table(match))
    for _ in range(20):
        changed = mutated(text, rng)
        try:
            start = of.game.start(of.options, changed)
        except TafelrundeError:
            continue
        assert isinstance(start, ChocolatePosition)
        assert of.game.start(of.options, start_text(start)) == start


@pytest.mark.parametrize("of", [variant("schoko"), variant("schokoly", "players=3")], ids=str)
@pytest.mark.parametrize("noise", ["/ ", " / ", "DDDW@0,0 ", "? ", "D,W 1 / "], ids=repr)
def test_a_long_text_is_refused(of: Variant, noise: str) -> None:
    """At once: a text that were gone through again and again would hang here."""
    text = f"D,W 1 {noise * (900_000 // len(noise))}"
    with pytest.raises(TafelrundeError):
        of.game.start(of.options, text)
    with pytest.raises(TafelrundeError):
        replay(Record({"Game": of.game.name, "Deck": text}))


SCHOKO, TWO = variant("schoko"), variant("schokoly", "players=2")
HANDS = "DDDW DDDW DDDW DDDW / DDWW DDWW DDWW DDWW"
REST = "DDDW DDDWs DDDWs DDDWs DDWW DDWW DDWW DDWWs DDWWs DDWWs DDWWs DWWW DWWW DWWW DWWW DWWW DWWWs DWWWs DWWWs"
FIELD = "DDDW@0,0 DDDW@2,0 DWWW@4,0 DWWW@6,0 DDWW@8,0"
SWEET = "DDDM DDDM DDDM DDDW / DDDW DDDW DDMM DDMM"

IMPOSSIBLE: dict[str, list[tuple[str, str, dict[str, str | int]]]] = {
    "first-card-missing": [("schoko", f"D,W 1 DDDW@1,0 / {HANDS} / {REST}", {})],
    "first-seat-begins": [("schoko", f"-,- 2 / {HANDS} / {REST}", {})],
    "colour-too-early": [("schoko", f"D,W 1 / {HANDS} / {REST}", {"n": 1})],
    "colour-unknown": [
        ("schoko", f"-,- 2 {FIELD} / {HANDS} / {REST}", {}),
        ("schoko", f"D,- 2 {FIELD} / {HANDS} / {REST}", {}),
    ],
    "smarties-wrong": [
        ("schokoly", f"D,- 1 6,5 DDDW@0,0 / {SWEET} / -", {"n": 12}),
        ("schokoly", f"D,- 1 6,6 DDDW@0,0* / {SWEET} / -", {"n": 12}),
    ],
    "hand-too-large": [("schoko", f"D,W 1 {FIELD} / {HANDS} DWWW / {REST}", {"seat": 2, "n": 4})],
    "hand-not-full": [("schoko", f"D,W 1 {FIELD} / DDDW / {HANDS[22:]} / {REST}", {"seat": 1, "n": 4})],
    "card-nowhere": [("schoko", f"D,W 1 {FIELD} / {HANDS} / -", {"n": 1, "card": "DDDW"})],
}  # fmt: skip


def flaw(name: str, text: str) -> Why:
    of = {"schoko": SCHOKO, "schokoly": TWO}[name]
    with pytest.raises(ImpossibleTable) as refusal:
        of.game.start(of.options, text)
    return refusal.value.why


def test_the_start_of_these_tests_is_good() -> None:
    start = SCHOKO.game.start(SCHOKO.options, f"W,D 2 {FIELD} / {HANDS} / {REST}")
    assert isinstance(start, ChocolatePosition)
    assert (start.to_move, start.colours, len(start.stack), start.hands[1]) == (1, ("W", "D"), 19, ("DDWW",) * 4)


@pytest.mark.parametrize("code", IMPOSSIBLE)
def test_an_impossible_start_is_explained_by_a_code(code: str) -> None:
    for name, text, params in IMPOSSIBLE[code]:
        why = flaw(name, text)
        assert (why.code, dict(why.params)) == (code, params)


def test_every_code_has_its_example() -> None:
    assert {*IMPOSSIBLE, *IMPOSSIBLE_FIELDS} == FLAWS.keys()


@pytest.mark.parametrize(
    ("text", "code"),
    [(f"D,D 1 {FIELD} / {HANDS} / {REST}", "colour-twice"), (f"D,M 1 {FIELD} / {HANDS} / {REST}", "not-a-colour"),
     (f"D,W 1 {FIELD} DDWW@9,9 / {HANDS} / {REST}", "lies-apart"),
     (f"D,W 1 {FIELD} / {HANDS} / {REST} DDDW", "too-many-of-a-card")],
)  # fmt: skip
def test_its_field_is_checked_as_one_that_is_counted(text: str, code: str) -> None:
    assert flaw("schoko", text).code == code


@pytest.mark.parametrize(
    "text",
    ["/", " / ", f"D,W / {HANDS} / {REST}", f"D,W 3 {FIELD} / {HANDS} / {REST}", f"D,W 01 {FIELD} / {HANDS} / {REST}",
     f"D,W 1 0,0 {FIELD} / {HANDS} / {REST}", f"D,W 1 {FIELD} / {HANDS} / {REST} / -",
     f"D 1 {FIELD} / {HANDS} / {REST}",
     f"D,W 1 {FIELD}  / {HANDS} / {REST}", f"D,W 1 {FIELD} / {HANDS} / WDDD", f"D,W 1 {FIELD} /{HANDS} / {REST}"],
)  # fmt: skip
def test_what_does_not_read_as_a_start_is_refused(text: str) -> None:
    with pytest.raises(InvalidNotation):
        SCHOKO.game.start(SCHOKO.options, text)


def test_a_view_of_a_start_is_no_start() -> None:
    text = f"D,W 1 {FIELD} / {HANDS} / {REST}"
    told, _ = SCHOKO.game.redact(SCHOKO.options, text, [], 1)
    assert told == f"D,W 1 {FIELD} / ? ? ? ? / DDWW DDWW DDWW DDWW / {' '.join('?' * 19)}"
    assert SCHOKO.game.infer_observer(SCHOKO.options, told) == 1
    with pytest.raises(BadSetup, match="hidden"):
        SCHOKO.game.start(SCHOKO.options, told)
    with pytest.raises(BadSetup, match="24 cards are hidden, and 23 are left"):
        SCHOKO.game.start_view(SCHOKO.options, f"{told} ?", 1)


def test_nobody_but_a_spectator_is_seen_in_an_empty_hand() -> None:
    """Whose view it is cannot be told from a hand without cards."""
    match = play(SCHOKO, Random(3))
    late = next(
        position
        for position in match.positions
        if isinstance(position, ChocolatePosition) and not position.hands[0] and position.hands[1]
    )
    text = start_text(late)
    assert " / - / " in text
    told, _ = SCHOKO.game.redact(SCHOKO.options, text, [], SPECTATOR)
    assert SCHOKO.game.infer_observer(SCHOKO.options, told) == SPECTATOR
    assert replay(new_record(SCHOKO.game, SCHOKO.options, told)).final == replace(late, facts=(), passes=0).view(
        SPECTATOR
    )
