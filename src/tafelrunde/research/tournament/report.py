"""What came out of a tournament, as values, as JSON and as a page with plots."""

from __future__ import annotations

import html
import io
import json
import math
from dataclasses import dataclass
from typing import Any

from tafelrunde.games.registry import find_game
from tafelrunde.players.rating import Estimate
from tafelrunde.research.tournament.plan import Format
from tafelrunde.research.tournament.ratings import ratings
from tafelrunde.research.tournament.results import Results

VERSION = 1
"""The version of the JSON report."""


@dataclass(frozen=True)
class Row:
    """One entrant in the table, best first."""

    place: int
    entrant: int
    name: str
    games: int
    score: float
    """One a match won, a half for a draw; a bye counts as won."""
    elo: Estimate


def table(results: Results, estimates: list[Estimate] | None = None) -> list[Row]:
    """Return the entrants by score in a Swiss tournament, else by rating."""
    elo = ratings(results) if estimates is None else estimates
    scores = results.scores()
    by_score = results.tournament.format is Format.SWISS
    keys = [(scores[entrant], elo[entrant].value)[:: 1 if by_score else -1] for entrant in range(len(scores))]
    order = sorted(range(len(scores)), key=lambda entrant: (tuple(-number for number in keys[entrant]), entrant))
    return [
        Row(place, entrant, results.tournament.entrants[entrant], results.games(entrant), scores[entrant], elo[entrant])
        for place, entrant in enumerate(order, start=1)
    ]


def as_json(results: Results, rows: list[Row]) -> str:
    """Write everything there is to know, records included; numbers that are not finite are null."""
    tournament = results.tournament
    report: dict[str, Any] = {
        "version": VERSION,
        "game": tournament.game,
        "options": tournament.options,
        "format": str(tournament.format),
        "deals": tournament.deals,
        "rounds": tournament.rounds if tournament.format is Format.SWISS else None,
        "seed": tournament.seed,
        "balanced": tournament.balanced,
        "budget": {"seconds": tournament.budget.seconds, "nodes": tournament.budget.nodes},
        "table": [
            {
                "place": row.place,
                "player": row.name,
                "games": row.games,
                "score": row.score,
                "elo": _finite(row.elo.value),
                "low": _finite(row.elo.low),
                "high": _finite(row.elo.high),
            }
            for row in rows
        ],
        "crosstable": [
            {"player": row.name, "opponent": other.name, "games": games, "score": score}
            for row in rows
            for other in rows
            for score, games in [results.against(row.entrant, other.entrant)]
            if games
        ],
        "matches": [
            {
                "first": tournament.entrants[result.first],
                "second": tournament.entrants[result.second],
                "deal": result.deal + 1,
                "seating": result.match + 1,
                "score": result.score,
                "points": list(result.points),
                "forfeit": result.forfeit,
                "record": result.record,
            }
            for result in results.ordered()
        ],
    }
    return json.dumps(report, indent=1, ensure_ascii=False) + "\n"


def _finite(number: float) -> float | None:
    return round(number, 1) if math.isfinite(number) else None


