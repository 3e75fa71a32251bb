/** Looking for somebody to play with, and the lobby, over the page's one connection. */
import { t } from '../i18n/i18n.svelte';
import type { Caller } from '../net/connection.svelte';
import { newId, newToken } from '../net/outbox';
import { Refusal } from '../net/refusal';
import type { ClientMessage, LobbyShown, Seek, SeekShown, ServerMessage, Terms } from '../wire';
import { company } from './company.svelte';
import { notices } from './notices.svelte';
import { connection } from './online';
import { router } from './router.svelte';
import { keepSeat } from './seats';
import { settings } from './settings.svelte';
import { sound } from './sounds';

/** How far the strength of the others may be away at first. */
const RANGE = 200;

class Seeking implements Caller {
  /** What is looked for, as the server knows it; null until it has answered. */
  shown: SeekShown | null = $state.raw(null);
  /** The level of the computer that would pass the time. */
  offer: number | null = $state(null);
  /** When the looking began, by this device's clock. */
  began = $state(0);
  #asked: Seek | null = null;
  #end: (() => void) | null = null;

  start(terms: Terms): void {
    this.#ask({ terms, range: RANGE });
  }

  /** Sits down with somebody who looks. */
  answer(seek: SeekShown): void {
    this.#ask({ answer: seek.id });
  }

  #ask(wish: Pick<Seek, 'terms' | 'answer' | 'range'>): void {
    this.cancel();
    // The token is made here: whatever gets lost on the way, it opens the seat.
    this.#asked = { type: 'seek', id: newId(), token: newToken(), name: this.#name(), ...wish };
    this.began = Date.now();
    company.seeking = true;
    this.#end = connection.call(this);
  }

  #name(): string {
    return settings.name.trim() || t('seat.guest');
  }

  cancel(): void {
    const asked = this.#asked;
    this.#over();
    if (asked) connection.say({ type: 'cancel-seek', id: asked.id });
  }

  #over(): void {
    this.#end?.();
    this.#end = null;
    this.#asked = null;
    this.shown = null;
    this.offer = null;
    company.seeking = false;
  }

  greet(): readonly ClientMessage[] {
    return this.#asked ? [this.#asked] : [];
  }

  hear(message: ServerMessage): void {
    if (!('id' in message) || !this.#asked || message.id !== this.#asked.id) return;
    const { token } = this.#asked;
    switch (message.type) {
      case 'seeking':
        this.shown = message.seek;
        return;
      case 'computer-offered':
        this.offer = message.level;
        return;
      case 'paired':
        this.#over();
        keepSeat(message.match, message.seat, token);
        sound('turnOver');
        notices.show(t('lobby.found'));
        router.go(`/m/${message.match}`);
        return;
      case 'seek-ended':
        this.#over();
        if (message.reason !== 'cancelled') notices.show(t(`lobby.ended.${message.reason}`));
        return;
      case 'refusal':
        this.#over();
        notices.refuse(new Refusal(message.code, message.message, message.why));
    }
  }
}

export const seeking = new Seeking();

/** Hears who looks for others and which tables are open, until it is ended. */
export function watchLobby(hear: (lobby: LobbyShown) => void): () => void {
  const caller: Caller = {
    greet: () => [{ type: 'watch-lobby', on: true }],
    hear: (message) => message.type === 'lobby' && hear(message),
  };
  const end = connection.call(caller);
  return () => {
    end();
    connection.say({ type: 'watch-lobby', on: false });
  };
}
