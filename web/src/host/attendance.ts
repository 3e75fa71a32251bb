/**
 * What happens in matches without anybody's wish: clocks ring and computers think.
 *
 * Only matches that somebody follows are attended to. Time during which nobody did, because the page was closed or the
 * device slept, is given back to the clock that ran.
 */
import type { Answer, Asked } from '../engine/protocol';
import { Refusal } from '../net/refusal';
import { deadline, leftAt } from './clock';
import { decideMove, decideTime } from './decide';
import type { Host } from './host';
import type { Live } from './live';
import { recordFor } from './record';
import type { Match } from './state';

/** Somebody who decides for a seat, from what that seat may know alone. */
export interface Computers {
  think(asked: Omit<Asked<'think'>, 'op'>, signal: AbortSignal): Promise<Answer<'think'>>;
  hint(asked: Omit<Asked<'hint'>, 'op'>): Promise<Answer<'hint'>>;
}

const BEAT = 2_000;
/** Less time than this is not given back: nobody feels it. */
const OUTAGE = 3_000;
/** After so long a computer that could not move at all is asked again, twice as long each time that it cannot. */
const AGAIN = 1_000;
const LONGEST = 64_000;
/** Timers of a browser that are to wait for longer ring at once. */
const LONGEST_TIMER = 2 ** 31 - 1;
const LOWEST = 1;

export class Attendance {
  /** Whether somebody looks at the page. */
  watched = true;

  constructor(readonly host: Host) {}

  /** Takes up a match that somebody begins to follow, with the time given back in which nobody did. */
  async takeUp(live: Live): Promise<void> {
    const { store, now } = this.host.world;
    if (live.pulse === undefined && live.match.clock?.running != null) {
      const seen = Math.max(await store.lastBeat(live.match.id), live.match.changedAt);
      await this.#giveBack(live, now() - seen, `outage:${seen}`);
    }
    this.attend(live);
  }

  /** Sets the alarm for the running clock, and lets a computer think. */
  attend(live: Live): void {
    clearTimeout(live.alarm);
    if (!live.listeners.size) return;
    const { clock } = live.match;
    const end = clock && deadline(clock);
    this.#beat(live, end !== null);
    if (end !== null) {
      const wait = Math.max(0, end - this.host.world.now()) + 1;
      const ring = (): void => (wait > LONGEST_TIMER ? this.attend(live) : void this.#ring(live));
      live.alarm = setTimeout(ring, Math.min(wait, LONGEST_TIMER));
    }
    const { pondered } = live;
    if (
      live.thinking &&
      pondered &&
      (pondered.seat !== live.match.deciding || pondered.ply !== live.match.moves.length)
    ) {
      // A move was taken back, or the match ended: nobody waits for the end of a long thought.
      live.thinking.abort();
      live.thinking = live.pondered = null;
    }
    if (!live.thinking && this.#mayThink(live.match))
      void this.#letThink(live, (live.thinking = new AbortController()));
  }

  /** Lets computers think in one page alone, and looks again once that is over. */
  async #letThink(live: Live, own: AbortController): Promise<void> {
    let isStuck = false;
    let failed = false;
    await this.host.world
      .alone(live.match.id, own.signal, async () => {
        isStuck = await this.#think(live, own.signal);
      })
      .catch(() => (failed = true));
    if (live.thinking !== own) return;
    live.thinking = null;
    // Somebody may have moved while this ended, and then waits for a computer; what failed may go well in a while.
    if (failed) {
      setTimeout(() => this.attend(live), Math.min(LONGEST, AGAIN * 2 ** live.failures++));
      return;
    }
    live.failures = 0;
    if (!isStuck) this.attend(live);
  }

  /** Does nothing more for a match. */
  dismiss(live: Live): void {
    clearTimeout(live.alarm);
    clearInterval(live.pulse);
    live.pulse = undefined;
    live.thinking?.abort();
    live.thinking = null;
  }

  /** Whether a computer decides now. Where only computers play, nothing goes on that nobody sees. */
  #mayThink(match: Match): boolean {
    const seat = match.deciding;
    return seat !== null && match.computerOn(seat) > 0 && (this.watched || match.people.length > 0);
  }

