/** Messages to this device: whether it can take any, what the browser and the server are asked, and how they end. */
import { beforeEach, describe, expect, it, vi } from 'vitest';

const read = vi.hoisted(() => vi.fn());
vi.mock('../../src/net/api', () => ({ read }));
const { beginPush, Blocked, canTake, endPush, pushHere } = await import('../../src/app/push');

const bytes = (...numbers: number[]) => new Uint8Array(numbers).buffer;
const subscription = {
  endpoint: 'https://push.example/1',
  getKey: (name: string) => (name === 'p256dh' ? bytes(251, 255, 190) : bytes(1)),
  unsubscribe: vi.fn(),
};
const pushManager = { getSubscription: vi.fn(), subscribe: vi.fn() };
const worker = { pushManager };
const serviceWorker = { getRegistration: vi.fn(), ready: Promise.resolve(worker) };
const requestPermission = vi.fn();
const HOURS = { from: 22, to: 7 };

beforeEach(() => {
  vi.resetAllMocks();
  vi.stubGlobal('navigator', { serviceWorker });
  vi.stubGlobal('Notification', { requestPermission });
  vi.stubGlobal('window', { PushManager: class {}, Notification: {} });
  read.mockImplementation(async (path: string) => ({ on: true, path }));
  serviceWorker.getRegistration.mockResolvedValue(worker);
  pushManager.getSubscription.mockResolvedValue(subscription);
  pushManager.subscribe.mockResolvedValue(subscription);
  requestPermission.mockResolvedValue('granted');
});

describe('a browser', () => {
  it('can take messages only where it has all that belongs to them', () => {
    expect(canTake()).toBe(true);
    vi.stubGlobal('window', { PushManager: class {} });
    expect(canTake()).toBe(false);
    vi.stubGlobal('window', { Notification: {} });
    expect(canTake()).toBe(false);
    vi.stubGlobal('window', { PushManager: class {}, Notification: {} });
    vi.stubGlobal('navigator', {});
    expect(canTake()).toBe(false);
  });
});

describe('what was chosen for this device', () => {
  it('holds as long as the browser keeps its part', async () => {
    expect((await pushHere()).on).toBe(true);
    pushManager.getSubscription.mockResolvedValue(null);
    expect((await pushHere()).on).toBe(false);
    serviceWorker.getRegistration.mockResolvedValue(undefined);
    expect((await pushHere()).on).toBe(false);
    read.mockResolvedValue({ on: false });
    pushManager.getSubscription.mockResolvedValue(subscription);
    serviceWorker.getRegistration.mockResolvedValue(worker);
    expect((await pushHere()).on).toBe(false);
  });
});

describe('beginning', () => {
  it('asks the browser for leave and tells the server where messages go, in its own writing of bytes', async () => {
    await beginPush('key', 'de', HOURS);
    expect(pushManager.subscribe.mock.calls).toEqual([[{ userVisibleOnly: true, applicationServerKey: 'key' }]]);
    expect(read.mock.calls).toEqual([
      [
        '/me/push',
        {
          ...{ endpoint: subscription.endpoint, p256dh: '-_--', auth: 'AQ' },
          ...{ zone: Intl.DateTimeFormat().resolvedOptions().timeZone, language: 'de', quiet_from: 22, quiet_to: 7 },
        },
      ],
    ]);
    expect(subscription.unsubscribe).not.toHaveBeenCalled();
  });

  it.each(['denied', 'default'])('asks nobody else where the answer is %s', async (answer) => {
    requestPermission.mockResolvedValue(answer);
    await expect(beginPush('key', 'de', HOURS)).rejects.toThrow(Blocked);
    expect([pushManager.subscribe.mock.calls, read.mock.calls]).toEqual([[], []]);
  });

  it('takes away what was made for another key, once, and fails where that was not it', async () => {
    pushManager.subscribe.mockRejectedValueOnce(new Error('another key'));
    await beginPush('key', 'de', HOURS);
    expect([subscription.unsubscribe.mock.calls.length, pushManager.subscribe.mock.calls.length]).toEqual([1, 2]);
    pushManager.subscribe.mockRejectedValue(new Error('no'));
    pushManager.getSubscription.mockResolvedValue(null);
    read.mockClear();
    await expect(beginPush('key', 'de', HOURS)).rejects.toThrow('no');
    expect(read).not.toHaveBeenCalled();
  });
});

it('ends at the browser and at the server, also where the browser keeps nothing', async () => {
  expect(await endPush()).toMatchObject({ path: '/me/push/end' });
  expect(subscription.unsubscribe).toHaveBeenCalledOnce();
  pushManager.getSubscription.mockResolvedValue(null);
  await endPush();
  expect([subscription.unsubscribe.mock.calls.length, read.mock.calls.length]).toEqual([1, 2]);
});
