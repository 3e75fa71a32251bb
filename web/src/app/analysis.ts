/** Where a moment of a game can be looked at from all sides: the one place that knows which page does it. */

/** The address at which a record opens after some of its moves. */
export function analysisAddress(record: string, ply: number): string {
  return `/replay#record=${encodeURIComponent(record)}&ply=${ply}`;
}
