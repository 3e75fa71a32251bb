/** What somebody chose for a new match, and the request it becomes. */
import type { ClockAsked, Create, SeatAsked } from '../wire';
import type { GameName } from './games';
import { load, save } from './store';

export type Mode = 'computer' | 'screen' | 'friends' | 'watch';
export type Begin = 'lot' | 'first' | 'second';

export interface Setup {
  readonly mode: Mode;
  readonly level: number;
  readonly players: 2 | 3 | 4;
  readonly begin: Begin;
  readonly options: Readonly<Record<string, string>>;
  readonly clock: string;
  readonly listed: boolean;
  readonly friendly: boolean;
  /** The names of those at this screen beside the first. */
  readonly names: readonly string[];
  /** In a match with friends: a computer on every seat that nobody is invited to. */
  readonly friends: number;
}

const DEFAULTS: Setup = {
  mode: 'computer',
  level: 2,
  players: 2,
  begin: 'lot',
  options: {},
  clock: 'none',
  listed: false,
  friendly: true,
  names: [],
  friends: 1,
};

/** The clocks one can choose, by name: seconds for the match and for each move, or seconds for one move. */
export const CLOCKS: Readonly<Record<string, ClockAsked | null>> = {
  none: null,
  '5+5': { kind: 'live', seconds: 300, increment: 5 },
  '15+10': { kind: 'live', seconds: 900, increment: 10 },
  '1d': { kind: 'days', seconds: 86_400 },
  '3d': { kind: 'days', seconds: 259_200 },
};

export function lastSetup(game: GameName): Setup {
  return { ...DEFAULTS, ...load<Partial<Setup>>(`setup.${game}`, {}) };
}

export function keepSetup(game: GameName, setup: Setup): void {
  save(`setup.${game}`, setup);
}

export function seatCount(game: GameName, setup: Setup): number {
  return game === 'schokoly' ? setup.players : 2;
}

/** The request for a match; `name` is what the person goes by, `guest` names the others at the screen. */
export function wishFor(game: GameName, setup: Setup, name: string, guest: (index: number) => string): Create {
  const count = seatCount(game, setup);
  const me: SeatAsked = { kind: 'local', name };
  const computer: SeatAsked = { kind: 'computer', level: setup.level };
  const others = Array.from({ length: count - 1 }, (_, index): SeatAsked => {
    if (setup.mode === 'screen') return { kind: 'local', name: setup.names[index]?.trim() || guest(index + 2) };
    if (setup.mode === 'friends') return index < setup.friends ? { kind: 'open' } : computer;
    return computer;
  });
  const seats = setup.mode === 'watch' ? [computer, ...others] : [me, ...others];
  if (setup.begin === 'second') seats.push(...seats.splice(0, 1));
  const options: Record<string, string> = { ...setup.options };
  if (game === 'schokoly') options['players'] = String(count);
  if (count !== 3) delete options['swap'];
  return {
    game,
    seats,
    options,
    draw_seats: setup.begin === 'lot' && setup.mode !== 'screen',
    clock: CLOCKS[setup.clock] ?? null,
    listed: setup.mode === 'friends' && setup.listed,
    friendly: setup.friendly,
  };
}
