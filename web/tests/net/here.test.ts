import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { FromHost, ToHost } from '../../src/host/contract';

/** A busy machine takes its time. */
const PATIENT = { timeout: 30_000 };

interface Started {
  said: ToHost[];
  ended: boolean;
  onmessage: ((event: { data: FromHost }) => void) | null;
  onerror: (() => void) | null;
}
const workers: Started[] = [];
vi.mock('../../src/net/hosting', () => ({
  startHost: () => {
    const worker: Started = { said: [], ended: false, onmessage: null, onerror: null };
    workers.push(worker);
    return Object.assign(worker, {
      postMessage: (message: ToHost) => worker.said.push(message),
      terminate: () => (worker.ended = true),
    });
  },
}));
vi.stubGlobal('document', { addEventListener: () => undefined, removeEventListener: () => undefined });
vi.stubGlobal('WebSocket', { OPEN: 1, CLOSED: 3 });
vi.stubGlobal('CloseEvent', class extends Event {});
vi.stubGlobal(
  'MessageEvent',
  class extends Event {
    readonly data: string;
    constructor(type: string, { data }: { data: string }) {
      super(type);
      this.data = data;
    }
  },
);

let here: (typeof import('../../src/net/here'))['here'];
beforeEach(async () => {
  workers.length = 0;
  vi.resetModules();
  ({ here } = await import('../../src/net/here'));
});

const running = (): Promise<Started> => vi.waitFor(() => workers.at(-1) ?? expect.fail('not yet'), PATIENT);
const asked = async (count: number): Promise<Started> => {
  const worker = await running();
  await vi.waitFor(() => expect(worker.said.length).toBe(count), PATIENT);
  return worker;
};
const hear = (worker: Started, said: object): void => worker.onmessage?.({ data: said as FromHost });

describe('the host on this device', () => {
  it('answers each request for itself, by an answer or a refusal', async () => {
    const [first, second] = [here.ask({ what: 'games' } as never), here.ask({ what: 'games' } as never)];
    const worker = await asked(2);
    expect(workers.length).toBe(1);
    hear(worker, { kind: 'refusal', id: 1, code: 'not-found', message: 'gone', why: null });
    hear(worker, { kind: 'answer', id: 2, answer: 'yes' });
    hear(worker, { kind: 'answer', id: 9, answer: 'to nobody' });
    await expect(first).rejects.toMatchObject({ code: 'not-found' });
    await expect(second).resolves.toBe('yes');
  });

  it('speaks over a line that welcomes, also when it runs already', async () => {
    const heard: string[] = [];
    const line = here.open();
    line.onmessage = ({ data }) => heard.push(data as string);
    line.send('{"type":"ping"}');
    const worker = await asked(1);
    expect(worker.said).toEqual([{ kind: 'message', message: { type: 'ping' } }]);
    hear(worker, { kind: 'message', message: { type: 'pong' } });
    expect(heard).toEqual(['{"type":"pong"}']);
    const again: string[] = [];
    const other = here.open();
    other.onmessage = ({ data }) => again.push(data as string);
    await vi.waitFor(() => expect(again.length).toBe(1), PATIENT);
    expect(JSON.parse(again[0] as string)).toMatchObject({ type: 'welcome', protocol: expect.anything() as number });
    other.close();
    expect(other.readyState).toBe(3);
    hear(worker, { kind: 'message', message: { type: 'pong' } });
    expect([heard.length, again.length]).toEqual([1, 1]);
  });

  it('is started again after it broke, and everybody who waited hears of it', async () => {
    const lost = here.ask({ what: 'games' } as never);
    const closed = vi.fn();
    const line = here.open();
    line.onclose = closed;
    const worker = await asked(1);
    worker.onerror?.();
    await expect(lost).rejects.toMatchObject({ code: 'offline' });
    expect(closed).toHaveBeenCalledOnce();
    await vi.waitFor(() => expect(worker.ended).toBe(true), PATIENT);
    const next = here.ask({ what: 'games' } as never);
    await vi.waitFor(() => expect(workers.length).toBe(2), PATIENT);
    const second = await asked(1);
    expect(second).not.toBe(worker);
    worker.onerror?.();
    hear(second, { kind: 'answer', id: second.said.map((said) => ('id' in said ? said.id : 0))[0], answer: 'there' });
    await expect(next).resolves.toBe('there');
  });
});
