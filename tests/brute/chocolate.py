"""Scho K.O. and Schokoly on dictionaries of cells."""

from __future__ import annotations

from dataclasses import dataclass, field

SIDES = ((1, 0), (-1, 0), (0, 1), (0, -1))
CORNERS = ((0, 0), (1, 0), (1, 1), (0, 1))

Cell = tuple[int, int]


def looks(card: str) -> set[str]:
    """The rotations of a card."""
    pieces, printed = card[:4], card[4:]
    return {pieces[i:] + pieces[:i] + printed for i in range(4)}


def held(card: str) -> str:
    """A card as it is held."""
    return min(looks(card))


def square(place: Cell) -> list[Cell]:
    """The four cells of a card, clockwise from the top left."""
    return [(place[0] + dx, place[1] + dy) for dx, dy in CORNERS]


def beside(cell: Cell) -> list[Cell]:
    """The four cells that share a side with a cell."""
    return [(cell[0] + dx, cell[1] + dy) for dx, dy in SIDES]


@dataclass
class Lying:
    """A card that lies in the field."""

    card: str
    place: Cell
    tier: int
    smartie: bool

    def cells(self) -> dict[Cell, str]:
        return dict(zip(square(self.place), self.card[:4], strict=True))


@dataclass
class Sight:
    """By cell: the colour seen from above and the cards in both tiers; by place: the sides where a card would touch."""

    colours: dict[Cell, str]
    below: dict[Cell, Lying]
    above: dict[Cell, Lying]
    touching: dict[Cell, list[tuple[Cell, Cell]]] = field(default_factory=dict)


@dataclass
class Ground:
    """A field of lying cards."""

    lying: list[Lying] = field(default_factory=list)

    def tier(self, tier: int) -> dict[Cell, Lying]:
        """The card of a tier that covers each cell."""
        return {cell: card for card in self.lying if card.tier == tier for cell in card.cells()}

    def visible(self) -> dict[Cell, str]:
        """The colours seen from above."""
        colours: dict[Cell, str] = {}
        for tier in (1, 2):
            for card in self.lying:
                if card.tier == tier:
                    colours.update(card.cells())
        return colours

    def contacts(self, place: Cell) -> list[tuple[Cell, Cell]]:
        """Pairs of an own cell and a cell outside that share a side."""
        own = square(place)
        return [(cell, other) for cell in own for other in beside(cell) if other not in own]

    def sight(self) -> Sight:
        """The field as it lies now."""
        return Sight(self.visible(), self.tier(1), self.tier(2))

    def fits(self, card: str, place: Cell, tier: int, sight: Sight) -> bool:
        """Whether a card may lie at a place."""
        if not self.lying:
            return place == (0, 0) and tier == 1
        colours, below, above = sight.colours, sight.below, sight.above
        pieces = dict(zip(square(place), card[:4], strict=True))
        if place not in sight.touching:
            sight.touching[place] = [(own, other) for own, other in self.contacts(place) if other in colours]
        touching = sight.touching[place]
        if not any(pieces[own] == colours[other] for own, other in touching):
            return False
        if tier == 1:
            return len(touching) >= 2 and not any(cell in below for cell in pieces)
        if not all(cell in below for cell in pieces) or any(cell in above for cell in pieces):
            return False
        carrying = [below[cell] for cell in pieces]
        return len({id(card) for card in carrying}) >= 2 and not any(card.smartie for card in carrying)

    def around(self) -> set[Cell]:
        """Every place that could possibly matter."""
        if not self.lying:
            return {(0, 0)}
        xs = [card.place[0] for card in self.lying]
        ys = [card.place[1] for card in self.lying]
        return {(x, y) for x in range(min(xs) - 2, max(xs) + 3) for y in range(min(ys) - 2, max(ys) + 3)}

    def securable(self) -> list[Cell]:
        """The first-tier cards without a smartie that can be seen."""
        above = self.tier(2)
        return [
            card.place
            for card in self.lying
            if card.tier == 1 and not card.smartie and any(cell not in above for cell in card.cells())
        ]

    def groups(self, colour: str) -> list[set[Cell]]:
        """The groups of a colour, the largest first."""
        left = {cell for cell, seen in self.visible().items() if seen == colour}
        found = []
        while left:
            group: set[Cell] = set()
            waiting = [next(iter(left))]
            while waiting:
                cell = waiting.pop()
                if cell in left:
                    left.remove(cell)
                    group.add(cell)
                    waiting += beside(cell)
            found.append(group)
        return sorted(found, key=len, reverse=True)

    def touches(self, group: set[Cell], colour: str) -> int:
        """The sides that a group shares with pieces of a colour."""
        colours = self.visible()
        return sum(colours.get(other) == colour for cell in group for other in beside(cell))


