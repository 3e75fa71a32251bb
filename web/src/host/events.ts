/**
 * What can happen in a match on this device, as it is kept.
 *
 * The same values as the server's: most are told as they are, `created` and `started` hold what not everybody may know.
 * They are read again for years: a field is never renamed, a new one is optional.
 */
import type { ClockPlan, MatchEvent } from '../wire';

/** Who sits where. On one device there are people who share it, and computers. */
export interface SeatPlan {
  readonly kind: 'local' | 'computer';
  readonly name: string;
  /** Of a computer; 0 for a person. */
  readonly level: number;
  /** What opens the seat to a page. */
  readonly token: string;
  /** The seat's word for the deal. */
  readonly word: string;
  /** Whether the word was said after the hash of the deal was published. */
  readonly wordFollows: boolean;
}

/** A match is set up. The secret decides the deal, and is told when the match is over. */
export interface Created {
  readonly type: 'created';
  readonly game: string;
  readonly options: Readonly<Record<string, string>>;
  readonly seats: readonly SeatPlan[];
  readonly clock: ClockPlan | null;
  readonly friendly: boolean;
  /** As hexadecimal digits; empty where the deal is given by the tags. */
  readonly secret: string;
  /** The secret of a rematch, whose hash is published with this match. */
  readonly nextSecret: string;
  /** The tags of the match whose deal is played again, or of the record that is gone on with. */
  readonly tags: Readonly<Record<string, string>>;
  readonly previous: string;
  /** Milliseconds at least between two moves, where only computers play. */
  readonly pace: number;
  /** By seat: matches of this series won before. */
  readonly wins: readonly number[];
  readonly played: number;
}

/** The deal is drawn and the first seat decides. */
export interface Started {
  readonly type: 'started';
  readonly deal: string;
}

type KeptType = Exclude<MatchEvent['type'], 'opened' | 'begun' | 'seated' | 'silent' | 'silenced' | 'line-removed'>;

/** What is kept. */
export type Stored = Created | Started | Extract<MatchEvent, { type: KeptType }>;

/** What happened at one moment: the entries of a match count up by one. */
export interface Entry {
  readonly match: string;
  readonly number: number;
  readonly at: number;
  /** What the same wish, sent again, is recognised by. */
  readonly key: string | null;
  readonly events: readonly Stored[];
}
