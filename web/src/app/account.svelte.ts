/** Whom this device is signed in as: a name with passkeys, or nobody. Every function throws a Refusal. */
import { accountSeat, read as askPeople } from '../net/api';
import { Refusal } from '../net/refusal';
import type {
  AccountShown,
  ApiTokenAsked,
  ApiTokenGiven,
  ClaimShown,
  DevicesShown,
  Me,
  OwnedMatch,
  OwnedPage,
  Question,
  Welcomed,
} from '../wire';
import { connection } from './online';
import { create, get } from './passkeys';
import { keptSeats, ownTokens } from './seats';
import { isLikely } from './signed';
import { save } from './store';

export class Account {
  /** The account that is open here. */
  shown: AccountShown | null = $state.raw(null);
  #asked: Promise<void> | null = null;

  /** Finds out who is signed in, once; whether anybody is. Where no answer came, the next who wants to know asks again. */
  async known(): Promise<boolean> {
    if (!isLikely()) return false;
    this.#asked ??= this.refresh();
    try {
      await this.#asked;
    } catch (error) {
      this.#asked = null;
      throw error;
    }
    return this.shown !== null;
  }

  /** Asks the server who is signed in. */
  async refresh(): Promise<void> {
    this.#take((await askPeople<Me>('/me', {})).account);
  }

  #take(account: AccountShown | null): void {
    const changed = account?.name !== this.shown?.name;
    this.shown = account;
    save('signedIn', account !== null);
    if (changed && account === null) forgetAccountSeats();
    if (changed) connection.renew();
  }

  /** Takes a new name; every seat this device holds is its own from then on. */
  async register(name: string, kind: 'person' | 'bot', label: string): Promise<readonly string[]> {
    const question = await askPeople<Question>('/people/register/options', { name, kind });
    const proof = { ceremony: question.ceremony, credential: await create(question.options), label };
    const { account, codes } = await askPeople<Welcomed>('/people/register', proof);
    this.#take(account);
    return codes;
  }

  async signIn(label: string): Promise<void> {
    const question = await askPeople<Question>('/people/sign-in/options', {});
    const proof = { ceremony: question.ceremony, credential: await get(question.options), label };
    this.#take((await askPeople<Me>('/people/sign-in', proof)).account);
  }

  async recover(code: string, label: string): Promise<void> {
    this.#take((await askPeople<Me>('/people/recover', { code, label })).account);
  }

  async signOut(): Promise<void> {
    const own = await this.matches();
    await askPeople<Me>('/me/sign-out', {});
    // Their tokens open nothing any more.
    forgetMatches(own.map(({ match }) => match.id));
    this.#take(null);
  }

  /** Makes every seat that this device holds by a token the account's own. */
  claim(): Promise<ClaimShown> {
    return askPeople('/me/claim', { tokens: ownTokens() });
  }

  devices(): Promise<DevicesShown> {
    return askPeople('/me/devices');
  }

  endDevice(id: string): Promise<DevicesShown> {
    return askPeople('/me/devices/end', { id });
  }

  addPasskey(label: string): Promise<DevicesShown> {
    return this.#proved(label, async () => {
      const question = await askPeople<Question>('/me/passkeys/options', {});
      const credential = await create(question.options);
      return askPeople('/me/passkeys', { ceremony: question.ceremony, credential, label });
    });
  }

  removePasskey(credential: string, label: string): Promise<DevicesShown> {
    return this.#proved(label, () => askPeople('/me/passkeys/remove', { credential }));
  }

  async newCodes(label: string): Promise<readonly string[]> {
    return (await this.#proved(label, () => askPeople<Welcomed>('/me/codes', {}))).codes;
  }

  newToken(asked: ApiTokenAsked, label: string): Promise<ApiTokenGiven> {
    return this.#proved(label, () => askPeople('/me/tokens', asked));
  }

  endToken(id: string): Promise<DevicesShown> {
    return askPeople('/me/tokens/end', { id });
  }

  async delete(name: string, label: string): Promise<void> {
    await this.#proved(label, () => askPeople<Me>('/me/delete', { name }));
    this.#take(null);
  }

  /** The account's matches, from whatever device; the first page of each kind. */
  async matches(): Promise<readonly OwnedMatch[]> {
    if (!(await this.known())) return [];
    const kinds = ['running', 'open', 'finished'];
    const pages = await Promise.all(kinds.map((status) => askPeople<OwnedPage>(`/me/matches?status=${status}`)));
    return pages.flatMap(({ matches }) => matches);
  }

  /** Does something that needs a proof; where the last one is too old, the passkey is asked for and it is done again. */
  async #proved<T>(label: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'not-fresh') throw error;
      await this.signIn(label);
      return work();
    }
  }
}

export const account = new Account();

/** Forgets the seats that were opened by an account. */
function forgetAccountSeats(): void {
  save(
    'seats',
    keptSeats().filter((kept) => accountSeat(kept.token) === null),
  );
}

/** Forgets all seats of some matches. */
function forgetMatches(matches: readonly string[]): void {
  save(
    'seats',
    keptSeats().filter((kept) => !matches.includes(kept.match)),
  );
}
