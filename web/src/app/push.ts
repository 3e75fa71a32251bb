/** Messages to this device when it is one's turn (Web Push). Off unless somebody turns them on here. */
import { read } from '../net/api';
import type { PushAsked, PushShown } from '../wire';

export class Blocked extends Error {}

/** Whether this browser can take messages at this address. */
export function canTake(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
}

function textOf(bytes: ArrayBuffer | null): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))));
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

async function subscriptionHere(): Promise<PushSubscription | null> {
  const worker = await navigator.serviceWorker.getRegistration();
  return (await worker?.pushManager.getSubscription()) ?? null;
}

/** What was chosen for this device: a subscription that the browser has dropped is none. */
export async function pushHere(): Promise<PushShown> {
  const shown = await read<PushShown>('/me/push');
  return { ...shown, on: shown.on && (await subscriptionHere()) !== null };
}

/** Asks the browser for leave and the server for messages; throws Blocked where the browser says no. */
export async function beginPush(
  key: string,
  language: PushAsked['language'],
  hours: { readonly from: number; readonly to: number },
): Promise<PushShown> {
  if ((await Notification.requestPermission()) !== 'granted') throw new Blocked();
  const worker = await navigator.serviceWorker.ready;
  const wanted = { userVisibleOnly: true, applicationServerKey: key };
  const subscription = await worker.pushManager.subscribe(wanted).catch(async () => {
    // One that was made for another key is in the way.
    await (await subscriptionHere())?.unsubscribe();
    return worker.pushManager.subscribe(wanted);
  });
  return read<PushShown>('/me/push', {
    endpoint: subscription.endpoint,
    p256dh: textOf(subscription.getKey('p256dh')),
    auth: textOf(subscription.getKey('auth')),
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    language,
    quiet_from: hours.from,
    quiet_to: hours.to,
  } satisfies PushAsked);
}

/** Ends the messages to this device. */
export async function endPush(): Promise<PushShown> {
  await (await subscriptionHere())?.unsubscribe();
  return read<PushShown>('/me/push/end', {});
}
