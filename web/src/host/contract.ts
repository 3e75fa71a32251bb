/** What a page and the host on its device say to each other: the server's messages, and requests like those over HTTP. */
import type { Ack, ActAsked, ClientMessage, Create, CreatedShown, HintShown, ServerMessage, Snapshot } from '../wire';
import type { Refusal } from '../net/refusal';

interface Seated {
  readonly match: string;
  readonly token: string;
}

/** Every request with its answer. A refused one has changed nothing. */
export interface Requests {
  create: { asked: { readonly wish: Create }; answer: CreatedShown };
  look: { asked: { readonly match: string; readonly token: string | null }; answer: Snapshot };
  act: { asked: Seated & { readonly act: ActAsked }; answer: Ack };
  hint: { asked: Seated; answer: HintShown };
  record: { asked: { readonly match: string; readonly token: string | null }; answer: string };
  /** A match is to go on over the server, a friend on one of its seats: from here on it stands still. */
  handOver: { asked: Seated & { readonly friend: number | null }; answer: null };
  /** All of it goes there from the host, and the page hears who sits where; the server may know the page by its tokens. */
  carryOver: { asked: { readonly match: string; readonly tokens: readonly string[] }; answer: CreatedShown };
  keepHere: { asked: { readonly match: string }; answer: null };
  /** Ends on the server what was given up here. */
  withdraw: { asked: unknown; answer: null };
  remove: { asked: { readonly match: string }; answer: null };
  /** Whether somebody looks at the page. */
  watched: { asked: { readonly on: boolean }; answer: null };
}

export type What = keyof Requests;
export type Request<W extends What = What> = { [Each in W]: { readonly what: Each } & Requests[Each]['asked'] }[W];

export type ToHost =
  | { readonly kind: 'message'; readonly message: ClientMessage }
  | { readonly kind: 'request'; readonly id: number; readonly request: Request };

export type FromHost =
  | { readonly kind: 'message'; readonly message: ServerMessage }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: unknown }
  | {
      readonly kind: 'refusal';
      readonly id: number;
      readonly code: Refusal['code'];
      readonly message: string;
      readonly why: Refusal['why'];
    };
