"""Verifiable deals: the scheme of docs/deals.md, byte by byte, and what verification says."""

from __future__ import annotations

import hmac
import json
from collections import Counter
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tafelrunde.games.core import shuffled
from tafelrunde.games.errors import BadSetup
from tafelrunde.records.deals import (
    HASH_TAG,
    MAX_WORD,
    SCHEME_TAG,
    DealStream,
    commitment,
    deal,
    dealt_record,
    order,
    verify,
)
from tafelrunde.records.record import Record, read_record
from tafelrunde.records.replay import SECRET_TAG, redact, replay
from tests.golden.playthrough import SECRET, words
from tests.strategies import ALL, HOUSE, Variant, variant


def record(of: Variant) -> Record:
    return dealt_record(of.game, of.options, SECRET, words(of))


def status(changed: Record) -> str:
    return verify(replay(changed)).status


class TestStream:
    """HMAC-SHA-256 in counter mode, in words of eight bytes, the highest byte first."""

    def by_hand(self, key: bytes, count: int) -> list[int]:
        blocks = b"".join(hmac.digest(key, i.to_bytes(8, "big"), "sha256") for i in range(count // 4 + 1))
        return [int.from_bytes(blocks[at : at + 8], "big") for at in range(0, 8 * count, 8)]

    @pytest.mark.parametrize("stop", [1, 2, 3, 6, 32, 48, 1000, 2**32, 2**63, 2**64 - 1, 2**64])
    def test_numbers_follow_from_the_key(self, stop: int) -> None:
        stream = DealStream(b"key")
        expected = [word % stop for word in self.by_hand(b"key", 60) if word < 2**64 // stop * stop]
        assert [stream.randrange(stop) for _ in range(40)] == expected[:40]

    def test_words_that_would_favour_small_numbers_are_thrown_away(self) -> None:
        """Of words up to 2^64 almost half lie beyond the only whole multiple of 2^63 + 1."""
        stop = 2**63 + 1
        stream = DealStream(b"key")
        all_words = self.by_hand(b"key", 100)
        kept = [word for word in all_words if word < stop]
        assert 30 < len(kept) < 70
        assert [stream.randrange(stop) for _ in range(30)] == kept[:30]

    @pytest.mark.parametrize("stop", [2, 3, 5, 7, 15, 30, 48])
    def test_all_numbers_are_equally_likely(self, stop: int) -> None:
        stream = DealStream(b"fair")
        number = 400 * stop
        found = Counter(stream.randrange(stop) for _ in range(number))
        assert set(found) == set(range(stop))
        chi = sum((found[value] - 400) ** 2 / 400 for value in range(stop))
        assert chi < stop - 1 + 5 * (2 * (stop - 1)) ** 0.5 + 10

    def test_all_orders_are_equally_likely(self) -> None:
        stream = DealStream(b"shuffle")
        found = Counter(tuple(shuffled("abcd", stream)) for _ in range(24 * 300))
        assert set(found) == set(permutations("abcd"))
        assert sum((count - 300) ** 2 / 300 for count in found.values()) < 23 + 5 * 46**0.5 + 10


@pytest.mark.parametrize("of", HOUSE, ids=str)
def test_golden_deals(of: Variant) -> None:
    """`python -m tests.golden` writes this file; a difference makes every older record look forged."""
    golden = json.loads((Path(__file__).parents[1] / "golden" / "deals.json").read_text(encoding="utf-8"))
    assert deal(of.game, of.options, SECRET, words(of)) == golden[str(of)]


def test_the_hash_of_the_secret_is_published() -> None:
    assert commitment(SECRET) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"


@pytest.mark.parametrize("of", ALL, ids=str)
def test_the_deal_follows_from_secret_game_options_and_words(of: Variant) -> None:
    message = json.dumps(["tafelrunde-deal-1", of.game.name, str(of.options), words(of)], separators=(",", ":"))
    stream = DealStream(hmac.new(SECRET, message.encode(), "sha256").digest())
    assert deal(of.game, of.options, SECRET, words(of)) == of.game.deal(of.options, stream)
    if of not in HOUSE:
        # A game may have few deals, or a single one.
        return
    other = (*words(of)[:-1], "andere")
    assert deal(of.game, of.options, SECRET, other) != deal(of.game, of.options, SECRET, words(of))
    assert deal(of.game, of.options, SECRET[::-1], words(of)) != deal(of.game, of.options, SECRET, words(of))


def test_a_word_has_at_most_two_hundred_characters() -> None:
    of = variant("schoko")
    game = of.game
    options = of.options
    assert dealt_record(game, options, bytes(32), ["a" * 200, "b"]).tags["DealWord1"] == "a" * 200
    with pytest.raises(BadSetup, match="at most 200"):
        dealt_record(game, options, bytes(32), ["a" * 201, "b"])


@given(st.lists(st.text(max_size=MAX_WORD), min_size=2, max_size=2))
def test_words_may_be_anything_that_a_record_can_hold(chosen: list[str]) -> None:
    """A word that can be dealt with is read back from the record; any other is refused."""
    of = variant("schoko")
    try:
        made = dealt_record(of.game, of.options, SECRET, chosen)
    except BadSetup:
        assert any(not word.isprintable() for word in chosen)
        return
    assert status(read_record(str(made))) == "verified"


@pytest.mark.parametrize(
    "chosen", [(), ("a",), ("a", "b", "c"), ("a", "x" * (MAX_WORD + 1)), ("a", "b\nc"), ("a\ud800", "b")]
)
def test_every_seat_has_one_short_printable_word(chosen: tuple[str, ...]) -> None:
    of = variant("tokan")
    with pytest.raises(BadSetup, match="every seat has one word"):
        deal(of.game, of.options, SECRET, chosen)


@pytest.mark.parametrize("secret", [b"", SECRET[1:], SECRET + b"x"])
def test_a_secret_has_32_bytes(secret: bytes) -> None:
    of = variant("tokan")
    with pytest.raises(BadSetup, match="a secret has 32 bytes"):
        deal(of.game, of.options, secret, ("a", "b"))


class TestVerifying:
    @pytest.mark.parametrize("of", ALL, ids=str)
    def test_an_honest_record_is_verified(self, of: Variant) -> None:
        made = record(of)
        assert status(made) == "verified"
        assert status(read_record(str(made))) == "verified"
        played = replay(made)
        assert status(made.with_move(played.final.turns()[0])) == "verified"

    @pytest.mark.parametrize("of", ALL, ids=str)
    def test_while_the_match_runs_the_deal_is_sealed(self, of: Variant) -> None:
        for observer in of.observers:
            assert status(redact(record(of), observer)) == "sealed"

    @pytest.mark.parametrize("tag", [HASH_TAG, SCHEME_TAG])
    def test_a_record_without_scheme_or_hash_is_unsigned(self, tag: str) -> None:
        assert status(record(variant("tokan")).without_tags(tag)) == "unsigned"
        assert status(record(variant("tokan")).without_tags(tag, SECRET_TAG)) == "unsigned"

    @pytest.mark.parametrize(
        ("tags", "reason"),
        [
            ({"DealScheme": "tafelrunde-deal-2"}, "the scheme is not tafelrunde-deal-1"),
            ({"DealHash": "0" * 64}, "the secret does not match the hash"),
            ({"DealHash": "ä"}, "the secret does not match the hash"),
            ({"DealHash": ""}, "the secret does not match the hash"),
            ({"DealHash": commitment(SECRET).upper()}, "the secret does not match the hash"),
            ({"DealSecret": "ff" * 32}, "the secret does not match the hash"),
            ({"DealSecret": SECRET.hex(" ")}, "the secret or a word is missing or misshapen"),
            ({"DealSecret": "ff" * 32, "DealHash": commitment(b"\xff" * 32)}, "another deal follows"),
            ({"DealSecret": "ff"}, "the secret or a word is missing or misshapen"),
            ({"DealSecret": "xyz"}, "the secret or a word is missing or misshapen"),
            ({"DealSecret": "ä"}, "the secret or a word is missing or misshapen"),
            ({"DealWord1": "apfel"}, "another deal follows"),
            ({"DealWord1": "Birne", "DealWord2": "Apfel"}, "another deal follows"),
            ({"DealWord2": "x" * 300}, "the secret or a word is missing or misshapen"),
        ],
    )
    @pytest.mark.parametrize("of", [variant("tokan"), variant("schokoly", "teams")], ids=str)
    def test_tampering_shows(self, of: Variant, tags: dict[str, str], reason: str) -> None:
        verdict = verify(replay(record(of).with_tags(**tags)))
        assert verdict.status == "false"
        assert verdict.reason.startswith(reason)

    @pytest.mark.parametrize(
        ("said", "proved"),
        [
            ("1 hash 2", True),
            ("hash 1 2", True),
            ("hash 2", True),
            ("1 2 hash", False),
            ("hash", False),
            ("", False),
            ("1 2", False),
            ("1 hashed 2", False),
        ],
    )
    def test_a_deal_is_told_from_one_that_the_dealer_could_choose(self, said: str, proved: bool) -> None:
        made = record(variant("tokan")).with_tags(DealOrder=said)
        verdict = verify(replay(made))
        assert (verdict.status, verdict.is_ordered) == ("verified", proved)
        assert ("not proved" in verdict.reason) is not proved
        # Whatever it says of the order, a wrong deal stays wrong, and a sealed one sealed.
        assert not verify(replay(made.with_tags(DealWord1="apfel"))).is_ordered
        assert not verify(replay(made.without_tags(SECRET_TAG))).is_ordered

    def test_a_record_that_says_nothing_of_the_order_proves_none(self) -> None:
        assert not verify(replay(record(variant("tokan")))).is_ordered

    def test_the_order_names_every_seat_once(self) -> None:
        assert order([False, True, False]) == "1 3 hash 2"
        assert order([True, True]) == "hash 1 2"
        assert order([False, False]) == "1 2 hash"

    def test_a_missing_word_shows(self) -> None:
        verdict = verify(replay(record(variant("schokoly", "three")).without_tags("DealWord3")))
        assert (verdict.status, verdict.reason) == ("false", "the secret or a word is missing or misshapen")

    def test_another_deck_shows(self) -> None:
        of = variant("schoko")
        cards = record(of).tags["Deck"].split()
        other = next(i for i, card in enumerate(cards) if card != cards[0])
        cards[0], cards[other] = cards[other], cards[0]
        assert status(record(of).with_tags(Deck=" ".join(cards))) == "false"

    def test_another_layout_and_another_beginner_show(self) -> None:
        made = record(variant("tokan"))
        start = made.tags["Start"]
        rows, side, taboo = start.split(" ")
        upside_down = "/".join(reversed(rows.split("/")))
        assert status(made.with_tags(Start=f"{upside_down} {side} {taboo}")) == "false"
        assert status(made.with_tags(Start=f"{rows} {'b' if side == 'r' else 'r'} {taboo}")) == "false"

    def test_other_options_show(self) -> None:
        """The same words and secret deal otherwise under other options."""
        assert status(record(variant("tokan")).with_tags(Scoring="heads")) == "false"
