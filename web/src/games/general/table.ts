/** Any game at the table. */
import type { GeneralTable } from '../../tables';
import { asTablePart } from '../game';
import GeneralBoard from './GeneralBoard.svelte';
import MoveText from './MoveText.svelte';
import { generalScene, sizeOf, type GeneralScene } from './scene';

/** The least and the greatest width of a picture, in pixels, before it is drawn twice as fine. */
const WIDTHS = [450, 900] as const;

export default asTablePart<GeneralTable, GeneralScene>({
  Board: GeneralBoard,
  MoveText,
  sceneOf: generalScene,
  mayMove: (scene) => scene.legal !== null,
  sidesOf: (table) => table.points.map((_, seat) => seat),
  pictureOf: (table) => {
    const drawn = sizeOf(table.svg);
    const width = Math.max(WIDTHS[0], Math.min(WIDTHS[1], drawn.width));
    return { svg: table.svg, width, height: (width * drawn.height) / drawn.width, ground: '#ffffff', ink: '#1c120b' };
  },
});
