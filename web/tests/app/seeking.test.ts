import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { speak } from '../../src/i18n/i18n.svelte';
import type { Caller } from '../../src/net/connection.svelte';
import type { ClientMessage, ServerMessage, Terms } from '../../src/wire';

const told = {
  said: [] as ClientMessage[],
  callers: [] as Caller[],
  seats: [] as unknown[],
  shown: [] as string[],
  refused: [] as unknown[],
  went: [] as string[],
};
const company = { seeking: false };
const settings = { name: 'Ann' };
vi.mock('../../src/app/online', () => ({
  connection: {
    call: (caller: Caller) => {
      told.callers.push(caller);
      return () => void told.callers.splice(told.callers.indexOf(caller), 1);
    },
    say: (message: ClientMessage) => void told.said.push(message),
  },
}));
vi.mock('../../src/app/company.svelte', () => ({ company }));
vi.mock('../../src/app/settings.svelte', () => ({ settings }));
vi.mock('../../src/app/sounds', () => ({ sound: () => undefined }));
vi.mock('../../src/app/router.svelte', () => ({ router: { go: (path: string) => told.went.push(path) } }));
vi.mock('../../src/app/seats', () => ({ keepSeat: (...given: unknown[]) => told.seats.push(given) }));
vi.mock('../../src/app/notices.svelte', () => ({
  notices: { show: (text: string) => told.shown.push(text), refuse: (error: unknown) => told.refused.push(error) },
}));
const { seeking, watchLobby } = await import('../../src/app/seeking.svelte');

const TERMS = { game: 'any' } as unknown as Terms;
const hear = (message: object): void => seeking.hear(message as ServerMessage);
const asked = (): { id: string; token: string; name: string } => seeking.greet()[0] as never;

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} });
  await speak('en');
});

beforeEach(() => {
  seeking.cancel();
  settings.name = 'Ann';
  for (const list of Object.values(told)) list.length = 0;
});

describe('looking for somebody', () => {
  it('asks under a name with a token of its own, again on every connection', () => {
    seeking.start(TERMS);
    expect(asked()).toMatchObject({ type: 'seek', terms: TERMS, range: 200, name: 'Ann' });
    expect(seeking.greet()).toEqual(seeking.greet());
    expect([company.seeking, told.callers.length]).toEqual([true, 1]);
    const first = asked();
    seeking.start(TERMS);
    expect(asked().token).not.toBe(first.token);
    expect(told.said).toEqual([{ type: 'cancel-seek', id: first.id }]);
    expect(told.callers.length).toBe(1);
  });

  it('is a guest’s where nobody has said a name', () => {
    settings.name = '  ';
    seeking.start(TERMS);
    expect(asked().name).toBe('Guest');
  });

  it('ends when it is called off, and says so once', () => {
    seeking.start(TERMS);
    const { id } = asked();
    seeking.cancel();
    seeking.cancel();
    expect(told.said).toEqual([{ type: 'cancel-seek', id }]);
    expect([seeking.greet(), company.seeking, told.callers.length]).toEqual([[], false, 0]);
  });

  it('shows what the server knows of it, and a computer that is offered; of others’ seeks nothing', () => {
    seeking.start(TERMS);
    hear({ type: 'seeking', id: 'another', seek: { id: 'x' } });
    expect(seeking.shown).toBeNull();
    hear({ type: 'seeking', id: asked().id, seek: { id: 'own' } });
    hear({ type: 'computer-offered', id: asked().id, level: 3 });
    expect([seeking.shown, seeking.offer]).toEqual([{ id: 'own' }, 3]);
  });

  it('leads to the table with the seat that its token opens', () => {
    seeking.answer({ id: 'theirs' } as never);
    const { id, token } = asked();
    expect(asked()).toMatchObject({ answer: 'theirs' });
    hear({ type: 'paired', id, match: 'm', seat: 1 });
    expect(told.seats).toEqual([['m', 1, token]]);
    expect(told.went).toEqual(['/m/m']);
    expect([company.seeking, seeking.greet()]).toEqual([false, []]);
    expect(told.said).toEqual([]);
  });

  it('tells why it ended, unless it was called off here', () => {
    seeking.start(TERMS);
    hear({ type: 'seek-ended', id: asked().id, reason: 'cancelled' });
    expect([told.shown.length, company.seeking]).toEqual([0, false]);
    seeking.start(TERMS);
    hear({ type: 'seek-ended', id: asked().id, reason: 'expired' });
    expect(told.shown.length).toBe(1);
    seeking.start(TERMS);
    hear({ type: 'refusal', id: asked().id, code: 'too-many', message: 'later', why: null });
    expect(told.refused).toMatchObject([{ code: 'too-many' }]);
    expect(company.seeking).toBe(false);
  });
});

it('who watches the lobby hears of it alone, until that is ended', () => {
  const heard: unknown[] = [];
  const end = watchLobby((lobby) => heard.push(lobby));
  const [caller] = told.callers;
  expect(caller?.greet()).toEqual([{ type: 'watch-lobby', on: true }]);
  caller?.hear({ type: 'lobby' } as never);
  caller?.hear({ type: 'seeking' } as never);
  expect(heard).toEqual([{ type: 'lobby' }]);
  end();
  expect(told.said).toEqual([{ type: 'watch-lobby', on: false }]);
  expect(told.callers).toEqual([]);
});
