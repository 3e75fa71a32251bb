/** Studies as files: the records of all chapters one after the other. */
import { type MatchRecord, readRecords } from '../../engine/records';
import { gameOf } from '../../games/registry';
import { readStudy } from '../study.svelte';
import type { NewChapter } from './making';

/** The chapters of a file, each checked by the rules; throws a Refusal or a RecordError. */
export async function chaptersIn(text: string): Promise<NewChapter[]> {
  const found: NewChapter[] = [];
  for (const record of readRecords(text)) {
    await readStudy(String(record));
    found.push({ name: nameOf(record), record: String(record) });
  }
  return found;
}

function nameOf({ tags }: MatchRecord): string {
  return tags.get('Event')?.trim() || gameOf(tags.get('Game') ?? '').title;
}
