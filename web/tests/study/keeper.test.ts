/** What happens where two pages write the same study: nothing is lost, and nobody is told what they did themselves. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { KeptStudy } from '../../src/study/studies';

const studies = vi.hoisted(() => ({
  findStudy: vi.fn(),
  keepPlace: vi.fn(),
  keepStudy: vi.fn(),
  leaveStudy: vi.fn(),
  written: (study: object) => ({ ...study, by: { page: 'here', change: 1 } }),
}));
vi.mock('../../src/study/studies', () => studies);
const { Keeper } = await import('../../src/study/keeper');

interface Channel {
  onmessage: ((event: { data: string }) => void) | null;
  postMessage: ReturnType<typeof vi.fn>;
  close: ReturnType<typeof vi.fn>;
}
const channels: Channel[] = [];
const KEPT = { id: 's', title: 'A study', game: 'any', record: '[x]', at: [], changed: 0, revision: 3 } as KeptStudy;
const hear = { changed: vi.fn(), copied: vi.fn(), failed: vi.fn() };
let changed = false;
const settle = async () => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
};
const kept = (study: KeptStudy, more: Partial<KeptStudy> = {}) => ({ ...study, revision: 4, ...more });

function keeper() {
  const made = new Keeper(KEPT, () => changed, hear);
  return { made, news: channels.at(-1) as (typeof channels)[number] };
}

beforeEach(() => {
  vi.clearAllMocks();
  changed = false;
  studies.keepStudy.mockImplementation(async (study: KeptStudy) => kept(study));
  studies.keepPlace.mockResolvedValue(undefined);
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      onmessage = null;
      postMessage = vi.fn();
      close = vi.fn();
      constructor() {
        channels.push(this);
      }
    },
  );
});

describe('a study that is left', () => {
  it('tells others of what was still being kept, and nobody that it failed', async () => {
    const { made, news } = keeper();
    let done = (_: KeptStudy): void => undefined;
    studies.keepStudy.mockImplementation(() => new Promise<KeptStudy>((resolve) => (done = resolve)));
    made.keep({ title: 'Renamed', record: '[y]', at: [] });
    await settle();
    made.close();
    await settle();
    expect(news.close).not.toHaveBeenCalled();
    done(kept(KEPT));
    await settle();
    expect(news.postMessage.mock.calls).toEqual([['s']]);
    expect(news.postMessage.mock.invocationCallOrder[0]).toBeLessThan(news.close.mock.invocationCallOrder[0] ?? 0);
    expect(hear.failed).not.toHaveBeenCalled();
    // It hears of nothing itself.
    expect(news.onmessage).toBeNull();
  });

  it('says so where it could not be kept', async () => {
    const { made, news } = keeper();
    studies.keepStudy.mockRejectedValue(new Error('full'));
    made.keep({ title: 'Renamed', record: '[y]', at: [] });
    made.close();
    await settle();
    expect(hear.failed).toHaveBeenCalledOnce();
    expect(news.close).toHaveBeenCalledOnce();
  });
});

describe('a change', () => {
  it('is written as what was read, and others are told', async () => {
    const { made, news } = keeper();
    made.keep({ title: 'Renamed', record: '[y]', at: [1] });
    await settle();
    const [study] = studies.keepStudy.mock.calls[0] as [KeptStudy];
    expect(study).toMatchObject({ id: 's', title: 'Renamed', record: '[y]', at: [1], revision: 3 });
    expect([made.title, news.postMessage.mock.calls]).toEqual(['Renamed', [['s']]]);
    expect([hear.copied.mock.calls.length, studies.keepPlace.mock.calls.length]).toEqual([0, 0]);
    // The next one goes on from what was kept.
    made.keep({ title: 'Again', record: '[z]', at: [] });
    await settle();
    expect(studies.keepStudy.mock.calls[1]?.[0]).toMatchObject({ title: 'Again', revision: 4 });
  });

  it('of the place alone changes no record, and nobody is told', async () => {
    const { made, news } = keeper();
    made.keep({ title: 'A study', record: null, at: [0, 2] });
    await settle();
    expect(studies.keepPlace.mock.calls[0]?.[0]).toMatchObject({ id: 's', record: '[x]', at: [0, 2] });
    expect([studies.keepStudy.mock.calls.length, news.postMessage.mock.calls.length]).toEqual([0, 0]);
  });

  it('that had to become a copy is told, once', async () => {
    studies.keepStudy.mockImplementationOnce(async (study: KeptStudy) =>
      kept(study, { id: 'copy', title: 'A study (2)' }),
    );
    const { made } = keeper();
    made.keep({ title: 'A study', record: '[y]', at: [] });
    await settle();
    expect(hear.copied.mock.calls.map(([copy]) => (copy as KeptStudy).id)).toEqual(['copy']);
    made.keep({ title: 'A study (2)', record: '[z]', at: [] });
    await settle();
    expect(hear.copied).toHaveBeenCalledTimes(1);
  });

  it('that cannot be kept is told, and does not keep the next from being', async () => {
    studies.keepStudy.mockRejectedValueOnce(new Error('the disk is full'));
    const { made } = keeper();
    made.keep({ title: 'One', record: '[y]', at: [] });
    made.keep({ title: 'Two', record: '[z]', at: [] });
    await settle();
    expect([hear.failed.mock.calls.length, made.title]).toEqual([1, 'Two']);
  });
});

describe('what is written', () => {
  it('is the study with what was changed, who did it and when, and nothing else', async () => {
    vi.spyOn(Date, 'now').mockReturnValue(77);
    const { made } = keeper();
    made.keep({ title: 'New', record: '[y]', at: [1] });
    await settle();
    const by = { page: 'here', change: 1 };
    expect(studies.keepStudy.mock.calls).toEqual([
      [{ ...KEPT, title: 'New', record: '[y]', at: [1], changed: 77, by }],
    ]);
    made.keep({ title: 'Unheard', record: null, at: [2] });
    await settle();
    expect(studies.keepPlace.mock.calls.map(([study]) => study as KeptStudy)).toEqual([
      { ...KEPT, title: 'New', record: '[y]', at: [2], changed: 77, by, revision: 4 },
    ]);
    vi.mocked(Date.now).mockRestore();
  });
});

describe('a change of another page', () => {
  it('is shown where nothing was changed here', async () => {
    studies.findStudy.mockResolvedValue(kept(KEPT));
    const { news } = keeper();
    news.onmessage?.({ data: 's' });
    await settle();
    expect(hear.changed.mock.calls).toEqual([[kept(KEPT)]]);
  });

  it('is not where something was, where it is another study, or where it is older than what is known', async () => {
    studies.findStudy.mockResolvedValue(kept(KEPT));
    const { news } = keeper();
    news.onmessage?.({ data: 'other' });
    changed = true;
    news.onmessage?.({ data: 's' });
    await settle();
    changed = false;
    studies.findStudy.mockResolvedValue({ ...KEPT, revision: 3 });
    news.onmessage?.({ data: 's' });
    studies.findStudy.mockResolvedValue(undefined);
    news.onmessage?.({ data: 's' });
    await settle();
    expect(hear.changed).not.toHaveBeenCalled();
  });
});

describe('a page that is left', () => {
  it('lays down what was changed last, or what is still being written, and nothing otherwise', async () => {
    studies.leaveStudy.mockResolvedValue(undefined);
    const { made } = keeper();
    made.leave(null);
    expect(studies.leaveStudy).not.toHaveBeenCalled();
    made.keep({ title: 'Underway', record: '[y]', at: [] });
    made.leave(null);
    expect(studies.leaveStudy.mock.calls[0]?.slice(0, 2)).toMatchObject([{ title: 'Underway', record: '[y]' }, false]);
    await settle();
    made.leave(null);
    expect(studies.leaveStudy).toHaveBeenCalledTimes(1);
    made.leave({ title: 'Last', record: null, at: [1] });
    expect(studies.leaveStudy.mock.calls[1]?.slice(0, 2)).toMatchObject([{ title: 'Last', at: [1] }, true]);
  });
});
