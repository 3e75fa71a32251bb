/** What the engine knows of Scho K.O. and Schokoly. */
import type { Words } from '../forms';
import { type Room, shuffled } from '../rooms';
import { analyse } from './analysis';
import { believe } from './believing';
import { judge } from './judging';
import { choose } from './levels';

const SCHOKO = { DDDW: 7, DDDWs: 3, DDWW: 8, DDWWs: 4, DWWW: 7, DWWWs: 3 };
const FOURS = ['DDDM', 'DDDW', 'DDMM', 'DDWW', 'DMMM', 'DWWW', 'MMMW', 'MMWW', 'MWWW'];
const TWOS = ['DDMW', 'DDWM', 'DMMW', 'DMWW', 'DWMM', 'DWWM'];

/** The cards of a game, sorted. Schokoly alone has a choice of players. */
function deck(all: Words): string[] {
  const numbers: [string, number][] =
    'players' in all
      ? [...FOURS.map((card): [string, number] => [card, 4]), ...TWOS.map((card): [string, number] => [card, 2])]
      : Object.entries(SCHOKO);
  return numbers.flatMap(([card, number]) => Array<string>(number).fill(card)).sort();
}

function seats(all: Words): number {
  return Number(all['players'] ?? 2);
}

export const chocolate: Room = {
  dealTag: 'Deck',
  seats,
  side: (all, seat) => seat % (seats(all) === 4 ? 2 : seats(all)),
  deal: (all, chance) => shuffled(deck(all), chance).join(' '),
  choose,
  analyse,
  judge,
  believe,
  solve: null,
};
