/** From a table of the chocolate games, as the server sends it, to what their board draws. */
import type * as wire from '../../wire';
import type { SceneInput } from '../game';
import { liveSeat } from '../scene';
import { readTurn } from './board/turns';
import type {
  Cell,
  ChocolateLegal,
  ChocolateScene,
  ChocolateSeat,
  Colour,
  Group,
  LastTurn,
  Places,
  Tier,
} from './types';

const SWAP_WORDS = ['offer', 'counter', 'decline', 'accept', 'reject'];

export function isSwapMove(move: string): boolean {
  return SWAP_WORDS.includes(move.split(' ', 1)[0] ?? '');
}

/** The seat that made the last of some moves that are not part of a swap: turns go round. */
function seatOfLastTurn(moves: readonly string[], seats: number): number {
  return (moves.filter((move) => !isSwapMove(move)).length - 1) % seats;
}

function placesOf(looks: readonly wire.Looks[]): Places {
  const places: Record<Tier, Record<string, readonly Cell[]>> = { 1: {}, 2: {} };
  for (const { look, first, second } of looks) {
    places[1][look] = first;
    places[2][look] = second;
  }
  return places;
}

function chocolateLegal(legal: wire.ChocolateLegal): ChocolateLegal {
  const offers = legal.swap
    .filter((action) => action.startsWith('offer '))
    .map((action) => Number(action.split(' ')[1]) - 1);
  return {
    places: Object.fromEntries(Object.entries(legal.cards).map(([card, looks]) => [card, placesOf(looks)])),
    smartie: legal.smartie,
    targets: legal.secure,
    announce: legal.announce.length ? (legal.announce as Colour[]) : null,
    pass: legal.may_pass,
    offer: [...new Set(offers)].sort(),
  };
}

/** The newest turns with a card, the newest last: one round of them at most. */
function newestTurns(moves: readonly string[], seats: number): LastTurn[] {
  const turns: LastTurn[] = [];
  for (let index = moves.length - 1; index >= 0 && turns.length < seats; index--) {
    const move = moves[index] as string;
    if (isSwapMove(move)) continue;
    const turn = readTurn(move);
    if (!turn) break;
    const { look, spot, smartie } = turn;
    turns.unshift({
      seat: seatOfLastTurn(moves.slice(0, index + 1), seats),
      card: look,
      ...spot,
      smartie: smartie === 'self' ? [spot.x, spot.y] : smartie,
    });
  }
  return turns;
}

/** What others did since the viewer's own last turn; for a spectator, or right after one's own turn, only the last. */
function sinceOwn(turns: readonly LastTurn[], viewer: number | null): readonly LastTurn[] {
  const own = turns.findLastIndex(({ seat }) => seat === viewer);
  return viewer === null || own === turns.length - 1 ? turns.slice(-1) : turns.slice(own + 1);
}

export function chocolateScene(input: SceneInput, table: wire.ChocolateTableShown): ChocolateScene {
  const { sides, viewer } = input;
  const colours = table.colours as (Colour | null)[];
  const over = input.over || table.over;
  const turns = newestTurns(input.moves, table.hands.length);
  return {
    cards: table.field.map((card) => ({ ...card, tier: card.tier as Tier })),
    seats: table.hands.map((hand, seat): ChocolateSeat =>
      liveSeat(() => input.seatInfo(seat), {
        side: sides[seat] ?? seat,
        cards: hand.length,
        smarties: table.smarties[seat] ?? 0,
      }),
    ),
    sides: colours.map((colour, side) => ({ colour, points: table.points[side] ?? 0 })),
    viewer,
    hand: viewer === null ? [] : (table.hands[viewer] ?? []),
    turn: over ? null : table.seat,
    stack: table.stack,
    neutral: table.neutral_colour as Colour | null,
    groups: table.groups as readonly Group[],
    neutralGroups: table.neutral,
    last: turns.at(-1) ?? null,
    recent: sinceOwn(turns, viewer),
    swap: table.swap && {
      from: table.swap.by,
      to: table.swap.to,
      offered: table.swap.offered,
      countered: table.swap.countered,
    },
    legal: !over && viewer !== null && viewer === table.seat && table.legal ? chocolateLegal(table.legal) : null,
    winner: input.winner === undefined ? table.winner : input.winner,
  };
}
