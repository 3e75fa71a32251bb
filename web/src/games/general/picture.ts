import type { GeneralTableShown } from '../../tables';
import type { Picture } from '../game';
import { sizeOf } from './scene';

/** The least and the greatest width of a picture, in pixels, before it is drawn twice as fine. */
const WIDTHS = [450, 900] as const;

/** The game's own drawing of a table. */
export function pictureOf(table: GeneralTableShown): Picture {
  const drawn = sizeOf(table.svg);
  const width = Math.max(WIDTHS[0], Math.min(WIDTHS[1], drawn.width));
  return { svg: table.svg, width, height: (width * drawn.height) / drawn.width, ground: '#ffffff', ink: '#1c120b' };
}
