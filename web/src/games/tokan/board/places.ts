/** Where things are on the field of TOKAN, in units of a tile that is 84 wide. */

export const COLUMNS = 6;
export const ROWS = 5;
export const PITCH = 104;
export const ROW = 130;
/** The corners around a tile that the last move touched; a path, since a copy of a drawing costs more with every step. */
export const TICKS =
  'M-48-26V-36Q-48-48-36-48H-26M26-48H36Q48-48 48-36V-26M48 26V36Q48 48 36 48H26M-26 48H-36Q-48 48-48 36V26';
/** The room for the row numbers on the left, and for the letters below. */
export const AXIS = 34;
/** The room above the highest row, for its towers. */
export const HEAD = 104;
export const WIDTH = AXIS + COLUMNS * PITCH + 14;
export const HEIGHT = HEAD + (ROWS - 1) * ROW + 62 + AXIS;

export const CELLS: readonly string[] = Array.from(
  { length: COLUMNS * ROWS },
  (_, cell) => `${'abcdef'.charAt(cell % COLUMNS)}${Math.floor(cell / COLUMNS) + 1}`,
);

export function indexOf(cell: string): number {
  return CELLS.indexOf(cell);
}

/** The cell a number of columns and rows away; null outside the field. */
export function neighbour(cell: string, columns: number, rows: number): string | null {
  const index = indexOf(cell);
  const column = (index % COLUMNS) + columns;
  const row = Math.floor(index / COLUMNS) + rows;
  if (column < 0 || column >= COLUMNS || row < 0 || row >= ROWS) return null;
  return CELLS[row * COLUMNS + column] ?? null;
}

/** How many columns and rows an arrow key leads away. */
export const ARROWS: Readonly<Record<string, readonly [columns: number, rows: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/** The middle of a cell on the ground. */
export function spotOf(cell: string): { x: number; y: number } {
  const index = indexOf(cell);
  const row = ROWS - 1 - Math.floor(index / COLUMNS);
  return { x: AXIS + ((index % COLUMNS) + 0.5) * PITCH, y: HEAD + row * ROW };
}

const THICKEST = 11;
/** The edges of a tower never take more room than this; tiles of higher towers look thinner. */
const TALLEST = 46;

/** How thick each tile of a tower is drawn. */
export function thickness(height: number): number {
  return Math.min(THICKEST, TALLEST / Math.max(1, height));
}

/** How far the face of the top tile lies above the ground. */
export function rise(height: number): number {
  return Math.max(0, height - 1) * thickness(height);
}

export function sideOf(tile: string): 0 | 1 {
  return tile === tile.toUpperCase() ? 0 : 1;
}

/** The name of a tile's drawing. */
export function artOf(tile: string): string {
  return `${sideOf(tile) === 0 ? 'r' : 'b'}${tile.toLowerCase()}`;
}
