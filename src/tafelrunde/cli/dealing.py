"""The commands around deals: new and verify."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from typing import Annotated

import typer

from tafelrunde.cli.io import Refused, numbered_records, one_record, write, write_to
from tafelrunde.cli.params import File, Game, Names, OptionWords, Preset, Seed, Words
from tafelrunde.games import core
from tafelrunde.games.errors import BadOptions, quoted
from tafelrunde.games.registry import find_game
from tafelrunde.records import deals
from tafelrunde.records.record import Record, RecordError
from tafelrunde.records.replay import replay, revanche

MAX_NAME = 60


def new(
    game: Game = None,
    *,
    option: OptionWords = None,
    preset: Preset = None,
    seed: Seed = None,
    word: Words = None,
    name: Names = None,
    revanche_of: Annotated[
        str | None,
        typer.Option("--revanche", metavar="FILE", help="Write a return match (Revanche) of a record in FILE."),
    ] = None,
    output: Annotated[str | None, typer.Option("--output", "-o", metavar="OUT", help="The file to write.")] = None,
) -> None:
    """Write the record of a new game, with a deal that anybody can verify.

    The deal follows from a secret, which is random or comes from --seed, and from one word for each seat.

    Examples: tafelrunde new tokan -o game.txt;
    tafelrunde new schokoly -p players=3 --name Anna --name Ben --name Cleo --seed "Friday"
    """
    if revanche_of is not None:
        if game is not None or option or preset or seed or word or name:
            raise Refused("--revanche takes everything from the record and cannot be combined with other arguments")
        write_to(output, str(revanche(one_record(revanche_of))))
        return
    if game is None:
        raise Refused("give a game, or a record with --revanche")
    rules = find_game(game)
    options = read_options(rules, preset, option or ())
    write_to(output, str(fresh_record(rules, options, seed, word or (), name or ())))


def verify(
    file: File,
    order: Annotated[
        bool, typer.Option("--order", help="Verified only if some seat gave its word after the hash was published.")
    ] = False,
) -> None:
    """Prove that each record's deal follows from its published secret and words.

    Prints one line per record: verified, sealed (the secret is not published yet), unsigned (nothing to prove) or
    false, with the reason, and whether it is proved that nobody could choose the deal. The exit status is 0 only if
    all records are verified.

    Example: tafelrunde verify game.txt
    """
    number, proved = 0, True
    for number, record in numbered_records(file):
        verdict = deals.verify(replay(record, number))
        proved = proved and verdict.status == "verified" and (verdict.is_ordered or not order)
        write(f"{verdict.status}: {verdict.reason}\n")
    if number == 0:
        raise RecordError(1, "there is no record")
    if not proved:
        raise typer.Exit(1)


def read_options(game: core.Game, preset: str | None, words: Sequence[str]) -> core.Options:
    """Read options: a preset's words, and single ones that win over them; raise BadOptions."""
    presets = game.options_type.PRESETS
    if preset is not None and preset not in presets:
        raise BadOptions(preset, f"the presets of {game.title} are: {', '.join(presets)}")
    chosen = dict(presets[preset]) if preset else {}
    given: dict[str, str] = {}
    for text in words:
        name, equals, word = text.partition("=")
        if not equals:
            raise BadOptions(text, "write name=value")
        if name in given:
            raise BadOptions(name, "given twice")
        given[name] = word
    return game.options_type.read({**chosen, **given})


def fresh_record(
    game: core.Game, options: core.Options, seed: str | None, words: Sequence[str], names: Sequence[str]
) -> Record:
    """Deal a game to seats with names; raise Refused for names or words that are too many or no plain text.

    A seat without a word of its own takes part with its name, or with its number.
    """
    check_texts(words, names, game.seats(options))
    given = [*words, *names[len(words) :]]
    given += [f"seat {seat}" for seat in range(len(given) + 1, game.seats(options) + 1)]
    record = deals.dealt_record(game, options, secret_from(seed), given)
    return record.with_tags(**{f"Seat{seat}": name for seat, name in enumerate(names, start=1)})


def check_texts(words: Sequence[str], names: Sequence[str], seats: int | None) -> None:
    """Raise Refused for words or names that are no plain text, or more than there are seats, if that is known."""
    for texts, kind, limit in ((names, "names", MAX_NAME), (words, "words", deals.MAX_WORD)):
        for text in texts:
            if not (text.isprintable() and text.strip() and len(text) <= limit):
                raise Refused(f"{quoted(text)} is not a line of 1 to {limit} printable characters")
        if seats is not None and len(texts) > seats:
            raise Refused(f"there are {len(texts)} {kind} for {seats} seats")


def secret_from(seed: str | None) -> bytes:
    """Return the secret of a deal: random bytes, or always the same ones for a seed."""
    if seed is None:
        return os.urandom(deals.SECRET_BYTES)
    return hashlib.sha256(b"tafelrunde-seed-1\0" + seed.encode("utf-8", "surrogateescape")).digest()
