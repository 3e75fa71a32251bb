/**
 * What a study asks: the engine on this device, whatever is preferred elsewhere, for a study is nobody's business.
 *
 * Only a game that the engine does not know is asked of the server, which looks at it and keeps nothing.
 */
import { readRecord } from '../engine/records';
import type { StudyAsked, StudyShown } from '../wire';
import { places } from './api';
import * as device from './device';
import { Refusal } from './refusal';
import * as server from './server';

async function asked<T>(onDevice: () => Promise<T>, onServer: () => Promise<T>): Promise<T> {
  try {
    return await onDevice();
  } catch (error) {
    if (!places.hasServer || !(error instanceof Refusal) || error.code !== 'unknown-game') throw error;
    return onServer();
  }
}

/** A record with all its lines, checked, and all its moves in the order of the text. */
export interface Checked {
  readonly record: string;
  readonly moves: readonly string[];
}

/** Checks all lines of a record; throws a Refusal for one that hides cards or breaks the rules. */
export function checked(text: string): Promise<Checked> {
  return asked<Checked>(
    async () => ({ record: text, moves: (await device.tree(text)).moves }),
    async () => {
      const record = await server.normalise(text);
      return { record, moves: readRecord(record).body.flatMap(({ kind, text }) => (kind === 'move' ? [text] : [])) };
    },
  );
}

/** What is legal after a record, and what a move does there. */
export function tableAfter(wish: StudyAsked): Promise<StudyShown> {
  return asked(
    () => device.study(wish),
    () => server.study(wish),
  );
}

/** The record of a game that nobody has played yet, with a deal of its own. */
export function fresh(game: string, options: Record<string, string>): Promise<string> {
  return asked(
    () => device.fresh(game, options),
    () => server.fresh(game, options),
  );
}
