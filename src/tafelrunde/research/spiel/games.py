"""The games, states and observers of OpenSpiel.

A game that has a tree of its own has a line in `SPIELS`; every other game that lists its moves has the general one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, ClassVar
from urllib.parse import quote, unquote

import numpy as np
import pyspiel

from tafelrunde.games.core import Game, Options, Position
from tafelrunde.games.errors import BadSetup
from tafelrunde.games.registry import all_games, find_game
from tafelrunde.records.record import read_record
from tafelrunde.records.replay import replay
from tafelrunde.research.reward import limits, rewards
from tafelrunde.research.spaces import Space
from tafelrunde.research.spiel.chocolate import ChocolateSpiel
from tafelrunde.research.spiel.general import GeneralSpiel
from tafelrunde.research.spiel.node import TERMINAL, Node, SpielRules
from tafelrunde.research.spiel.tokan import TokanSpiel

SPIELS: dict[str, type[SpielRules]] = {
    "tokan": TokanSpiel,
    "schoko": ChocolateSpiel,
    "schokoly": ChocolateSpiel,
}
"""What OpenSpiel is told of a game, by its name."""

RECORD = "record"

NO_TENSOR = "There is no information state tensor: use observation_tensor, or information_state_string."


def spiel_name(game: str) -> str:
    """Return the short name that OpenSpiel knows a game by."""
    return f"tafelrunde_{game}"


def spiel_rules(game: Game, options: Options) -> SpielRules:
    """Return what OpenSpiel is told of a game with its options; raise BadSetup where that cannot be."""
    return SPIELS.get(game.name, GeneralSpiel)(game, options)


def start_after(game: str, text: str) -> tuple[SpielRules, Node]:
    """Return the rules and the moment after the last move of a game's open record; raise RecordError or BadSetup."""
    told = replay(read_record(text))
    if told.game is not find_game(game):
        raise BadSetup(f"this is a record of {told.game.title}")
    if told.final.is_over:
        raise BadSetup("the game of the record is over")
    if not isinstance(told.final, Position):
        raise BadSetup("a game begins with an open record")
    rules = spiel_rules(told.game, told.options)
    rules.has_chance = False  # everything is dealt, and an open record tells the order of what is drawn
    return rules, rules.resumed(told)


def game_type(rules: SpielRules) -> Any:
    """Describe a game to OpenSpiel."""
    kinds = pyspiel.GameType
    game, options = rules.game, rules.game.options_type
    words = {option: int(first) if first.isdigit() else first for option, (first, *_) in options.CHOICES.items()}
    seats = game.numbers_of_seats()
    chance, hidden = rules.has_chance, rules.has_secrets
    return pyspiel.GameType(
        short_name=spiel_name(game.name),
        long_name=game.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC if chance else kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.IMPERFECT_INFORMATION if hidden else kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=max(seats),
        min_num_players=min(seats),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={**words, RECORD: ""},
    )


def in_one_word(record: str) -> str:
    """Return a record as the parameter of a game whose text is read again: OpenSpiel takes that apart at commas."""
    return quote(record.strip(), safe="")


def written(record: str) -> str:
    """Return the record that a parameter is, as it was written or in one word."""
    return unquote(record) if record.startswith(quote("[")) else record


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """A game of Tafelrunde with its options; raise BadOptions, RecordError or BadSetup for wrong parameters."""

    game: ClassVar[str]
    """The name of the game."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = dict(params or {})
        record = written(str(given.pop(RECORD, "")))
        if record:
            self.rules, self.start = start_after(self.game, record)
        else:
            game = find_game(self.game)
            options = game.options_type.read({option: str(word) for option, word in given.items()})
            self.rules = spiel_rules(game, options)
            self.start = self.rules.first()
        least, most = limits(self.rules.game, self.rules.options)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.space.size,
            max_chance_outcomes=self.rules.most_chances if self.rules.has_chance else 0,
            num_players=self.rules.game.seats(self.rules.options),
            min_utility=min(-1.0, least),
            max_utility=max(1.0, most),
            utility_sum=0.0,
            max_game_length=self.rules.longest,
        )
        asked = dict(params or {})
        if record:
            asked[RECORD] = in_one_word(record)
        super().__init__(game_type(self.rules), info, asked)

    def __reduce__(self) -> tuple[Any, ...]:
        # Its class is made when the game is registered, so that pickle would look for it in vain.
        return _loaded, (spiel_name(self.game), self.get_parameters())

    @property
    def space(self) -> Space:
        """The actions and observations."""
        return self.rules.space

    def new_initial_state(self) -> SpielState:
        """Return the beginning."""
        return SpielState(self, self.start)

    def information_state_tensor_shape(self) -> list[int]:
        """Raise SpielError: what a seat has learned since the beginning is told in words."""
        raise pyspiel.SpielError(NO_TENSOR)

    def information_state_tensor_size(self) -> int:
        """Raise SpielError, see `information_state_tensor_shape`."""
        raise pyspiel.SpielError(NO_TENSOR)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver | None:
        """Return what looks at states for a player; None for a look that would tell less, or more, than a seat sees."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        everything = not self.rules.has_secrets and kind.private_info == pyspiel.PrivateInfoType.NONE
        if not kind.public_info or not (everything or kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER):
            return None
        return SpielObserver(self.space, kind, params)


