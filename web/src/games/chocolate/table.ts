/** The chocolate games at the table. */
import { need, t } from '../../i18n/i18n.svelte';
import type { ChocolateTableShown } from '../../wire';
import { asTablePart } from '../game';
import ChocolateBoard from './board/ChocolateBoard.svelte';
import FaceDownHand from './FaceDownHand.svelte';
import OpenHands from './OpenHands.svelte';
import MoveText from './MoveText.svelte';
import { chocolateScene, isSwapMove } from './scene';
import type { ChocolateScene } from './types';

const INKS: Readonly<Record<string, string>> = { D: '#4a2a1c', M: '#a5673c', W: '#f6e8cb' };

const words = async () => (await Promise.all([import('./advice'), need('match')]))[0];

export default asTablePart<ChocolateTableShown, ChocolateScene>({
  Board: ChocolateBoard,
  MoveText,
  loadMoveList: () => import('./board/ChocolateTurns.svelte'),
  loadPlaces: () => import('./board/spots'),
  FaceDownHand,
  OpenHands,
  sceneOf: chocolateScene,
  mayMove: (scene) => scene.legal !== null,
  // Partners sit across from each other.
  sidesOf: (table) => table.hands.map((_, seat) => seat % table.colours.length),
  advice: async (move) => (await words()).advice(move),
  ending: async (table) => (await words()).ending(table),
  reasons: async (compared) => (await words()).reasonsOf(compared),
  analysis: {
    inkOf: (table, side) => INKS[table.colours[side] ?? ''] ?? 'var(--ink-soft)',
    sideName: (table, side) =>
      t(table.colours.length < table.hands.length ? 'chocolate.team' : 'seat.player', { n: side + 1 }),
  },
  lessons: {
    settled: (scene) => ({ ...scene, turn: scene.turn === null ? null : scene.viewer, swap: null }),
    // A swap is talked about instead.
    isDrawn: (move) => !isSwapMove(move),
    reached: (goal, table, side) => goal === 'neutral area' && table.neutral.some((group) => group.holder === side),
  },
});
