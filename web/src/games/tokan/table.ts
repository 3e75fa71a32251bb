/** TOKAN at the table. */
import { need, t } from '../../i18n/i18n.svelte';
import type { TokanTableShown } from '../../wire';
import { asTablePart } from '../game';
import TokanBoard from './board/TokanBoard.svelte';
import MoveText from './MoveText.svelte';
import { tokanScene } from './scene';
import type { TokanScene } from './types';

const INKS = ['#b3261e', '#231f1c'];

const words = async () => (await Promise.all([import('./advice'), need('match')]))[0];

export default asTablePart<TokanTableShown, TokanScene>({
  Board: TokanBoard,
  MoveText,
  loadMoveList: () => import('./board/TokanTurns.svelte'),
  loadPlaces: () => import('./board/spots'),
  sceneOf: tokanScene,
  mayMove: (scene) => scene.legal !== null || !!scene.draft?.spaces.length,
  sidesOf: () => [0, 1],
  advice: async (move) => (await words()).advice(move),
  ending: async (...over) => (await words()).ending(...over),
  reasons: async (compared) => (await words()).reasonsOf(compared),
  analysis: {
    inkOf: (_, side) => INKS[side] ?? 'var(--ink-soft)',
    sideName: (_, side) => t(`side.${side as 0 | 1}`),
  },
  aside: ({ taboo }) =>
    [...(taboo === null ? [] : [t('puzzle.taboo', { cell: taboo })]), t('puzzle.cells')].join(' · '),
  lessons: {
    settled: (scene) => ({ ...scene, turn: scene.turn === null ? null : scene.viewer, taboo: null }),
    // A tile of a draft lies beside the board until it is taken up.
    isDrawn: (move) => !move.includes('@'),
    reached: () => false,
  },
  editAddress: (table, { scoring = '', gaps = '' }) =>
    table.draft ? null : `/edit#${new URLSearchParams({ position: table.position, scoring, gaps })}`,
});
