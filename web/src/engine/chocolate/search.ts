/** The search of Scho K.O. and Schokoly in the module. */
import { fraction, OPEN, UNWATCHED, type Watch } from '../calls';
import type { Form } from '../forms';
import type { Play } from '../play';

/** What `native/wasm/chocolate.cpp` exports. */
declare module '../calls' {
  interface Exports {
    chocolate_search(play: number, after: number, observer: number, learned: number): number;
    chocolate_believe(play: number, after: number, observer: number): number;
  }
}

/** How wide and how deep a search goes, and what it sees at all; `native/chocolate_search.py` tells of each. */
export interface Settings {
  candidates: number;
  looks: number;
  depth: number;
  again: number;
  stages: number;
  worlds: number;
  endgame: boolean;
  offers: boolean;
  cards: number;
  recent: number;
  second: boolean;
  groups: boolean;
  others: boolean;
  habits: boolean;
  learned: boolean;
}

export const USUAL: Settings = {
  candidates: 32,
  looks: 160,
  depth: 5,
  again: 1,
  stages: 1,
  worlds: 1 << 20,
  endgame: true,
  offers: true,
  cards: 4,
  recent: 48,
  second: true,
  groups: true,
  others: true,
  habits: true,
  learned: false,
};

const NAMES = [
  'candidates',
  'looks',
  'depth',
  'again',
  'stages',
  'worlds',
  'endgame',
  'offers',
  'cards',
  'recent',
  'second',
  'groups',
  'others',
  'habits',
] as const satisfies readonly (keyof Settings)[];

export interface Judged {
  move: string;
  chance: number;
  lead: number;
  worlds: number;
}

export interface Answer {
  judged: Judged[];
  exact: boolean;
  nodes: number;
}

/** The number of a form: what weights and nets are made for. */
export function formNumber({ game, all }: Form): number {
  return game === 'schoko' ? 0 : Number(all['players']) - 1;
}

/** Judges moves of the seat that decides after so many moves: by what it knows, or with everything open. */
export async function search(
  play: Play,
  after: number,
  settings: Settings,
  seed: bigint | number,
  { nodes = 0, watch = UNWATCHED, asked = [], open = false }: Partial<Limits> = {},
): Promise<Answer> {
  if (settings.learned) await play.core.learn(formNumber(play.form));
  const words = NAMES.map((name) => String(Number(settings[name])));
  const observer = open ? OPEN : play.stand(after).seat;
  const found = play.core.watched(watch, () =>
    play.ask<{ judged: [string, string, string, number][]; exact: boolean; nodes: number }>(
      [`${seed}`, `${nodes}`, ...words, ...asked],
      (exports, id) => exports.chocolate_search(id, after, observer, Number(settings.learned)),
    ),
  );
  const judged = found.judged.map(([move, chance, lead, worlds]) => ({
    move,
    chance: fraction(chance),
    lead: fraction(lead),
    worlds,
  }));
  return { ...found, judged };
}

interface Limits {
  nodes: number;
  watch: Watch;
  asked: readonly string[];
  open: boolean;
}
