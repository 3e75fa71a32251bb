/** Pictures of tables, put together from a sheet of drawings. */
import type { Picture } from './game';

export interface Drawing {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly ground: string;
  readonly ink: string;
  readonly body: string;
}

/** A picture that carries the drawings it uses. */
export function picture(sheet: string, { x, y, width, height, ground, ink, body }: Drawing): Picture {
  const defs = sheet.slice(sheet.indexOf('<defs>'), sheet.indexOf('</svg>'));
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${x} ${y} ${width} ${height}" width="${width}" height="${height}">${defs}<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${ground}"/>${body}</svg>`;
  return { svg, width, height, ground, ink };
}
