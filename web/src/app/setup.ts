/** What somebody chose for a new match, and the request it becomes. */
import { textOf } from '../i18n/i18n.svelte';
import type { ClockAsked, Create, OptionShown, SeatAsked } from '../wire';
import type { Game } from '../games/game';
import { applies, wordOf, wordsOf } from '../options';
import type { GameInfo } from '../tables';
import { HIGHEST, named, PERFECT } from './characters';
import { GAPS, type Pace } from './pace';
import { isLikely } from './signed';
import { load, save } from './store';

export type Mode = 'computer' | 'anyone' | 'screen' | 'friends' | 'watch';
export type Begin = 'lot' | 'first' | 'second';

/** A clock of one's own: minutes for the match, seconds for each move. */
export interface OwnClock {
  readonly minutes: number;
  readonly increment: number;
}

export interface Setup {
  readonly mode: Mode;
  readonly level: number;
  readonly players: number;
  readonly begin: Begin;
  readonly options: Readonly<Record<string, string>>;
  /** By mode: whoever gives friends a clock does not want one against the computer. */
  readonly clocks: Readonly<Partial<Record<Mode, string>>>;
  readonly ownClock: OwnClock;
  readonly listed: boolean;
  readonly friendly: boolean;
  /** Whether the result counts, where it can. */
  readonly rated: boolean;
  /** The names of those at this screen beside the first. */
  readonly names: readonly string[];
  /** In a match with friends: a computer on every seat that nobody is invited to. */
  readonly friends: number;
  /** In a match with a friend: whom to challenge by name; empty to send a link. */
  readonly challenge: string;
  /** How fast computers among themselves play. */
  readonly pace: Pace;
  /** Lets a match begin with a start that is proved to be fair; not kept for the next time. */
  readonly balance?: ((setup: Setup, wish: Create) => Promise<Create>) | undefined;
}

/** The option that says how many play. */
const PLAYERS = 'players';

const DEFAULTS: Setup = {
  mode: 'computer',
  level: 2,
  players: 2,
  begin: 'lot',
  options: {},
  clocks: {},
  ownClock: { minutes: 10, increment: 0 },
  listed: false,
  friendly: true,
  rated: false,
  names: [],
  friends: 1,
  challenge: '',
  pace: 'normal',
};

export const NO_CLOCK = 'none';
export const OWN_CLOCK = 'own';
/** The clocks one can choose, by name: seconds for the match and for each move, or seconds for one move. */
export const CLOCKS: Readonly<Record<string, ClockAsked | null>> = {
  [NO_CLOCK]: null,
  '5+5': { kind: 'live', seconds: 300, increment: 5 },
  '15+10': { kind: 'live', seconds: 900, increment: 10 },
  '1d': { kind: 'days', seconds: 86_400 },
  '3d': { kind: 'days', seconds: 259_200 },
};

/** The clock that is chosen for the way somebody plays. */
export function clockName(setup: Setup): string {
  // With somebody one does not know a clock is good manners.
  return setup.clocks[setup.mode] ?? (setup.mode === 'anyone' ? '15+10' : NO_CLOCK);
}

export function clockOf(setup: Setup): ClockAsked | null {
  const name = clockName(setup);
  if (setup.mode === 'watch') return null;
  if (name !== OWN_CLOCK) return CLOCKS[name] ?? null;
  const { minutes, increment } = setup.ownClock;
  return { kind: 'live', seconds: Math.max(10, Math.round(minutes * 60)), increment };
}

export function lastSetup(game: string): Setup {
  return { ...DEFAULTS, ...load<Partial<Setup>>(`setup.${game}`, {}) };
}

export function keepSetup(game: string, setup: Setup): void {
  save(`setup.${game}`, setup);
}

/** The numbers of players that one can choose from, the default first; none where there is no choice. */
export function playerCounts(info: GameInfo | undefined): readonly number[] {
  return info?.options.find(({ name }) => name === PLAYERS)?.choices.map(Number) ?? [];
}

export function seatCount(info: GameInfo | undefined, setup: Setup): number {
  const counts = playerCounts(info);
  return counts.find((count) => count === setup.players) ?? counts[0] ?? info?.seats ?? 2;
}

/** The options that mean something beside the others; the number of players is chosen elsewhere. */
export function optionsFor(info: GameInfo | undefined, setup: Setup): readonly OptionShown[] {
  const options = info?.options ?? [];
  const words = { ...wordsOf(options, setup.options), [PLAYERS]: String(seatCount(info, setup)) };
  return options.filter((option) => option.name !== PLAYERS && applies(option, words));
}

