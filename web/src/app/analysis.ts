/** Where a moment of a game can be looked at from all sides: the one place that knows which page does it. */
import { places } from '../net/api';

/** The address at which a record opens after some of its moves: in the study room, or replayed where no engine is. */
export function analysisAddress(record: string, ply: number): string {
  const page = places.hasEngine ? 'study' : 'replay';
  return `/${page}#record=${encodeURIComponent(record)}&ply=${ply}`;
}
