/** Any game at the table. */
import type { GeneralTableShown } from '../../tables';
import { asTablePart } from '../game';
import GeneralBoard from './GeneralBoard.svelte';
import MoveText from './MoveText.svelte';
import { generalScene, type GeneralScene } from './scene';

export default asTablePart<GeneralTableShown, GeneralScene>({
  Board: GeneralBoard,
  MoveText,
  sceneOf: generalScene,
  mayMove: (scene) => scene.legal !== null,
  sidesOf: (table) => table.points.map((_, seat) => seat),
});
