"""The page's engine beside Python: every function plays something, asks both and returns how many answers agreed."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

import msgspec

from tafelrunde.games.chocolate.position import ChocolatePosition
from tafelrunde.games.chocolate.starts import start_text
from tafelrunde.games.core import SPECTATOR, Game, Options, Position
from tafelrunde.games.errors import TafelrundeError
from tafelrunde.native.tokan_solver import Limits, Solver
from tafelrunde.players import engine as bots
from tafelrunde.players.analysis import analyse
from tafelrunde.players.base import Budget
from tafelrunde.records import deals
from tafelrunde.records.record import Record
from tafelrunde.records.replay import new_record, redact
from tafelrunde.server.doors import study
from tafelrunde.server.match.refusal import Refusal
from tafelrunde.server.wire import study as wire
from tafelrunde.server.wire.messages import show_why
from tafelrunde.server.wire.show import write
from tests.engine.node import Engine, Refused
from tests.engine.plays import random_play

TRIED = [
    "pass",
    "accept",
    "reject",
    "decline",
    "offer-2-DDWW",
    "offer-3-DDMW",
    "offer-1-DDDD",
    "offer-2-DDWM",
    "counter-?2",
    "counter D",
    "counter-",
    "counter DDW",
    "offer 2 D",
    "offer-2-",
    "offer 0 DDWW",
    "offer 2-DDWW",
    "offered 2 DDWW",
    "counter-DDWW",
    "DDDD@0,0",
    "D:DDWW@0,0",
    "M:DDWW@0,1",
    "DDWW@99,0",
    "DDWW^0,0",
    "DDMM^1,0",
    "WWDD@1,1*",
    "DDWW@3,1*0,0",
    "DDWW@-0,1",
    "DDWW@1,1*1,1",
    "DDWW^1,1*",
    "W:DMMW@2,0",
    "a1a2",
    "c3c5+2",
    "f5f2",
    "M@0,3",
    "l@3,3",
    "L@5,5",
    "J@-4,1",
]
"""Moves of all kinds: most of them break a rule, and some do not read."""
SPOILING = 'DMWs@^*,-0123?{}[]" \\\nMJLmjlabcä😀\u2028'


_LYING = re.compile(r"([DMW]{4}s?)([@^])(-?\d+),(-?\d+)(\*?)")


def seats_of(game: Game, options: Options) -> range:
    """Return every observer but the spectator."""
    return range(game.seats(options))


def record_of(game: Game, options: Options, deal: str, moves: list[str]) -> Record:
    """Return the record of a play."""
    record = new_record(game, options, deal)
    for move in moves:
        record = record.with_move(move)
    return record


def compare_tables(engine: Engine, game: Game, options: Options, seed: int) -> int:
    """Compare the tables of a whole play, byte by byte, and what each observer has heard of it."""
    agreed = 0
    observers = [SPECTATOR, *seats_of(game, options)]
    for deal, moves, position in random_play(game, options, seed):
        told = engine.ask(
            "standing", game=game.name, options=options.words(), deal=deal, moves=moves, observers=observers
        )
        outcome = position.outcome()
        assert (told["over"], told["points"], told["winner"]) == (outcome.over, list(outcome.points), outcome.winner)
        assert outcome.over or told["seat"] == position.seat
        leaders = position.leaders(range(len(outcome.points)))
        assert told["leading"] == [side in leaders for side in range(len(outcome.points))]
        sides = range(len(outcome.points))
        others = [tuple(side for side in sides if side != gone) for gone in sides]
        assert told["without"] == [list(position.leaders(left)) for left in others]
        parsed = [game.parse_move(move) for move in moves]
        assert told["public"] == [game.is_public(move) for move in parsed]
        for seen in told["seen"]:
            observer = seen["observer"]
            assert seen["table"] == write(position.view(observer)).decode(), (game.name, seed, len(moves), observer)
            known, heard = game.redact(options, deal, parsed, observer)
            assert (seen["deal"], seen["moves"]) == (known, [str(move) for move in heard])
            agreed += 1
    return agreed


def _python(ask: Any, *arguments: Any) -> Any:
    try:
        return json.loads(msgspec.json.encode(ask(*arguments)))
    except Refusal as refusal:
        return refusal.refusal, refusal.message, show_why(refusal.why)


def _page(engine: Engine, op: str, **asked: Any) -> Any:
    try:
        return engine.ask(op, **asked)
    except Refused as refused:
        return refused.code, str(refused), refused.why


def compare_objections(engine: Engine, game: Game, options: Options, seed: int, moments: int) -> int:
    """Compare what a move does, or why it is illegal, at some moments of a play."""
    chance = Random(seed)
    plays = list(random_play(game, options, seed))
    later = plays[-1][1]
    agreed = 0
    for deal, moves, _ in chance.sample(plays, min(moments, len(plays))):
        record = str(record_of(game, options, deal, moves))
        for move in (*TRIED, *chance.sample(later, min(6, len(later)))):
            for seat in (None, SPECTATOR, *seats_of(game, options)):
                expected = _python(study._studied, wire.StudyAsked(record, move, seat))
                assert _page(engine, "study", record=record, move=move, seat=seat) == expected, (record, move, seat)
                agreed += 1
    return agreed


def spoiled(text: str, chance: Random) -> str:
    """Return a text with something taken away, put in or changed."""
    at, other = chance.randrange(len(text)), chance.randrange(len(text))
    letter = chance.choice(SPOILING)
    kinds = (text[:at] + text[at + 1 :], text[:at] + letter + text[at:], text[:at] + letter + text[at + 1 :])
    return chance.choice((*kinds, text[: min(at, other)] + text[max(at, other) :]))


def compare_records(engine: Engine, game: Game, options: Options, seed: int, broken: int) -> int:
    """Compare deals, records of a whole match and of a half, as each observer may have them, and broken ones."""
    chance = Random(seed)
    secret = chance.randbytes(32)
    words = [f"wörd {seat} 😀" for seat in seats_of(game, options)]
    dealt = deals.dealt_record(game, options, secret, words)
    told = engine.ask("deal", game=game.name, options=options.words(), secret=secret.hex(), words=words)
    assert told == {"deal": dealt.tags[game.deal_tag], "hash": deals.commitment(secret)}
    _, moves, _ = list(random_play(game, options, seed, told["deal"]))[-1]
    whole = dealt.with_tags(DealOrder="1 hash 2", Note='a "quoted" \\ note')
    for move in moves:
        whole = whole.with_move(move)
    half = Record(whole.tags, whole.body[: len(whole.body) // 2])
    texts = [str(whole), str(half)]
    for observer in (SPECTATOR, *seats_of(game, options)):
        redacted = str(redact(half, observer))
        assert engine.ask("read", record=str(half), observer=observer)["text"] == redacted
        texts.append(redacted)
    texts += [spoiled(chance.choice(texts[:3]), chance) for _ in range(broken)]
    for text in texts:
        said, wanted = _page(engine, "replay", record=text), _python(study._replayed, text)
        if isinstance(said, tuple) and said[0] == "unknown-game":
            # So the page knows that the server may be asked, which has a game or tells what is wrong with the record.
            said = ("bad-record", f"record 1: {said[1]}", said[2])
        assert said == wanted, text
    return len(texts)


def laid_text(position: Position, chance: Random) -> str:
    """Return what lies there as somebody writes it down who walks around the table; a position of TOKAN as it is."""
    if not isinstance(position, ChocolatePosition):
        return str(position)
    right, down = chance.randint(-40, 40), chance.randint(-40, 40)
    cards = []
    for tier, x, y, card, smartie in position.field.cards:
        star = "*" if smartie and tier == 1 and not card.endswith("s") else ""
        cards.append(f"{card}{'@' if tier == 1 else '^'}{x + right},{y + down}{star}")
    chance.shuffle(cards)
    return " ".join([",".join(str(colour) for colour in position.colours), *cards])


def mislaid(text: str, chance: Random) -> str:
    """Return a table with a slip of the hand: a card shoved, turned, lifted, laid twice, taken away or secured."""
    colours, *words = text.split(" ")
    if not words or not (found := _LYING.fullmatch(words[at := chance.randrange(len(words))])):
        return spoiled(text, chance)
    card, sign, x, y, star = found[1], found[2], int(found[3]), int(found[4]), found[5]
    near = f"{x + chance.randint(-2, 2)},{y + chance.randint(-2, 2)}"
    slips: tuple[list[str], ...] = (
        [f"{card}{sign}{near}{star}"],
        [f"{card[1:4]}{card[0]}{card[4:]}{sign}{x},{y}{star}"],
        [f"{card}{'^' if sign == '@' else '@'}{x},{y}"],
        [words[at], words[at]],
        [],
        [f"{card}{sign}{x},{y}{'' if star else '*'}"],
        [words[at], f"{chance.choice(words)[:4]}^{near}"],
    )
    said = chance.choice((colours, colours, colours, "D,W", "W,M", "D,D", "D,W,M", "X,W"))
    return " ".join([said, *words[:at], *chance.choice(slips), *words[at + 1 :]])


def compare_counts(engine: Engine, game: Game, options: Options, seed: int, tables: int) -> tuple[int, set[str]]:
    """Compare tables that are counted, byte by byte, and why others are impossible; return what was found wrong."""
    chance = Random(seed)
    plays = [play for play in random_play(game, options, seed) if "draft" not in str(options) or len(play[1]) > 30]
    counted, wrong = 0, set()
    for number in range(tables):
        _, _, position = plays[-1] if number == 0 else chance.choice(plays)
        if isinstance(position, ChocolatePosition) and None in position.colours:
            continue
        good = laid_text(position, chance)
        for text in (good, mislaid(good, chance), mislaid(mislaid(good, chance), chance), spoiled(good, chance)):
            expected = _python(study._counted, wire.CountAsked(game.name, text, options.words()))
            told = _page(engine, "count", game=game.name, options=options.words(), table=text)
            assert json.dumps(told) == json.dumps(expected), (game.name, str(options), text)
            if isinstance(expected, dict):
                counted += 1
            else:
                wrong.add((expected[2] or {"code": expected[0]})["code"])
    return counted, wrong


def _begun(game: Game, options: Options, text: str) -> tuple[Position | None, Any]:
    """Return a start, or what it is refused with: the code, the sentence, and the code and parameters of its flaw."""
    try:
        return game.start(options, text), None
    except TafelrundeError as error:
        return None, (error.code, str(error), show_why(getattr(error, "why", None)))


def compare_starts(engine: Engine, game: Game, options: Options, seed: int, tables: int) -> tuple[int, set[str]]:
    """Compare games that begin with a table laid by hand, and why others cannot; return what was found wrong."""
    chance = Random(seed)
    plays = list(random_play(game, options, seed))
    begun, wrong = 0, set()
    for _ in range(tables):
        position = chance.choice(plays)[2]
        assert isinstance(position, ChocolatePosition)
        good = start_text(position)
        head, *parts = good.split(" / ")
        # Slips in the field, and cards and whole hands in a wrong place.
        slip = mislaid(head, chance) if " " in head else head
        shuffled = good.split(" ")
        first, second = chance.randrange(len(shuffled)), chance.randrange(len(shuffled))
        shuffled[first], shuffled[second] = shuffled[second], shuffled[first]
        swapped = chance.sample(parts, len(parts))
        hidden, _ = game.redact(options, good, [], chance.choice([SPECTATOR, *seats_of(game, options)]))
        for text in (
            good,
            " / ".join([slip, *parts]),
            " ".join(shuffled),
            " / ".join([head, *swapped]),
            spoiled(good, chance),
            " / ".join([re.sub("[DMW],|[DMW] ", lambda found: f"-{found[0][1]}", head, count=2), *parts]),
            hidden,
        ):
            start, refused = _begun(game, options, text)
            if refused or start is None:
                told = _page(
                    engine, "standing", game=game.name, options=options.words(), deal=text, moves=[], observers=[]
                )
                assert told[1:] == refused[1:], (game.name, str(options), text)
                wrong.add((refused[2] or {"code": refused[0]})["code"])
                continue
            moves = [str(move) for move in chance.sample(start.legal_moves(), min(1, len(start.legal_moves())))]
            after = start.play(moves[0]) if moves else start
            observers = [SPECTATOR, *seats_of(game, options)]
            told = engine.ask(
                "standing", game=game.name, options=options.words(), deal=text, moves=moves, observers=observers
            )
            for seen in told["seen"]:
                observer = seen["observer"]
                assert seen["table"] == write(after.view(observer)).decode(), (game.name, text, moves, observer)
                known, heard = game.redact(options, text, [game.parse_move(move) for move in moves], observer)
                assert (seen["deal"], seen["moves"]) == (known, [str(move) for move in heard])
            begun += 1
    return begun, wrong


def compare_levels(engine: Engine, game: Game, options: Options, seed: int, moments: int, nodes: int) -> int:
    """Compare the moves of all levels at some moments of a play, asked with what the seat may know."""
    chance = Random(seed)
    plays = [play for play in random_play(game, options, seed) if not play[2].is_over]
    agreed = 0
    for deal, moves, position in chance.sample(plays, min(moments, len(plays))):
        record = str(redact(record_of(game, options, deal, moves), position.seat))
        for level in bots.LEVELS:
            asked = {"record": record, "level": level, "nodes": nodes, "seed": chance.randrange(1 << 53)}
            expected = bots.answer(json.dumps({**asked, "seat": position.seat + 1}))
            del expected["seconds"]
            assert engine.ask("think", **asked, seat=position.seat) == expected, asked
            agreed += 1
    return agreed


def compare_match(engine: Engine, game: Game, options: Options, seed: int, levels: list[int], nodes: int) -> int:
    """Let levels play a whole match, each seat asked with its own record, and compare every move with Python's."""
    chance = Random(seed)
    deal = game.deal(options, chance)
    position = game.start(options, deal)
    moves: list[str] = []
    while not position.is_over:
        seat = position.seat
        record = str(redact(record_of(game, options, deal, moves), seat))
        level = levels[seat % len(levels)]
        asked = {"record": record, "level": level, "nodes": nodes, "seed": chance.randrange(1 << 53)}
        move = engine.ask("think", **asked, seat=seat)["move"]
        assert move == bots.answer(json.dumps({**asked, "seat": seat + 1}))["move"], asked
        moves.append(move)
        position = position.play(move)
    return len(moves)


