"""A match that is blanked move by move tells at every moment what blanking its beginning as a whole would tell."""

from __future__ import annotations

from hypothesis import given

from tafelrunde.records.record import Record, move_token
from tafelrunde.records.replay import view_of
from tests.strategies import ALL, SWAPPING, PlayedMatch, matches


@given(matches([*ALL, SWAPPING]))
def test_every_beginning_is_blanked_as_a_whole_match_would_be(match: PlayedMatch) -> None:
    of = match.variant
    redactor = of.game.redactor(of.options, match.deal)
    for number, position in enumerate(match.positions):
        for observer in of.observers:
            deal, heard = redactor.known(observer)
            whole_deal, whole = of.game.redact(of.options, match.deal, match.moves[:number], observer)
            assert (deal, list(heard)) == (whole_deal, list(whole))
        if number < len(match.moves):
            redactor.add(position, match.moves[number], match.positions[number + 1])


@given(matches([SWAPPING], limit=16))
def test_what_is_told_leads_to_the_view_of_the_observer(match: PlayedMatch) -> None:
    of = match.variant
    redactor = of.game.redactor(of.options, match.deal)
    tags = {"Game": of.game.name, **of.options.tags()}
    for number, position in enumerate(match.positions):
        for observer in of.observers:
            deal, heard = redactor.known(observer)
            record = Record({**tags, of.game.deal_tag: deal}, tuple(map(move_token, heard)))
            assert view_of(record, observer) == position.view(observer)
        if number < len(match.moves):
            redactor.add(position, match.moves[number], match.positions[number + 1])
