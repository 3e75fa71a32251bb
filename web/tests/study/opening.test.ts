import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Refusal } from '../../src/net/refusal';
import type { KnownStudy, Role } from '../../src/study/shared/keeping';
import type { StudyEntry } from '../../src/wire';

const world = {
  known: undefined as KnownStudy | undefined,
  /** What a token opens; a code is what it is refused with. */
  doors: new Map<string | null, Role | string>(),
  asked: [] as [string | null, number][],
  kept: [] as KnownStudy[],
};
const entry = (number: number): StudyEntry => ({ number }) as unknown as StudyEntry;

vi.mock('../../src/net/studies', () => ({
  studyLog: (_: string, token: string | null, since: number) => {
    world.asked.push([token, since]);
    const role = world.doors.get(token) ?? 'not-found';
    return ['read', 'write', 'keep'].includes(role)
      ? Promise.resolve({ role, title: 'T', entries: [entry(since + 1)] })
      : Promise.reject(new Refusal(role as never, ''));
  },
}));
vi.mock('../../src/study/shared/keeping', () => ({
  knownStudy: () => Promise.resolve(world.known),
  keepKnown: (study: KnownStudy) => (world.kept.push(study), Promise.resolve()),
}));
vi.mock('../../src/study/shared/shared.svelte', () => ({ SharedStudy: { open: (study: KnownStudy) => study } }));
const { openStudy } = await import('../../src/study/shared/opening');

const LINK = 'a'.repeat(32);
const open = async (anchor: string, isGuest = false): Promise<KnownStudy> =>
  (await openStudy('s', anchor, isGuest)) as unknown as KnownStudy;
const known = (role: Role, token: string | null): KnownStudy => ({
  id: 's',
  title: 'Old',
  role,
  token,
  links: { write: 'own-write' },
  log: [entry(1), entry(2)],
  used: 0,
});

beforeEach(() => {
  Object.assign(world, { known: undefined, doors: new Map(), asked: [], kept: [] });
});

describe('a shared study', () => {
  it('is opened by the link one came by, and kept with it', async () => {
    world.doors.set(LINK, 'read');
    const study = await open(LINK);
    expect(study).toMatchObject({ role: 'read', token: LINK, title: 'T', links: { read: LINK } });
    expect(study.log.map(({ number }) => number)).toEqual([1]);
    expect(world.asked).toEqual([[LINK, 0]]);
    expect(world.kept).toEqual([study]);
  });

  it('is opened by the account where an anchor is no link', async () => {
    world.doors.set(null, 'keep');
    expect(await open('chapter-2')).toMatchObject({ role: 'keep', token: null, links: {} });
    expect(world.asked).toEqual([[null, 0]]);
  });

  it('is opened by the best that this device knows: a weaker link takes nothing away', async () => {
    world.known = known('keep', 'own-keep');
    world.doors.set(LINK, 'read').set('own-keep', 'keep');
    const study = await open(LINK);
    expect(study).toMatchObject({ role: 'keep', token: 'own-keep', links: { write: 'own-write' } });
    expect(study.links.read).toBeUndefined();
    expect(study.log.map(({ number }) => number)).toEqual([1, 2, 3]);
    expect(world.asked.map(([, since]) => since)).toEqual([2, 2]);
  });

  it('is opened by what is left of what it knows, once a link is void', async () => {
    world.known = known('write', 'old');
    world.doors.set('own-write', 'write');
    expect(await open('')).toMatchObject({ role: 'write', token: 'own-write' });
    expect(world.asked.map(([token]) => token)).toEqual(['old', 'own-write']);
  });

  it('is what this device knows of it without a network, and asks only once', async () => {
    world.known = known('write', 'own');
    world.doors.set('own', 'offline').set('own-write', 'offline').set(null, 'offline');
    expect(await open('')).toBe(world.known);
    expect(world.asked.length).toBe(1);
    expect(world.kept).toEqual([]);
  });

  it('is not there where it was deleted, whatever this device knows, nor where nothing opens it', async () => {
    world.known = known('write', 'own');
    await expect(open('')).rejects.toMatchObject({ code: 'not-found' });
    world.known = undefined;
    await expect(open(LINK)).rejects.toMatchObject({ code: 'not-found' });
    expect(world.kept).toEqual([]);
  });

  it('leaves nothing behind where somebody is a guest', async () => {
    world.known = known('keep', 'own-keep');
    world.doors.set(LINK, 'read').set('own-keep', 'keep');
    expect(await open(LINK, true)).toMatchObject({ role: 'read', token: LINK });
    expect(world.kept).toEqual([]);
  });
});
