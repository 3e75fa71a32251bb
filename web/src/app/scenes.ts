/** From what the server tells to what the boards draw. No rule is applied here: the server has applied them all. */
import { readTurn } from '../games/chocolate/board/turns';
import type {
  Cell, ChocolateLegal, ChocolateScene, ChocolateSeat, Colour, Group, LastTurn, Places, Tier, TokanDraft, TokanPlacing,
  TokanPlayer, TokanScene, TokanStep,
} from '../boards/types';
import type * as wire from '../wire';

/** What is known of a seat beside the table; it may change at any time without the table changing. */
export interface Sitter {
  readonly name: string;
  readonly away: boolean;
  readonly clock: string | undefined;
}

export interface SceneWish {
  readonly table: wire.ChocolateTable | wire.TokanTable;
  readonly options: Readonly<Record<string, string>>;
  readonly sides: readonly number[];
  readonly moves: readonly string[];
  /** The seat that looks; null for a spectator. */
  readonly viewer: number | null;
  /** Asked again whenever a name, a clock or somebody's presence is drawn. */
  readonly sitter: (seat: number) => Sitter;
  /** Whether nobody moves any more, whatever the table says. */
  readonly over: boolean;
  /** The winner of a match that ended otherwise than on the table. */
  readonly winner?: number | null;
}

const SWAP_WORDS = ['offer', 'counter', 'decline', 'accept', 'reject'];

export function isSwapMove(move: string): boolean {
  return SWAP_WORDS.includes(move.split(' ', 1)[0] ?? '');
}

/** The seat that made the last of some moves that are not part of a swap: turns go round. */
function seatOfLastTurn(moves: readonly string[], seats: number): number {
  return (moves.filter((move) => !isSwapMove(move)).length - 1) % seats;
}

function liveSeat(sitter: () => Sitter): TokanPlayer {
  // Read when drawn, so that a ticking clock does not make a new scene.
  return {
    get name() {
      return sitter().name;
    },
    get away() {
      return sitter().away;
    },
    get clock() {
      return sitter().clock as string;
    },
  };
}

// The chocolate games

function placesOf(looks: readonly wire.Looks[]): Places {
  const places: Record<Tier, Record<string, readonly Cell[]>> = { 1: {}, 2: {} };
  for (const { look, first, second } of looks) {
    places[1][look] = first;
    places[2][look] = second;
  }
  return places;
}

function chocolateLegal(legal: wire.ChocolateLegal): ChocolateLegal {
  const offers = legal.swap.filter((action) => action.startsWith('offer ')).map((action) => Number(action.split(' ')[1]) - 1);
  return {
    places: Object.fromEntries(Object.entries(legal.cards).map(([card, looks]) => [card, placesOf(looks)])),
    smartie: legal.smartie,
    targets: legal.secure,
    announce: legal.announce.length ? (legal.announce as Colour[]) : null,
    pass: legal.may_pass,
    offer: [...new Set(offers)].sort(),
  };
}

function lastTurn(moves: readonly string[], seats: number): LastTurn | null {
  for (let index = moves.length - 1; index >= 0; index--) {
    const move = moves[index] as string;
    if (isSwapMove(move)) continue;
    const turn = readTurn(move);
    if (!turn) return null;
    const { look, spot, smartie } = turn;
    return { seat: seatOfLastTurn(moves.slice(0, index + 1), seats), card: look, ...spot, smartie: smartie === 'self' ? [spot.x, spot.y] : smartie };
  }
  return null;
}

export function chocolateScene(wish: SceneWish, table: wire.ChocolateTable): ChocolateScene {
  const { sides, viewer } = wish;
  const colours = table.colours as (Colour | null)[];
  const over = wish.over || table.over;
  return {
    cards: table.field.map((card) => ({ ...card, tier: card.tier as Tier })),
    seats: table.hands.map((hand, seat): ChocolateSeat => {
      const base = { side: sides[seat] ?? seat, cards: hand.length, smarties: table.smarties[seat] ?? 0 };
      return Object.defineProperties(base, Object.getOwnPropertyDescriptors(liveSeat(() => wish.sitter(seat)))) as ChocolateSeat;
    }),
    sides: colours.map((colour, side) => ({ colour, points: table.points[side] ?? 0 })),
    viewer,
    hand: viewer === null ? [] : (table.hands[viewer] ?? []),
    turn: over ? null : table.seat,
    stack: table.stack,
    neutral: table.neutral_colour as Colour | null,
    groups: table.groups as readonly Group[],
    neutralGroups: table.neutral,
    last: lastTurn(wish.moves, table.hands.length),
    swap: table.swap && { from: table.swap.by, to: table.swap.to, offered: table.swap.offered, countered: table.swap.countered },
    legal: !over && viewer !== null && viewer === table.seat && table.legal ? chocolateLegal(table.legal) : null,
    winner: wish.winner === undefined ? table.winner : wish.winner,
  };
}

// TOKAN

export function readStep(move: string | undefined): TokanStep | null {
  const found = /^([a-f][1-5])([a-f][1-5])(?:\+(\d))?$/.exec(move ?? '');
  return found ? { source: found[1] as string, target: found[2] as string, carried: Number(found[3] ?? 0) } : null;
}

export function readPlacing(move: string | undefined): TokanPlacing | null {
  const found = /^([MJLmjl])@(-?\d+),(\d)$/.exec(move ?? '');
  return found ? { tile: found[1] as string, column: Number(found[2]), row: Number(found[3]) } : null;
}

function tokanDraft(draft: wire.TokanDraft, legal: wire.TokanLegal | null): TokanDraft {
  const tiles = draft.cells.flatMap((tile, index) =>
    tile ? [{ tile, column: draft.first + (index % draft.columns), row: Math.floor(index / draft.columns) + 1 }] : [],
  );
  return { tiles, spaces: legal?.placings?.spaces ?? [], reserve: [draft.reserves[0] ?? '', draft.reserves[1] ?? ''], most: draft.most };
}

function side(value: number | null | undefined): 0 | 1 | null {
  return value === 0 || value === 1 ? value : null;
}

export function tokanScene(wish: SceneWish, table: wire.TokanTable): TokanScene {
  const { sides } = wish;
  const seatOf = (wanted: number): number => Math.max(0, sides.indexOf(wanted));
  const over = wish.over || table.over;
  const by = wish.options['scoring'] === 'heads' ? 'heads' : 'towers';
  const viewer = wish.viewer === null ? null : side(sides[wish.viewer]);
  const steps = table.legal?.steps ?? {};
  const may = !over && wish.viewer === table.seat && table.legal !== null;
  return {
    towers: table.towers,
    players: [liveSeat(() => wish.sitter(seatOf(0))), liveSeat(() => wish.sitter(seatOf(1)))],
    viewer,
    turn: over ? null : side(sides[table.seat]),
    taboo: table.taboo,
    legal:
      may && !table.draft
        ? Object.fromEntries(
            Object.entries(steps).map(([source, targets]) => [source, Object.fromEntries(targets.map(({ target, carry }) => [target, carry]))]),
          )
        : null,
    last: readStep(wish.moves.at(-1)),
    lastPlacing: readPlacing(wish.moves.at(-1)),
    draft: table.draft ? tokanDraft(table.draft, may ? table.legal : null) : null,
    score: {
      by,
      points: [table.points[0] ?? 0, table.points[1] ?? 0],
      cells: Object.fromEntries(table.scored.map(({ cell, points }) => [cell, points])),
      tie: table.tie && [table.tie[0] ?? [], table.tie[1] ?? []],
    },
    winner: side(wish.winner === undefined ? table.winner : wish.winner),
  };
}
