/** The studies on this device: what is kept, what becomes a second one, and what pages laid down when they were left. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { KeptStudy } from '../../src/study/studies';

/** As much of IndexedDB as studies need: one store, whose answers come later. */
const rows = new Map<string, object>();
const committed = vi.fn();
function later<T>(answer: () => T): object {
  const request = { result: undefined as T | undefined, onsuccess: () => undefined as unknown };
  queueMicrotask(() => {
    request.result = answer();
    request.onsuccess();
  });
  return request;
}
const sorted = () => [...rows].sort(([a], [b]) => (a < b ? -1 : 1));
const store = {
  transaction: { commit: committed },
  get: (id: string) => later(() => structuredClone(rows.get(id))),
  getAll: (range?: { lower: string }) =>
    later(() => sorted().flatMap(([id, row]) => (range && id < range.lower ? [] : [structuredClone(row)]))),
  put: (row: { id: string }) => later(() => void rows.set(row.id, structuredClone(row))),
  delete: (id: string) => later(() => void rows.delete(id)),
};
vi.stubGlobal('IDBKeyRange', { lowerBound: (lower: string) => ({ lower }) });
vi.stubGlobal('indexedDB', { open: () => later(() => ({ transaction: () => ({ objectStore: () => store }) })) });

/** A page of its own: what it writes counts as written by another one. */
const page = async () => {
  vi.resetModules();
  return import('../../src/study/studies');
};
const study = (more: Partial<KeptStudy> = {}): KeptStudy => ({
  ...{ id: 's', title: 'Mine', game: 'any', record: 'r', at: [], changed: 1 },
  ...more,
});
beforeEach(() => {
  rows.clear();
  committed.mockClear();
});

describe('a study', () => {
  it('is kept, counted with every change, found again and forgotten', async () => {
    const here = await page();
    const first = await here.keepStudy(study());
    expect([first.id, first.revision, first.by?.change]).toEqual(['s', 1, 1]);
    const second = await here.keepStudy({ ...first, record: 'q' });
    expect([second.id, second.revision, second.record]).toEqual(['s', 2, 'q']);
    expect(await here.findStudy('s')).toEqual(second);
    expect(await here.findStudy('t')).toBeUndefined();
    await here.forgetStudy('s');
    expect(await here.allStudies()).toEqual([]);
  });

  it('goes on counting from what was read where it is no longer there', async () => {
    const here = await page();
    expect((await here.keepStudy(study({ revision: 4 }))).revision).toBe(5);
  });

  it('stands before those that were changed earlier', async () => {
    const here = await page();
    for (const [id, changed] of [
      ['a', 2],
      ['b', 3],
      ['c', 1],
    ] as const)
      await here.keepStudy(study({ id, changed }));
    expect((await here.allStudies()).map(({ id }) => id)).toEqual(['b', 'a', 'c']);
  });

  it('that another page changed meanwhile becomes a second one, and both are there', async () => {
    const here = await page();
    const there = await page();
    const read = await here.keepStudy(study());
    await there.keepStudy({ ...read, record: 'theirs' });
    const { by: _, ...unsaid } = read;
    const copy = await here.keepStudy({ ...unsaid, record: 'mine' });
    expect([copy.id === 's', copy.title, copy.revision]).toEqual([false, 'Mine (2)', 1]);
    expect((await here.allStudies()).map(({ record }) => record).sort()).toEqual(['mine', 'theirs']);
  });

  it('is not written over by what the same page had written before', async () => {
    const here = await page();
    const early = here.written(study({ record: 'early' }));
    const late = here.written(study({ record: 'late' }));
    await here.keepStudy(late);
    expect((await here.keepStudy(early)).record).toBe('late');
    expect((await here.findStudy('s'))?.record).toBe('late');
  });
});

describe('where one was', () => {
  it('is kept beside the study, and only for the one that was read', async () => {
    const here = await page();
    const kept = await here.keepStudy(study());
    await here.keepPlace({ ...kept, at: [1, 2], record: 'other' });
    expect(await here.findStudy('s')).toEqual({ ...kept, at: [1, 2] });
    await (await page()).keepPlace({ ...kept, revision: 0, by: { page: 'x', change: 1 }, at: [9] });
    expect((await here.findStudy('s'))?.at).toEqual([1, 2]);
    await here.keepPlace(study({ id: 'gone', at: [1] }));
    expect(await here.findStudy('gone')).toBeUndefined();
  });
});

describe('a page that is left', () => {
  it('lays down what it has at once, which whoever comes next brings in', async () => {
    const here = await page();
    const kept = await here.keepStudy(study());
    const said = vi.fn(() => expect([...rows.keys()].every((id) => !id.startsWith('~'))).toBe(true));
    const left = await here.leaveStudy(here.written({ ...kept, record: 'last' }), false, said);
    expect([committed.mock.calls.length, said.mock.calls.length, left?.record]).toEqual([1, 1, 'last']);
    expect([...rows.keys()]).toEqual(['s']);
  });

  it('keeps only where it was, where nothing else changed', async () => {
    const here = await page();
    const kept = await here.keepStudy(study());
    await here.leaveStudy({ ...here.written(kept), at: [3], record: 'not kept' }, true, () => undefined);
    expect(await here.findStudy('s')).toEqual({ ...kept, at: [3] });
  });

  it('laid down several changes: the last one counts, whoever brings them in', async () => {
    const here = await page();
    const kept = await here.keepStudy(study());
    // The page was gone before anything was answered.
    for (const [change, record] of [
      [12, 'late'],
      [9, 'early'],
    ] as const)
      rows.set(`~p${`${change}`.padStart(9, '0')}`, {
        id: `~p${`${change}`.padStart(9, '0')}`,
        study: { ...kept, record, by: { page: 'p', change } },
        isPlace: false,
      });
    const found = await (await page()).allStudies();
    expect(found.map(({ id, record }) => [id, record])).toEqual([['s', 'late']]);
    expect([...rows.keys()]).toEqual(['s']);
  });

  it('that never said who it is lays its change down all the same', async () => {
    const here = await page();
    expect(await here.leaveStudy(study(), false, () => undefined)).toBeUndefined();
    expect((await here.findStudy('s'))?.record).toBe('r');
  });
});
