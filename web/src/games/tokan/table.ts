/** TOKAN at the table. */
import { t } from '../../i18n/i18n.svelte';
import type { TokanTable } from '../../wire';
import { asTablePart } from '../game';
import TokanBoard from './board/TokanBoard.svelte';
import MoveText from './MoveText.svelte';
import { pictureOf } from './picture';
import { tokanScene } from './scene';
import type { TokanScene } from './types';

const INKS = ['#b3261e', '#231f1c'];

export default asTablePart<TokanTable, TokanScene>({
  Board: TokanBoard,
  MoveText,
  loadMoveList: () => import('./board/TokanTurns.svelte'),
  sceneOf: tokanScene,
  mayMove: (scene) => scene.legal !== null || !!scene.draft?.spaces.length,
  sidesOf: () => [0, 1],
  pictureOf,
  analysis: {
    inkOf: (_, side) => INKS[side] ?? 'var(--ink-soft)',
    sideName: (_, side) => t(`side.${side as 0 | 1}`),
  },
  lessons: {
    settled: (scene) => ({ ...scene, turn: scene.turn === null ? null : scene.viewer, taboo: null }),
    isDrawn: () => true,
    reached: () => false,
  },
  editAddress: (table, { scoring = '', gaps = '' }) =>
    table.draft ? null : `/edit#${new URLSearchParams({ position: table.position, scoring, gaps })}`,
});