def compare_analysis(engine: Engine, game: Game, options: Options, seed: int, nodes: int) -> int:
    """Compare the analysis of a whole match."""
    deal, moves, _ = list(random_play(game, options, seed))[-1]
    record = record_of(game, options, deal, moves)
    expected = wire.show_analysis(analyse(record, budget=Budget(nodes=nodes)))
    told = engine.ask("analyse", record=str(record), nodes=nodes)
    assert told == json.loads(msgspec.json.encode(expected))
    return len(moves)


def compare_solutions(engine: Engine, game: Game, options: Options, seed: int, moments: int, positions: int) -> int:
    """Compare what the solver finds out at some moments of a play."""
    chance = Random(seed)
    plays = [play for play in random_play(game, options, seed) if "draft" not in str(options) or len(play[1]) > 20]
    agreed = 0
    for deal, moves, position in chance.sample(plays, min(moments, len(plays))):
        record = str(record_of(game, options, deal, moves))
        found = Solver(128 << 20, 1).solve(position, Limits(None, positions), margin=True, line=True)  # type: ignore[arg-type]
        told = engine.ask("solve", record=record, positions=positions)
        assert (told["value"], told["margin"], told["best"]) == (found.result, found.margin, found.best)
        assert (told["line"], told["positions"]) == (list(found.line), found.positions)
        agreed += 1
    return agreed
