"""The games, states and observers of OpenSpiel."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import numpy as np
import pyspiel

from tafelrunde.games.chocolate.game import ChocolateGame
from tafelrunde.games.chocolate.position import ChocolatePosition
from tafelrunde.games.core import Game, Options
from tafelrunde.games.errors import BadSetup
from tafelrunde.games.registry import GAMES
from tafelrunde.games.tokan import TokanOptions, TokanPosition
from tafelrunde.native import chocolate, tokan
from tafelrunde.records.record import read_record
from tafelrunde.records.replay import replay
from tafelrunde.research.spaces import Space, TokanSpace
from tafelrunde.research.spaces.chocolate import TYPES
from tafelrunde.research.spiel.chocolate import ChocolateNode
from tafelrunde.research.spiel.node import TERMINAL, Node
from tafelrunde.research.spiel.tokan import OUTCOMES, TokanNode

NAMES = {f"tafelrunde_{name}": name for name in GAMES}
RECORD = "record"
LONGEST_TOKAN = 20 + 435
"""Placings, and moves: each lifts tiles by at least a level, and thirty tiles are at most 465 levels high, from 30."""


def first_node(game: Game, options: Options) -> Node:
    """Return the moment before anything is dealt."""
    if isinstance(game, ChocolateGame):
        return ChocolateNode(game.rules(options))
    assert isinstance(options, TokanOptions)
    return TokanNode(options)


def node_after(text: str) -> Node:
    """Return the moment after the last move of an open record; raise RecordError or BadSetup."""
    final = replay(read_record(text)).final
    if final.is_over:
        raise BadSetup("the game of the record is over")
    if isinstance(final, TokanPosition):
        return TokanNode(final.options, position=tokan.NativePosition(final), log=(str(final),))
    if not isinstance(final, ChocolatePosition):
        raise BadSetup("a game begins with an open record")
    position = chocolate.NativePosition(final)
    node = ChocolateNode(final.rules, position=position, open_deck=True)
    told = {seat: " ".join(f"+{card}" for card in hand) for seat, hand in enumerate(final.hands)}
    return ChocolateNode(final.rules, position=position, open_deck=True, logs=node.told(told))


def longest(options: Options, game: Game) -> int:
    """Return a bound for the actions of a match."""
    if not isinstance(game, ChocolateGame):
        return LONGEST_TOKAN
    rules = game.rules(options)
    # Three steps a card; between two cards every seat may pass; in every turn three swap actions.
    turns = len(rules.deck) * rules.seats
    return 3 * len(rules.deck) + turns + 3 * turns * rules.swap


def game_type(name: str, game: Game) -> Any:
    """Describe a game to OpenSpiel."""
    hidden = isinstance(game, ChocolateGame)
    kinds = pyspiel.GameType
    options = game.options_type
    words = {key: int(first) if first.isdigit() else first for key, (first, *_) in options.CHOICES.items()}
    seats = [game.seats(options.read({"players": word})) for word in options.CHOICES.get("players", ())] or [2]
    return pyspiel.GameType(
        short_name=name,
        long_name=game.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
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


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """A game of Tafelrunde with its options; raise BadOptions, RecordError or BadSetup for wrong parameters."""

    name: ClassVar[str]
    """The name that OpenSpiel knows it by."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        name, given = self.name, dict(params or {})
        self.rules = GAMES[NAMES[name]]
        record = str(given.pop(RECORD, ""))
        if record:
            self.start = node_after(record)
            self.options = self.start.options
        else:
            self.options = self.rules.options_type.read({key: str(word) for key, word in given.items()})
            self.start = first_node(self.rules, self.options)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.space.size,
            max_chance_outcomes=len(TYPES) if isinstance(self.rules, ChocolateGame) else OUTCOMES,
            num_players=self.rules.seats(self.options),
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=longest(self.options, self.rules),
        )
        super().__init__(game_type(name, self.rules), info, dict(params or {}))

    @property
    def space(self) -> Space:
        """The actions and observations."""
        if isinstance(self.rules, ChocolateGame):
            return ChocolateNode(self.rules.rules(self.options)).space
        return TokanSpace(self.options)

    def new_initial_state(self) -> SpielState:
        """Return the beginning."""
        return SpielState(self, self.start)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver | None:
        """Return what looks at states for a player; None for a look that would tell less, or more, than a seat sees."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        everything = not isinstance(self.rules, ChocolateGame) and kind.private_info == pyspiel.PrivateInfoType.NONE
        if not kind.public_info or not (everything or kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER):
            return None
        return SpielObserver(self.space, kind, params)


class SpielState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no types
    """A moment of a match."""

    def __init__(self, game: SpielGame, node: Node) -> None:
        super().__init__(game)
        self.node = node

    def current_player(self) -> int:
        """Return who decides."""
        return self.node.player

    def _legal_actions(self, player: int) -> list[int]:
        return self.node.actions()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return what chance may bring."""
        return self.node.chances()

    def _apply_action(self, action: int) -> None:
        self.node = self.node.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.node.text(action)

    def is_terminal(self) -> bool:
        """Tell whether the match is over."""
        return self.node.player == TERMINAL

    def returns(self) -> list[float]:
        """Return 1 for winners, -1 for losers (with three seats -0.5), 0 for a draw and before the end."""
        game = self.get_game()
        seats: int = game.num_players()
        if not self.is_terminal() or (winner := self.node.outcome().winner) is None:
            return [0.0] * seats
        loss = -0.5 if seats == 3 else -1.0
        rules = GAMES[NAMES[game.get_type().short_name]]
        return [1.0 if rules.side(self.node.options, seat) == winner else loss for seat in range(seats)]

    def resample_from_infostate(self, player: int, probability_sampler: Callable[[], float]) -> SpielState:
        """Return a state that a player cannot tell from this one; its history begins there."""
        return SpielState(self.get_game(), self.node.resampled(player, probability_sampler))

    def __str__(self) -> str:
        return str(self.node)


class SpielObserver:
    """Looks at states for a player: with perfect recall all that was learned, in words, else what the table shows."""

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


# OpenSpiel keeps what makes a game until after Python has ended, so it must be a class: those are never taken away.


class TokanSpiel(SpielGame):
    """TOKAN."""

    name = "tafelrunde_tokan"


class SchokoSpiel(SpielGame):
    """Scho K.O."""

    name = "tafelrunde_schoko"


class SchokolySpiel(SpielGame):
    """Schokoly."""

    name = "tafelrunde_schokoly"


def register() -> None:
    """Make the games known to `pyspiel.load_game`."""
    known = set(pyspiel.registered_names())
    for game in (TokanSpiel, SchokoSpiel, SchokolySpiel):
        if game.name not in known:
            pyspiel.register_game(game_type(game.name, GAMES[NAMES[game.name]]), game)