class BruteChocolate:
    """A game of Scho K.O. (two seats, no loose smarties) or Schokoly that is changed by every move."""

    def __init__(self, game: str, deck: str, players: int = 2, swap: bool = True, ties: str = "draw") -> None:
        cards = deck.split()
        self.game, self.seats = game, players
        self.second_decides = game == "schoko" or ties == "second"
        self.sides = 3 if players == 3 else 2
        self.palette = "DW" if game == "schoko" else "DMW"
        self.swapping = game == "schokoly" and players == 3 and swap
        self.hands = [cards[4 * seat : 4 * seat + 4] for seat in range(players)]
        self.stack = cards[4 * players :]
        self.smarties = [0 if game == "schoko" else 12 // players] * players
        self.colours: list[str | None] = [None] * self.sides
        self.ground = Ground()
        self.to_move = self.passes = 0
        self.offered: tuple[int, str] | None = None
        self.countered: str | None = None
        self.swapped = False

    @property
    def over(self) -> bool:
        return self.passes == self.seats or not (self.stack or any(self.hands))

    @property
    def seat(self) -> int:
        """The seat that decides."""
        return self.to_move if self.offered is None or self.countered is not None else self.offered[0]

    def prefixes(self) -> list[str]:
        """What may stand in front of a turn."""
        if self.colours[self.to_move % self.sides] is not None:
            return [""]
        return [f"{colour}:" for colour in self.palette if colour not in self.colours]

    def placings(self, card: str, sight: Sight | None = None) -> set[str]:
        """All turns with one card, in all rotations."""
        found = set()
        smartie = self.smarties[self.to_move] > 0
        targets = self.ground.securable() if smartie else []
        sight = sight or self.ground.sight()
        for look in looks(card):
            for x, y in self.ground.around():
                if self.ground.fits(look, (x, y), 1, sight):
                    found.add(f"{look}@{x},{y}")
                    if smartie:
                        found.add(f"{look}@{x},{y}*")
                        found |= {f"{look}@{x},{y}*{u},{v}" for u, v in targets}
                if (smartie or card.endswith("s")) and self.ground.fits(look, (x, y), 2, sight):
                    found.add(f"{look}^{x},{y}")
        return found

    def moves(self) -> set[str]:
        """All legal turns, swap actions left out."""
        if self.over or self.offered:
            return set()
        sight = self.ground.sight()
        placed = {turn for card in set(self.hands[self.to_move]) for turn in self.placings(card, sight)}
        return {prefix + turn for prefix in self.prefixes() for turn in placed} or {"pass"}

    def swap_actions(self) -> set[str]:
        """All legal swap actions."""
        if self.over or not self.swapping:
            return set()
        if self.offered is None:
            if self.swapped or None in self.colours:
                return set()
            others = [seat for seat in range(self.seats) if seat != self.to_move]
            return {f"offer {seat + 1} {card}" for seat in others for card in self.hands[self.to_move]}
        if self.countered is None:
            return {"decline", *(f"counter {card}" for card in self.hands[self.offered[0]])}
        return {"accept", "reject"}

    def play(self, move: str) -> None:
        """Make a legal move."""
        words = move.split()
        if move == "pass":
            self.passes += 1
            self.next_turn()
        elif words[0] == "offer":
            self.offered = int(words[1]) - 1, words[2]
            self.swapped = True
        elif words[0] == "counter":
            self.countered = words[1]
        elif words[0] in ("decline", "reject", "accept"):
            self.close_swap(words[0] == "accept")
        else:
            self.place(move)

    def close_swap(self, accepted: bool) -> None:
        assert self.offered is not None
        partner, card = self.offered
        if accepted:
            assert self.countered is not None
            self.hands[self.to_move].remove(card)
            self.hands[partner].remove(self.countered)
            self.hands[self.to_move].append(self.countered)
            self.hands[partner].append(card)
        self.offered = self.countered = None

    def place(self, move: str) -> None:
        if move[1] == ":":
            self.announce(move[0])
            move = move[2:]
        tier = 2 if "^" in move else 1
        card, rest = move.replace("^", "@").split("@")
        where, star, target = rest.partition("*")
        place = _cell(where)
        lying = Lying(card, place, tier, card.endswith("s") or tier == 2 or (star == "*" and not target))
        self.ground.lying.append(lying)
        if target:
            (secured,) = (other for other in self.ground.lying if other.tier == 1 and other.place == _cell(target))
            secured.smartie = True
        if star or (tier == 2 and not card.endswith("s")):
            self.smarties[self.to_move] -= 1
        self.hands[self.to_move].remove(held(card))
        if self.stack:
            self.hands[self.to_move].append(self.stack.pop(0))
        self.passes = 0
        self.next_turn()

    def announce(self, colour: str) -> None:
        self.colours[self.to_move % self.sides] = colour
        left = [colour for colour in self.palette if colour not in self.colours]
        if len(left) == 1 and self.colours.count(None) == 1:
            self.colours[self.colours.index(None)] = left[0]

    def next_turn(self) -> None:
        self.to_move = (self.to_move + 1) % self.seats
        self.swapped = False

    def neutral(self) -> list[tuple[set[Cell], list[int]]]:
        """The neutral groups with the contacts of both sides."""
        if self.sides == 3 or self.game == "schoko" or None in self.colours:
            return []
        (colour,) = (colour for colour in self.palette if colour not in self.colours)
        return [
            (group, [self.ground.touches(group, str(side)) for side in self.colours])
            for group in self.ground.groups(colour)
        ]

    def score(self) -> dict[str, object]:
        """What the command `score` answers."""
        groups = [self.ground.groups(colour) if colour else [] for colour in self.colours]
        points = [len(mine[0]) if mine else 0 for mine in groups]
        for group, (first, second) in self.neutral():
            if len(group) >= 6 and first != second:
                points[0 if first > second else 1] += len(group)
        ranks = [(total, 0) for total in points]
        if self.second_decides:
            ranks = [(total, len(mine[1]) if len(mine) > 1 else 0) for total, mine in zip(points, groups, strict=True)]
        best = [side for side, rank in enumerate(ranks) if rank == max(ranks)]
        winner = best[0] if self.over and len(best) == 1 else None
        return {"over": self.over, "points": points, "winner": winner}


def _cell(text: str) -> Cell:
    x, y = text.split(",")
    return int(x), int(y)
