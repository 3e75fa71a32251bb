/** Clocks that are drawn while they run. */
import { t } from '../i18n/i18n.svelte';
import type { ClockShown } from '../wire';

class Ticker {
  now = $state(Date.now());
  #timer: ReturnType<typeof setInterval> | undefined;

  run(on: boolean): void {
    clearInterval(this.#timer);
    if (on) this.#timer = setInterval(() => (this.now = Date.now()), 500);
  }
}

export const ticker = new Ticker();

/** What a seat has left at a moment of the server's time. */
export function clockInWords(clock: ClockShown, seat: number, now: number): string {
  const passed = clock.running === seat ? Math.max(0, now - clock.at) : 0;
  const seconds = Math.max(0, Math.ceil(((clock.left[seat] ?? 0) - passed) / 1000));
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
  if (minutes < 60) return `${minutes}:${String(rest).padStart(2, '0')}`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours}:${String(minutes % 60).padStart(2, '0')}:${String(rest).padStart(2, '0')}`;
  return t('clock.left', { d: Math.floor(hours / 24), h: hours % 24 });
}
