/** How the unbounded field is seen through its window: pan, zoom, fit. A point on screen is `world × scale + offset`. */

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface Viewport extends Point {
  readonly scale: number;
}

export interface Limits {
  readonly least: number;
  readonly most: number;
}

export function toWorld(view: Viewport, point: Point): Point {
  return { x: (point.x - view.x) / view.scale, y: (point.y - view.y) / view.scale };
}

export function toScreen(view: Viewport, point: Point): Point {
  return { x: point.x * view.scale + view.x, y: point.y * view.scale + view.y };
}

export function panned(view: Viewport, dx: number, dy: number): Viewport {
  return { x: view.x + dx, y: view.y + dy, scale: view.scale };
}

/** Zooms by a factor; what lies under the point stays there. */
export function zoomed(view: Viewport, point: Point, factor: number, limits: Limits): Viewport {
  const scale = Math.min(limits.most, Math.max(limits.least, view.scale * factor));
  const world = toWorld(view, point);
  return { x: point.x - world.x * scale, y: point.y - world.y * scale, scale };
}

/** Follows two fingers: what lay under each of them stays under it as far as the limits allow. */
export function pinched(
  view: Viewport,
  before: readonly [Point, Point],
  after: readonly [Point, Point],
  limits: Limits,
): Viewport {
  const from = middle(...before);
  const to = middle(...after);
  const spread = distance(...before);
  const factor = spread > 0 ? distance(...after) / spread : 1;
  return zoomed(panned(view, to.x - from.x, to.y - from.y), to, factor, limits);
}

/** Shows a box as large as it fits, in the middle. */
export function fitted(box: Box, width: number, height: number, margin: number, limits: Limits): Viewport {
  const across = Math.max(1, width - 2 * margin) / Math.max(1, box.right - box.left);
  const down = Math.max(1, height - 2 * margin) / Math.max(1, box.bottom - box.top);
  const scale = Math.min(limits.most, Math.max(limits.least, Math.min(across, down)));
  const x = width / 2 - ((box.left + box.right) / 2) * scale;
  const y = height / 2 - ((box.top + box.bottom) / 2) * scale;
  return { x, y, scale };
}

/** Moves a view as little as needed for a box to be seen; a box that does not fit is zoomed out to. */
export function revealed(
  view: Viewport,
  box: Box,
  width: number,
  height: number,
  margin: number,
  limits: Limits,
): Viewport {
  const needed = fitted(box, width, height, margin, limits);
  const start =
    needed.scale < view.scale ? zoomed(view, { x: width / 2, y: height / 2 }, needed.scale / view.scale, limits) : view;
  const upper = toScreen(start, { x: box.left, y: box.top });
  const lower = toScreen(start, { x: box.right, y: box.bottom });
  return panned(start, nudge(upper.x, lower.x, width, margin), nudge(upper.y, lower.y, height, margin));
}

/** Keeps some of a box in the window, so that nobody gets lost on an empty cloth. */
export function kept(view: Viewport, box: Box, width: number, height: number): Viewport {
  const least = 60;
  const upper = toScreen(view, { x: box.left, y: box.top });
  const lower = toScreen(view, { x: box.right, y: box.bottom });
  const dx = Math.max(0, least - lower.x) - Math.max(0, upper.x - (width - least));
  const dy = Math.max(0, least - lower.y) - Math.max(0, upper.y - (height - least));
  return dx || dy ? panned(view, dx, dy) : view;
}

/** A view between two views. */
export function between(from: Viewport, to: Viewport, part: number): Viewport {
  const mix = (a: number, b: number): number => a + (b - a) * part;
  return { x: mix(from.x, to.x), y: mix(from.y, to.y), scale: mix(from.scale, to.scale) };
}

export function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

function middle(a: Point, b: Point): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}

function nudge(low: number, high: number, size: number, margin: number): number {
  if (low < margin) return margin - low;
  return high > size - margin ? size - margin - high : 0;
}
