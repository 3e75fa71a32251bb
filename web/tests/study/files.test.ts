import { beforeEach, describe, expect, it, vi } from 'vitest';
import { RecordError } from '../../src/engine/records';

const read: string[] = [];
vi.mock('../../src/study/study.svelte', () => ({
  readStudy: (text: string) => {
    read.push(text);
    return text.includes('bad') ? Promise.reject(new Error('illegal')) : Promise.resolve();
  },
}));
const { chaptersIn } = await import('../../src/study/shared/files');

const record = (event: string | null, move = 'a1a2', game = 'tokan'): string =>
  `[Game "${game}"]\n${event === null ? '' : `[Event "${event}"]\n`}[Start "…"]\n\n${move}\n`;

beforeEach(() => void read.splice(0));

describe('a file of chapters', () => {
  it('has one for each record, called by its event or else by its game', async () => {
    const found = await chaptersIn([record('Friday'), record(null), record('  ')].join('\n'));
    expect(found.map(({ name }) => name)).toEqual(['Friday', 'TOKAN', 'TOKAN']);
    expect(found[0]?.record).toContain('[Event "Friday"]');
    expect(read).toEqual(found.map((chapter) => chapter.record));
  });

  it('calls a game that nobody knows by its own name', async () => {
    const [chapter] = await chaptersIn(record(null, 'a1a2', 'chess'));
    expect(chapter?.name).toBe('chess');
  });

  it('is refused as a whole where one record is wrong', async () => {
    await expect(chaptersIn([record('Friday'), record('Sunday', 'bad')].join('\n'))).rejects.toThrow('illegal');
    await expect(chaptersIn('[Game "tokan"\n')).rejects.toBeInstanceOf(RecordError);
  });
});