def as_html(results: Results, rows: list[Row]) -> str:
    """Write a page that needs nothing else: table, crosstable, plots."""
    tournament = results.tournament
    title = f"{find_game(tournament.game).title}: {len(tournament.entrants)} players, {tournament.format}"
    head = "".join(f"<th scope=col>{row.place}</th>" for row in rows)
    crosstable = "".join(
        f"<tr><td>{row.place}</td><th scope=row>{html.escape(row.name)}</th>"
        + "".join(_cross(results, row, other) for other in rows)
        + "</tr>"
        for row in rows
    )
    body = "".join(
        f"<tr><td>{row.place}</td><th scope=row>{html.escape(row.name)}</th><td>{row.games}</td><td>{row.score:g}</td>"
        f"<td>{row.elo.value:+.0f}</td><td>{_limit(row.elo.low)} … {_limit(row.elo.high)}</td></tr>"
        for row in rows
    )
    forfeits = "".join(f"<li>{html.escape(result.forfeit)}</li>" for result in results.ordered() if result.forfeit)
    return f"""<!doctype html>
<html lang=en><meta charset=utf-8><meta name=viewport content="width=device-width">
<title>{html.escape(title)}</title>
<style>
body {{ font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }}
table {{ border-collapse: collapse }}
th, td {{ padding: .2rem .7rem; border-bottom: 1px solid #ccc; text-align: right }}
th[scope=row] {{ text-align: left; font-weight: 600 }} svg {{ max-width: 100%; height: auto }}
</style>
<h1>{html.escape(title)}</h1>
<p>{html.escape(tournament.options)} seed {html.escape(tournament.seed)}, {len(results.matches)} matches; every deal is
played with every seating. Elo by Bradley and Terry, 95&nbsp;% intervals from resampled deals.</p>
<h2>Table</h2>
<table><tr><th></th><th scope=row>player</th><th>games</th><th>score</th><th>Elo</th><th>95&nbsp;%</th></tr>
{body}</table>
{_ratings_plot(rows)}
<h2>Crosstable</h2>
<table><tr><th></th><th scope=row>score in % (games)</th>{head}</tr>{crosstable}</table>
<h2>Scores deal by deal</h2>
{_progress_plot(results, rows)}
{f"<h2>Forfeits</h2><ul>{forfeits}</ul>" if forfeits else ""}
</html>
"""


def _cross(results: Results, row: Row, other: Row) -> str:
    score, games = results.against(row.entrant, other.entrant)
    return f"<td>{100 * score:.0f} ({games})</td>" if games else "<td>·</td>"


def _limit(number: float) -> str:
    return f"{number:+.0f}" if math.isfinite(number) else "?"


def _ratings_plot(rows: list[Row]) -> str:
    figure, axes = _figure(0.5 + 0.35 * len(rows))
    for row in rows:
        finite = math.isfinite(row.elo.low) and math.isfinite(row.elo.high)
        # A quantile of few samples may lie on the wrong side of the estimate by a hair.
        errors = [[max(0, row.elo.value - row.elo.low)], [max(0, row.elo.high - row.elo.value)]] if finite else None
        axes.errorbar(row.elo.value, -row.place, xerr=errors, fmt="o", color="#5b3a1e", capsize=3)
    axes.set_yticks([-row.place for row in rows], [row.name for row in rows])
    axes.set_xlabel("Elo")
    axes.grid(axis="x", alpha=0.3)
    return _svg(figure)


def _progress_plot(results: Results, rows: list[Row]) -> str:
    figure, axes = _figure(3.2)
    for row in rows:
        shares: list[float] = []
        won = played = 0.0
        deal = None
        for result in results.ordered():
            if row.entrant in (result.first, result.second):
                if deal is not None and result.deal != deal:
                    shares.append(100 * won / played)
                deal = result.deal
                won += result.score if row.entrant == result.first else 1 - result.score
                played += 1
        if played:
            shares.append(100 * won / played)
        axes.plot(range(1, len(shares) + 1), shares, label=row.name)
    axes.xaxis.get_major_locator().set_params(integer=True)
    axes.set_xlabel("deals")
    axes.set_ylabel("score so far, %")
    axes.set_ylim(0, 100)
    figure.legend(loc="outside lower center", ncols=2, fontsize="small")
    axes.grid(alpha=0.3)
    return _svg(figure)


def _figure(height: float) -> tuple[Any, Any]:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, height), layout="constrained")
    return figure, figure.subplots()


def _svg(figure: Any) -> str:
    """Return a figure as an SVG element, the same every time."""
    from matplotlib import rc_context

    target = io.StringIO()
    with rc_context({"svg.hashsalt": "tafelrunde", "svg.fonttype": "none"}):
        figure.savefig(target, format="svg", metadata={"Date": None})
    text = target.getvalue()
    return text[text.index("<svg") :]