/** Whether somebody plays a game who thinks until it knows. */
export function hasPerfect(info: GameInfo | undefined): boolean {
  return info?.abilities?.includes('perfect') ?? false;
}

/** The computer's level, as far as the game has it. */
export function levelFor(info: GameInfo | undefined, { level }: Setup): number {
  return hasPerfect(info) ? level : Math.min(HIGHEST, level);
}

/** The ready-made choices of a game that change something else than how many play. */
export function presetsOf(info: GameInfo | undefined): readonly (readonly [name: string, options: Setup['options']])[] {
  const presets = Object.entries(info?.presets ?? {}).filter(([, options]) => !(PLAYERS in options));
  return presets.length > 1 ? presets : [];
}

/** The preset that the chosen options are; null for a choice of one's own. */
export function presetName(info: GameInfo | undefined, setup: Setup): string | null {
  const options = (info?.options ?? []).filter(({ name }) => name !== PLAYERS);
  const found = presetsOf(info).find(([, preset]) =>
    options.every((option) => wordOf(option, setup.options) === (preset[option.name] ?? option.choices[0])),
  );
  return found?.[0] ?? null;
}

/** An option, or one of its choices, as a person reads it; what has no translation yet is called by its name. */
export function optionInWords(option: string, choice?: string): string {
  return textOf(choice === undefined ? `option.${option}` : `option.${option}.${choice}`) ?? choice ?? option;
}

/** What a choice means, in a sentence. */
export function choiceHelp(option: string, choice: string): string | undefined {
  return textOf(`option.${option}.${choice}.help`) ?? undefined;
}

/** The options that are chosen; what was chosen once and is no option any more is left out. */
export function optionsOf(info: GameInfo | undefined, setup: Setup): Record<string, string> {
  const meant = optionsFor(info, setup).filter(({ name, choices }) => choices.includes(setup.options[name] ?? ''));
  const options = Object.fromEntries(meant.map((option) => [option.name, setup.options[option.name] as string]));
  if (playerCounts(info).length) options[PLAYERS] = String(seatCount(info, setup));
  return options;
}

/** Whether the result of a match may count: against one computer or people elsewhere, in a form of the game. */
export function canBeRated(info: GameInfo | undefined, setup: Setup): boolean {
  const count = seatCount(info, setup);
  const options = optionsFor(info, setup);
  // How strong computers are was measured in the first form of a game.
  const presets = Object.values(info?.presets ?? {}).slice(0, setup.mode === 'computer' ? 1 : undefined);
  const isForm = presets.some(
    (preset) =>
      (!playerCounts(info).length || Number(preset[PLAYERS] ?? playerCounts(info)[0]) === count) &&
      options.every((option) => wordOf(option, setup.options) === (preset[option.name] ?? option.choices[0])),
  );
  if (!isForm || clockOf(setup) === null) return false;
  if (setup.mode === 'anyone') return true;
  if (setup.mode === 'friends') return setup.friends >= count - 1;
  return setup.mode === 'computer' && count === 2 && setup.level !== PERFECT;
}

/** The request for a match; `name` is what the person goes by, `guest` names the others at the screen. */
export function requestFor(
  game: Game,
  info: GameInfo | undefined,
  setup: Setup,
  name: string,
  guest: (index: number) => string,
): Create {
  const count = seatCount(info, setup);
  const me: SeatAsked = { kind: 'local', name };
  const computer: SeatAsked = { kind: 'computer', level: levelFor(info, setup) };
  const others = Array.from({ length: count - 1 }, (_, index): SeatAsked => {
    if (setup.mode === 'screen') return { kind: 'local', name: setup.names[index]?.trim() || guest(index + 2) };
    if (setup.mode === 'friends') return index < setup.friends ? { kind: 'open' } : computer;
    return computer;
  });
  const seats = setup.mode === 'watch' ? [computer, ...others] : [me, ...others];
  if (setup.begin === 'second') seats.push(...seats.splice(0, 1));
  return {
    game: game.name,
    seats: named(seats),
    options: optionsOf(info, setup),
    draw_seats: setup.begin === 'lot' && setup.mode !== 'screen',
    clock: clockOf(setup),
    // Computers among themselves are there to be watched, by everybody.
    listed: setup.mode === 'watch' || (setup.mode === 'friends' && setup.listed),
    friendly: setup.friendly,
    ...(setup.rated && isLikely() && canBeRated(info, setup) && { rated: true }),
    ...(setup.mode === 'watch' && { pace: GAPS[setup.pace] }),
  };
}