def _loaded(name: str, parameters: dict[str, Any]) -> Any:
    """Return a game that was written to a file or sent to another process."""
    return pyspiel.load_game(name, parameters)


class SpielState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no types
    """A moment of a match."""

    def __init__(self, game: SpielGame, node: Node) -> None:
        super().__init__(game)
        self.node = node

    def information_state_tensor(self, _player: int | None = None) -> list[float]:
        """Raise SpielError: what a seat has learned since the beginning is told in words."""
        raise pyspiel.SpielError(NO_TENSOR)

    def current_player(self) -> int:
        """Return who decides."""
        return self.node.player

    def _legal_actions(self, player: int) -> list[int]:
        return self.node.legal

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return what chance may bring."""
        return self.node.possible

    def _apply_action(self, action: int) -> None:
        self.node.check(action)
        self.node = self.node.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.node.text(action)

    def is_terminal(self) -> bool:
        """Return whether the match is over."""
        return self.node.player == TERMINAL

    def returns(self) -> list[float]:
        """Return 1 for winners, -1 for losers (with three seats -0.5), 0 for a draw and before the end."""
        rules: SpielRules = self.get_game().rules
        return rewards(rules.game, rules.options, self.node.outcome().winner if self.is_terminal() else None)

    def resample_from_infostate(self, player: int, probability_sampler: Callable[[], float]) -> SpielState:
        """Return a state that a player cannot tell from this one; its history begins there."""
        return SpielState(self.get_game(), self.node.resampled(player, probability_sampler))

    def __str__(self) -> str:
        return str(self.node)


class SpielObserver:
    """Looks at states for a player: with perfect recall all that was learned, in words, else what the table shows.

    `tensor` is float32 [number], all arrays of the space one after the other; `dict` has them by name, in the shapes of
    its boxes.
    """

    def __init__(self, space: Space, kind: Any, params: Any) -> None:
        if params:
            raise BadSetup("observers have no parameters")
        self._recall: bool = kind.perfect_recall
        self.tensor: Any = None
        self.dict: dict[str, Any] = {}
        if self._recall:
            return
        boxes = space.boxes
        sizes = [int(np.prod(box.shape)) for box in boxes.values()]
        self.tensor = np.zeros(sum(sizes), np.float32)
        begin = 0
        for (name, box), size in zip(boxes.items(), sizes, strict=True):
            self.dict[name] = self.tensor[begin : begin + size].reshape(box.shape)
            begin += size

    def set_from(self, state: SpielState, player: int) -> None:
        """Write what a player sees; zeros while cards are dealt."""
        if self._recall:
            return
        seen = state.node.observe(player)
        if seen is None:
            self.tensor.fill(0)
            return
        for name, array in seen.items():
            self.dict[name][...] = array

    def string_from(self, state: SpielState, player: int) -> str:
        """Return what a player knows, in words."""
        if self._recall:
            return state.node.known(player)
        view = state.node.view(player)
        return "" if view is None else f"{player + 1}: {view.diagram()}"


KINDS: dict[str, type[SpielGame]] = {}
"""What makes a game: a class, since OpenSpiel keeps it until after Python has ended, and classes stay that long."""


def register() -> None:
    """Make all games known to `pyspiel.load_game`, but for those that have no tree; known ones stay."""
    known = set(pyspiel.registered_names())
    for name, game in all_games().items():
        if spiel_name(name) in known:
            continue
        with suppress(BadSetup):
            rules = spiel_rules(game, game.options_type())
            KINDS[name] = type(f"Spiel{name.capitalize()}", (SpielGame,), {"game": name})
            pyspiel.register_game(game_type(rules), KINDS[name])