  async #ring(live: Live): Promise<void> {
    await this.wake(live);
    await this.host.change(live, (match) => decideTime(match, this.host.world.now())).catch(() => undefined);
  }

  /** Notes every now and then that somebody is here; a beat that comes late tells how long nobody was. */
  #beat(live: Live, on: boolean): void {
    const { now } = this.host.world;
    if (!on || live.pulse !== undefined) {
      if (!on) clearInterval(live.pulse);
      if (!on) live.pulse = undefined;
      return;
    }
    live.beaten = now();
    live.pulse = setInterval(() => void this.wake(live), BEAT);
  }

  /**
   * Notes that somebody is here, and gives back what the last note is too long ago for: the device slept, or its clock
   * was set. Whoever moves before the next beat asks for it, and so does the alarm.
   */
  async wake(live: Live): Promise<void> {
    if (live.pulse === undefined) return;
    const { store, now } = this.host.world;
    const [before, at] = [live.beaten, now()];
    live.beaten = at;
    void store.beat(live.match.id, at).catch(() => undefined);
    await this.#giveBack(live, at - before - BEAT, `stall:${before}`);
  }

  async #giveBack(live: Live, ms: number, key: string): Promise<void> {
    if (ms <= OUTAGE) return;
    await this.host
      .change(live, ({ clock }) => (clock?.running == null ? [] : [{ type: 'credited', ms }]), key)
      .catch(() => undefined);
  }

  /** Lets computers decide as long as it is their turn and somebody follows; tells whether that led nowhere. */
  async #think(live: Live, signal: AbortSignal): Promise<boolean> {
    const { now } = this.host.world;
    while (!signal.aborted && this.#mayThink(live.match)) {
      const { match } = live;
      const seat = match.deciding as number;
      const ply = match.moves.length;
      if (match.created.pace && ply) await pause(match.changedAt + match.created.pace - now(), signal);
      live.pondered = { seat, ply };
      const { move, stumbled } = await this.#choose(match, seat, signal);
      if (signal.aborted) return false;
      live.pondered = null;
      const number = await this.host.change(
        live,
        async (current) => {
          if (current.deciding !== seat || current.moves.length !== ply || !current.computerOn(seat)) return [];
          const moved = await decideMove(current, seat, move, ply, current.changedAt);
          return stumbled ? [{ type: 'stumbled', seat }, ...moved] : moved;
        },
        `computer:${match.number}`,
      );
      // Nothing came of it and nothing else happened: asking for ever would not help.
      if (number === match.number && live.match === match) return true;
    }
    return false;
  }

  /** A computer's move; where its level fails, the lowest one moves for it. */
  async #choose(match: Match, seat: number, signal: AbortSignal): Promise<{ move: string; stumbled: boolean }> {
    const { computers, entropy, now } = this.host.world;
    const seed = new DataView(entropy(4).buffer).getUint32(0);
    const asked = { record: recordFor(match, seat), seat, seed };
    const { clock } = match;
    // A thirtieth of what is left, and never so much that the way to the disk costs the game.
    const share = clock?.plan.kind === 'live' ? Math.max(0.02, (leftAt(clock, now())[seat] ?? 0) / 30_000) : null;
    try {
      const level = match.computerOn(seat);
      const { move } = await computers.think({ ...asked, level, ...(share !== null && { seconds: share }) }, signal);
      return { move, stumbled: false };
    } catch (error) {
      if (!(error instanceof Refusal) || signal.aborted) throw error;
      const { move } = await computers.think({ ...asked, level: LOWEST }, signal);
      return { move, stumbled: true };
    }
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, Math.max(0, ms));
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });
}
