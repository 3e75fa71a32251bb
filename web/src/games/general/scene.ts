/** From a table of any game, as the server sends it, to what the general board draws. */
import type { Scene, SeatInfo } from '../../boards/types';
import type { GeneralTableShown } from '../../tables';
import type { SceneInput } from '../game';
import { liveSeat } from '../scene';

export interface GeneralScene extends Scene {
  /** The game's own drawing, and the same as text. */
  readonly svg: string;
  readonly diagram: string;
  readonly seats: readonly (SeatInfo & { readonly side: number })[];
  readonly points: readonly number[];
  /** The seat that looks at the table; null for a spectator. */
  readonly viewer: number | null;
  /** The moves of the viewer; null when it is somebody else's turn. */
  readonly legal: readonly string[] | null;
  readonly last: string | null;
  /** How many moves were made. */
  readonly ply: number;
  /** The winning side of a game that is over; null for a draw. */
  readonly winner: number | null;
}

export function generalScene(input: SceneInput, table: GeneralTableShown): GeneralScene {
  const over = input.over || table.over;
  return {
    svg: table.svg,
    diagram: table.diagram,
    seats: input.sides.map((side, seat) => liveSeat(() => input.seatInfo(seat), { side })),
    points: table.points,
    viewer: input.viewer,
    turn: over ? null : table.seat,
    legal: !over && input.viewer !== null && input.viewer === table.seat ? table.legal : null,
    last: input.moves.at(-1) ?? null,
    ply: input.moves.length,
    winner: input.winner === undefined ? table.winner : input.winner,
  };
}

/** How large a drawing says it is; what says nothing is taken for a square. */
export function sizeOf(svg: string): { readonly width: number; readonly height: number } {
  const head = /<svg\b[^>]*>/.exec(svg)?.[0] ?? '';
  const box = /\bviewBox\s*=\s*["']\s*[-\d.e]+[\s,]+[-\d.e]+[\s,]+([\d.e]+)[\s,]+([\d.e]+)/.exec(head);
  const said = (name: string): number => Number(new RegExp(`\\s${name}\\s*=\\s*["']([\\d.]+)`).exec(head)?.[1]);
  const [width, height] = [Number(box?.[1]) || said('width') || 400, Number(box?.[2]) || said('height') || 400];
  return { width, height };
}

/** A drawing as the address of an image. As an image it runs no script and loads nothing, whatever is in it. */
export function imageAddress(svg: string): string {
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
}
