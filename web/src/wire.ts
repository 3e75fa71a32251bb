// Written by scripts/make_types.py from the server's own definitions: do not edit.


export const PROTOCOL = 1;

export type RefusalCode = "bad-message" | "bad-name" | "bad-options" | "bad-passkey" | "bad-record" | "bad-setup" | "banned" | "clock" | "damaged" | "forbidden" | "illegal" | "match-over" | "name-taken" | "nameless" | "no-such-match" | "no-such-seat" | "not-allowed" | "not-fresh" | "not-found" | "not-over" | "not-seated" | "not-started" | "not-subscribed" | "not-your-turn" | "nothing-proposed" | "notation" | "paused" | "pending" | "revealed" | "seat-taken" | "shutting-down" | "signed-out" | "stale" | "too-fast" | "too-large" | "too-many" | "unavailable" | "unknown-game";

/** Why a move can be illegal: by code the parameters that come with it. */
export const REASONS = {
  "card-covered": [],
  "card-has-smartie": [],
  "card-not-in-hand": [],
  "card-there": [],
  "carries-too-many": ["animal", "n"],
  "colour-known": [],
  "colour-missing": ["colours"],
  "colour-taken": [],
  "colours-unknown": [],
  "covers-smartie": [],
  "far-outside": [],
  "field-laid": [],
  "field-unfinished": [],
  "first-card": [],
  "game-over": [],
  "gap-in-the-way": [],
  "impossible-number": [],
  "joins-no-colour": [],
  "must-climb": [],
  "must-place": [],
  "no-card-there": ["x", "y"],
  "no-move": ["game"],
  "no-smartie-left": [],
  "no-smartie-to-stack": [],
  "no-such-tile": [],
  "no-swaps": [],
  "no-tower": ["cell"],
  "not-on-cards": [],
  "not-your-tile": [],
  "not-your-tower": ["cell"],
  "nothing-offered": [],
  "offer-answered": [],
  "offer-to-another": [],
  "offer-unanswered": [],
  "on-one-card": [],
  "one-offer": [],
  "stacked-has-smartie": [],
  "swap-under-way": [],
  "taboo": ["cell"],
  "tile-there": [],
  "too-few-below": ["n"],
  "too-wide": ["n"],
  "touches-no-tile": [],
  "touches-too-few": [],
  "wrong-distance": ["animal", "n"],
} as const;

/** Why a table that was laid by hand can be impossible: by code the parameters that come with it. */
export const FLAWS = {
  "card-nowhere": ["card", "n"],
  "cards-overlap": ["card", "other"],
  "colour-too-early": ["n"],
  "colour-twice": ["colour"],
  "colour-unknown": [],
  "first-card-missing": [],
  "first-seat-begins": [],
  "hand-not-full": ["n", "seat"],
  "hand-too-large": ["n", "seat"],
  "lies-apart": ["card"],
  "not-a-colour": ["colour"],
  "smartie-covered": ["card", "other"],
  "smarties-wrong": ["n"],
  "too-far-out": ["card"],
  "too-many-of-a-card": ["card", "n"],
  "too-many-smarties": ["n"],
  "upper-not-on-cards": ["card"],
  "upper-on-one-card": ["card"],
  "upper-without-smartie": ["card"],
} as const;

export type ServerMessage = Ack | ComputerOffered | Goodbye | Happened | LobbyShown | Paired | Pong | Presence | Refused | SeekEnded | Seeking | Snapshot | StudyClosed | StudyPeople | StudyTold | Tried | Unsubscribed | Welcome;

export type ClientMessage = Act | CancelSeek | FollowStudy | Ping | Seek | Subscribe | Try | UnfollowStudy | Unsubscribe | WatchLobby;

export type StudyOp = ChapterAdded | ChapterNamed | ChapterRemoved | ChaptersOrdered | Judged | LinesOrdered | MoveAdded | NodeRemoved | NodeRestored | Noted | Said | Titled;

export type MatchEvent = Agreed | Begun | Chatted | Credited | Declined | Disowned | Finished | Hinted | Left | LineRemoved | Moved | Muted | Named | Opened | Paused | Proposed | Rematched | Resigned | Resumed | Returned | Seated | Silenced | Silent | Stumbled | TakenBack | TakenOver;

export type AnyAction = Agree | Chat | Decline | Leave | Move | Mute | Propose | Resign | Resume | Return | TakeOver;

export type AnalysisLine = AnalysisShown | Failed | Progress;

export type SolutionLine = Failed | Progress | Solved;

/** One's own account. */
export interface AccountShown {
  name: string;
  kind: "bot" | "person";
  created: number;
  moderator: boolean;
}

/** An action is committed: it is the event of that number, now and for ever. */
export interface Ack {
  type: "ack";
  id: string;
  number: number;
}

/** Act for a seat that this connection follows; the same `id` is carried out once, however often it is sent. */
export interface Act {
  type: "act";
  id: string;
  match: string;
  seat: number;
  action: Agree | Chat | Decline | Leave | Move | Mute | Propose | Resign | Resume | Return | TakeOver;
}

/** An action over HTTP; the token is in the header. */
export interface ActAsked {
  id: string;
  action: Agree | Chat | Decline | Leave | Move | Mute | Propose | Resign | Resume | Return | TakeOver;
}

/** A line of the audit log. */
export interface ActShown {
  number: number;
  at: number;
  who: string;
  what: string;
  match: string;
  target: string;
  why: string;
}

/** What was done by those in charge, the newest first. */
export interface ActsShown {
  acts: ActShown[];
}

/** Agree to what was proposed. */
export interface Agree {
  type: "agree";
  word?: string | null;
}

/** A seat agrees to what was proposed. */
export interface Agreed {
  type: "agreed";
  seat: number;
  word?: string;
}

/** A match that is over, or a record, to be judged move by move within some seconds. */
export interface AnalysisAsked {
  match?: string | null;
  record?: string | null;
  seconds?: number;
  tokens?: string[] | null;
}

/** A match judged move by move, and by sides if it was over. */
export interface AnalysisShown {
  type: "analysis";
  game: string;
  complete: boolean;
  turns: TurnShown[];
  sides: SideShown[];
}

/** A new token for scripts: `read` shows one's matches, `play` makes, joins and plays them. */
export interface ApiTokenAsked {
  label: string;
  scopes: ("play" | "read")[];
}

/** A new token for scripts; it is told only once. */
export interface ApiTokenGiven {
  id: string;
  token: string;
}

/** A token for scripts, without the token itself. */
export interface ApiTokenShown {
  id: string;
  label: string;
  scopes: ("play" | "read")[];
  created: number;
  used: number;
}

/** What came of an attempt, or why it cannot be counted; in both cases it need not be told again. Only the first attempt at a puzzle is rated. */
export interface AttemptShown {
  id: string;
  solved: boolean;
  rated: boolean;
  refusal: "bad-message" | "bad-name" | "bad-options" | "bad-passkey" | "bad-record" | "bad-setup" | "banned" | "clock" | "damaged" | "forbidden" | "illegal" | "match-over" | "name-taken" | "nameless" | "no-such-match" | "no-such-seat" | "not-allowed" | "not-found" | "not-fresh" | "not-over" | "not-seated" | "not-started" | "not-subscribed" | "not-your-turn" | "notation" | "nothing-proposed" | "paused" | "pending" | "revealed" | "seat-taken" | "shutting-down" | "signed-out" | "stale" | "too-fast" | "too-large" | "too-many" | "unavailable" | "unknown-game" | null;
}

/** A try at a puzzle: own moves up to the first wrong one, and whether the solution was shown on the way. The id is made on the device, once: however often an attempt is told, it counts once. */
export interface AttemptTold {
  id: string;
  puzzle: string;
  moves: string[];
  shown: boolean;
  at: number;
}

/** Attempts in the order in which they were made. */
export interface AttemptsTold {
  attempts: AttemptTold[];
}

/** Every seat is taken and the first one decides, as everybody hears it. */
export interface Begun {
  type: "begun";
}

/** The best of a pool whose ratings are certain, and what computers would have there by level, where measured. */
export interface BoardShown {
  pool: string;
  places: PlaceShown[];
  levels: number[];
}

/** Look no more. */
export interface CancelSeek {
  type: "cancel-seek";
  id: string;
}

/** Challenge whoever has a name. */
export interface ChallengeAsked {
  name: string;
  terms: Terms;
}

/** Open matches: in which a seat is kept for one, and in which one waits for whom one has challenged. */
export interface ChallengesShown {
  received: SummaryShown[];
  sent: SummaryShown[];
}

/** One more chapter, after the others: a record of either notation in which nothing is hidden. */
export interface ChapterAdded {
  type: "add-chapter";
  id: string;
  chapter: string;
  name: string;
  record: string;
}

/** A chapter has another name. */
export interface ChapterNamed {
  type: "name-chapter";
  id: string;
  chapter: string;
  name: string;
}

/** A chapter goes, with all that is in it. */
export interface ChapterRemoved {
  type: "remove-chapter";
  id: string;
  chapter: string;
}

/** Some chapters come first, in this order; the others follow in the order they had. */
export interface ChaptersOrdered {
  type: "order-chapters";
  id: string;
  chapters: string[];
}

/** Say something; whoever watches may say by which name. */
export interface Chat {
  type: "chat";
  text: string;
  name?: string;
}

/** Something that was said, with the number of its event. */
export interface ChatShown {
  number: number;
  seat: number;
  text: string;
  name: string;
}

/** A seat, or somebody who watches, says something. */
export interface Chatted {
  type: "chatted";
  seat: number;
  text: string;
  name?: string;
}

/** What the seat may do now. A turn reads `[COLOUR:]LOOK@x,y[*[u,v]]` or `[COLOUR:]LOOK^x,y`. */
export interface ChocolateLegal {
  announce: string[];
  cards: Record<string, Looks[]>;
  smartie: boolean;
  secure: [number, number][];
  may_pass: boolean;
  swap: string[];
}

/** A table of Scho K.O. or Schokoly; an unknown card reads `?`. */
export interface ChocolateTableShown {
  family: "chocolate";
  field: LyingCard[];
  hands: string[][];
  stack: number;
  colours: (string | null)[];
  smarties: number[];
  seat: number;
  turn: number;
  swap: SwapShown | null;
  facts: FactShown[];
  groups: GroupShown[];
  neutral: NeutralShown[];
  neutral_colour: string | null;
  points: number[];
  over: boolean;
  winner: number | null;
  legal: ChocolateLegal | null;
}

/** How many seats are one's own now, and how many cannot be: they belong to somebody else. */
export interface ClaimShown {
  claimed: number;
  others: number;
}

/** Live: seconds for the whole match and an increment for each move. Days: seconds for each move. */
export interface ClockAsked {
  kind: "days" | "live";
  seconds: number;
  increment?: number;
}

/** How much time a seat has: for the whole match with an increment (live), or for each move (days). */
export interface ClockPlan {
  kind: "days" | "live";
  seconds: number;
  increment?: number;
}

/** The milliseconds each seat has left at the moment `at`, and whose time runs. */
export interface ClockShown {
  left: number[];
  running: number | null;
  at: number;
}

/** Nobody has come so far: a computer of about the same strength would pass the time. The seek goes on. */
export interface ComputerOffered {
  type: "computer-offered";
  id: string;
  level: number;
}

/** How somebody's turns were, in the eyes of the computer: those in which something was to be decided. */
export interface ConductShown {
  turns: number;
  best: number;
  margin: number;
  given: number;
  seconds: number | null;
}

/** A table of a game with the real box, as it lies, to be counted. */
export interface CountAsked {
  game: string;
  table: string;
  options?: Record<string, string>;
}

/** A table that was counted: its groups or towers, points and winner; not over where somebody can still move. */
export interface CountShown {
  game: string;
  options: Record<string, string>;
  sides: number[];
  table: ChocolateTableShown | GeneralTableShown | TokanTableShown;
}

/** A new match. */
export interface Create {
  game: string;
  seats: SeatAsked[];
  options?: Record<string, string>;
  draw_seats?: boolean;
  clock?: ClockAsked | null;
  listed?: boolean;
  friendly?: boolean;
  rated?: boolean;
  pace?: number;
  record?: string | null;
  tokens?: string[] | null;
  key?: string | null;
}

/** A new match with the tokens of the local seats, and of the invited ones to be passed on. */
export interface CreatedShown {
  match: string;
  seats: SeatGiven[];
  deal_hash: string | null;
}

/** The clock that runs gets time back that the server was not there. */
export interface Credited {
  type: "credited";
  ms: number;
}

/** How a rating came about, the oldest first; very long curves are cut at their beginning. */
export interface CurveShown {
  pool: string;
  points: PointShown[];
}

/** The puzzle of a day (year-month-day, UTC). */
export interface DailyShown {
  date: string;
  puzzle: PuzzleShown;
}

/** Decline what was proposed, or take one's own proposal back. */
export interface Decline {
  type: "decline";
}

/** A seat declines what was proposed, or takes its own proposal back. */
export interface Declined {
  type: "declined";
  seat: number;
}

/** Everything that opens one's account. */
export interface DevicesShown {
  sessions: SessionShown[];
  passkeys: PasskeyShown[];
  tokens: ApiTokenShown[];
  codes: number;
}

/** An account is gone: its seat is nobody's, goes by another name, and what was said from it is taken away. */
export interface Disowned {
  type: "disowned";
  seat: number;
  name: string;
}

/** Why a request was refused. */
export interface ErrorShown {
  code: "bad-message" | "bad-name" | "bad-options" | "bad-passkey" | "bad-record" | "bad-setup" | "banned" | "clock" | "damaged" | "forbidden" | "illegal" | "match-over" | "name-taken" | "nameless" | "no-such-match" | "no-such-seat" | "not-allowed" | "not-found" | "not-fresh" | "not-over" | "not-seated" | "not-started" | "not-subscribed" | "not-your-turn" | "notation" | "nothing-proposed" | "paused" | "pending" | "revealed" | "seat-taken" | "shutting-down" | "signed-out" | "stale" | "too-fast" | "too-large" | "too-many" | "unavailable" | "unknown-game";
  message: string;
  why?: Record<string, number | string> | null;
}

/** Events in their order, as they are sent over a WebSocket. */
export interface EventsShown {
  events: Happened[];
}

/** Something certain about other hands: one of these cards is there (`given`, `announced`), or `spare` at most. */
export interface FactShown {
  kind: string;
  seats: number[];
  cards: string[];
  spare: number;
}

/** Nothing was found, and why. */
export interface Failed {
  type: "failed";
  code: string;
  message: string;
}

/** The match is over and everything about it is open. */
export interface Finished {
  type: "finished";
  reason: "agreed" | "closed" | "played" | "resigned" | "time";
  winner: number | null;
  points: number[];
  seat?: number | null;
}

/** Hear what is done in a study after a number, and who is there. Without a token: as its owner. */
export interface FollowStudy {
  type: "follow-study";
  study: string;
  since: number;
  name: string;
  token?: string | null;
}

/** A game with its options; `seats` is their number by default. `abilities` says what can be done with it: `solve`, `perfect`, `edit`, `hands`, `swap`, `draft`, `teams`, `revanche`; unknown ones should be ignored. `family` is that of its tables. */
export interface GameShown {
  name: string;
  title: string;
  rules_version: number;
  options: OptionShown[];
  presets: Record<string, Record<string, string>>;
  seats: number;
  revanche: boolean;
  abilities: string[];
  family: string;
  balanced: string[];
}

/** All games, the levels of computer players and the engines the server was configured with. */
export interface GamesShown {
  games: GameShown[];
  levels: number[];
  engines: string[];
}

/** A table of any game, drawn as its observer may see it. */
export interface GeneralTableShown {
  family: "general";
  svg: string;
  diagram: string;
  seat: number;
  points: number[];
  over: boolean;
  winner: number | null;
  legal: string[] | null;
}

/** The server closes the connection on purpose; come back after so many milliseconds. */
export interface Goodbye {
  type: "goodbye";
  reason: "idle" | "restart" | "slow";
  retry: number;
}

/** Pieces of one colour that are connected; `side` is whose colour it is, None for nobody's (yet). */
export interface GroupShown {
  colour: string;
  side: number | null;
  cells: [number, number][];
  counts: "largest" | "tie" | null;
}

/** Something happened; numbers count up by one without a gap. */
export interface Happened {
  type: "event";
  match: string;
  seat: number;
  number: number;
  at: number;
  events: (Agreed | Begun | Chatted | Credited | Declined | Disowned | Finished | Hinted | Left | LineRemoved | Moved | Muted | Named | Opened | Paused | Proposed | Rematched | Resigned | Resumed | Returned | Seated | Silenced | Silent | Stumbled | TakenBack | TakenOver)[];
  state?: MatchShown | null;
  table?: ChocolateTableShown | GeneralTableShown | TokanTableShown | null;
}

/** Whether the server can do its work. */
export interface Health {
  status: "ok" | "stopping" | "unavailable";
  version: string;
  matches: number;
  connections: number;
}

/** A move that a strong player would make, and how many hints the seat has had. */
export interface HintShown {
  move: string;
  hints: number;
}

/** A seat asks for a hint and gets one. */
export interface Hinted {
  type: "hinted";
  seat: number;
}

/** Take a seat: the first free one, or a certain one, or the one an invitation's token is for. With a `new_token` of 192 random bits, made by the client, joining can be repeated after a lost answer: the same token gets the same seat. */
export interface Join {
  name: string;
  seat?: number | null;
  token?: string | null;
  word?: string | null;
  new_token?: string | null;
}

/** How good a move is: its glyphs by their numbers. */
export interface Judged {
  type: "judge";
  id: string;
  chapter: string;
  node: string;
  glyphs: number[];
}

/** Leave the seat. */
export interface Leave {
  type: "leave";
}

/** Somebody leaves a seat: for good before the start, and until they come back in a running match. */
export interface Left {
  type: "left";
  seat: number;
}

/** A person in charge takes away what was said in an entry; from now on that reads as silent. */
export interface LineRemoved {
  type: "line-removed";
  number: number;
}

/** Some of the moves after a node come first, in this order; the first of all is the main line. */
export interface LinesOrdered {
  type: "order";
  id: string;
  chapter: string;
  node: string;
  children: string[];
}

/** New links: the old ones no longer open the study. One that is not named stays as it is. */
export interface LinksAsked {
  read?: string | null;
  write?: string | null;
}

/** Matches of one kind, the newest first; `next` leads to older ones. */
export interface LobbyPage {
  matches: SummaryShown[];
  next: string | null;
}

/** Who looks for others and which tables are open, the newest first. */
export interface LobbyShown {
  type: "lobby";
  seeks: SeekShown[];
  open: SummaryShown[];
}

/** A card as it can be turned, and the places where it may then lie in the first and the second tier. */
export interface Looks {
  look: string;
  first: [number, number][];
  second: [number, number][];
}

/** What came of rated matches of a pool in the mean, as a part of a win, and what is left without what cards gave. The true mean is within `margin` of `net` in 95 of 100 cases. */
export interface LuckShown {
  pool: string;
  games: number;
  result: number;
  net: number;
  margin: number;
}

/** A card in the field; its place is its top-left cell. */
export interface LyingCard {
  tier: number;
  x: number;
  y: number;
  card: string;
  smartie: boolean;
}

/** Everything about a match but the table. */
export interface MatchShown {
  id: string;
  game: string;
  options: Record<string, string>;
  status: "finished" | "open" | "paused" | "running";
  seats: SeatShown[];
  sides: number[];
  turn: number | null;
  ply: number;
  clock_plan: ClockPlan | null;
  clock: ClockShown | null;
  listed: boolean;
  friendly: boolean;
  deal_hash: string | null;
  next_deal_hash: string | null;
  proposal: Proposed | null;
  agreed: number[];
  finished: Finished | null;
  next_match: string | null;
  previous: string | null;
  created: number;
  pace: number;
  hints: number[];
  wins: number[];
  played: number;
  rated: boolean;
  known: boolean;
}

/** Whom this device is signed in as; nobody for a guest. */
export interface Me {
  account: AccountShown | null;
  session: string | null;
}

/** How all matches of somebody ended against one of those whom they met most often. */
export interface MetShown {
  name: string;
  won: number;
  drawn: number;
  lost: number;
}

/** Make a move, written in the game's notation; `ply` is the number of moves it answers to. */
export interface Move {
  type: "move";
  move: string;
  ply?: number | null;
}

/** A move after a node. Where it is there already, the new name means that node too. */
export interface MoveAdded {
  type: "add";
  id: string;
  chapter: string;
  parent: string;
  node: string;
  move: string;
}

/** A seat makes a move. */
export interface Moved {
  type: "moved";
  seat: number;
  move: string;
}

/** Stop or start hearing what another seat says, or all who watch. */
export interface Mute {
  type: "mute";
  other: number;
  on?: boolean;
}

/** A seat does not want to hear another one any more, or wants to again. */
export interface Muted {
  type: "muted";
  seat: number;
  other: number;
  on: boolean;
}

/** A seat belongs to somebody with a name, as everybody hears it. */
export interface Named {
  type: "named";
  seat: number;
  name: string;
}

/** A neutral group with each side's contacts; `holder` is the side it counts for, if it has enough pieces to. */
export interface NeutralShown {
  cells: [number, number][];
  contacts: number[];
  holder: number | null;
  counts: boolean;
}

/** A game to begin, with its options. */
export interface NewAsked {
  game: string;
  options?: Record<string, string>;
}

/** A move goes, with all that follows it. */
export interface NodeRemoved {
  type: "remove";
  id: string;
  chapter: string;
  node: string;
}

/** A move that was taken out comes back, with all that followed it. */
export interface NodeRestored {
  type: "restore";
  id: string;
  chapter: string;
  node: string;
}

/** What programs say about a move and what is drawn on its board: commands as `[%arrow a1 b2]`. */
export interface Noted {
  type: "note";
  id: string;
  chapter: string;
  node: string;
  commands: string;
}

/** What became of something: its number in the log, or why it was not done. */
export interface OpDone {
  id: string;
  number: number | null;
  code: "bad-message" | "bad-name" | "bad-options" | "bad-passkey" | "bad-record" | "bad-setup" | "banned" | "clock" | "damaged" | "forbidden" | "illegal" | "match-over" | "name-taken" | "nameless" | "no-such-match" | "no-such-seat" | "not-allowed" | "not-found" | "not-fresh" | "not-over" | "not-seated" | "not-started" | "not-subscribed" | "not-your-turn" | "notation" | "nothing-proposed" | "paused" | "pending" | "revealed" | "seat-taken" | "shutting-down" | "signed-out" | "stale" | "too-fast" | "too-large" | "too-many" | "unavailable" | "unknown-game" | null;
  message: string;
}

/** A match is set up, as everybody hears it. */
export interface Opened {
  type: "opened";
}

/** Things to do, one after the other; each `id` is done once, however often it is sent. `tokens` are those of one's seats: nobody looks into a match that they are playing. */
export interface OpsAsked {
  ops: (ChapterAdded | ChapterNamed | ChapterRemoved | ChaptersOrdered | Judged | LinesOrdered | MoveAdded | NodeRemoved | NodeRestored | Noted | Said | Titled)[];
  tokens?: string[];
}

/** What became of several things, in their order. */
export interface OpsDone {
  done: OpDone[];
}

/** An option and its words, the default first. `only` names the words of other options beside which it has a meaning; without it, it always has one. */
export interface OptionShown {
  name: string;
  choices: string[];
  only?: Record<string, string[]>;
  unwritten?: boolean;
  breaks_ties?: boolean;
}

/** A match that a token has a seat in; `token` is the place of that token in what was asked. */
export interface OwnMatch {
  token: number;
  seat: number;
  match: SummaryShown;
}

/** A match in which one has a seat. */
export interface OwnedMatch {
  seat: number;
  outcome: "" | "drawn" | "lost" | "won";
  match: SummaryShown;
}

/** One's matches of one kind, the newest first; `next` leads to older ones. */
export interface OwnedPage {
  matches: OwnedMatch[];
  next: string | null;
}

/** The match is there, and the token of the seek opens a seat of it. */
export interface Paired {
  type: "paired";
  id: string;
  match: string;
  seat: number;
}

/** A passkey. */
export interface PasskeyShown {
  credential: string;
  label: string;
  created: number;
  used: number;
}

/** The clocks stand still and nobody moves. */
export interface Paused {
  type: "paused";
}

/** What a moderator does to whoever has a name, with the reason; `rename` needs a new one. */
export interface PersonActAsked {
  name: string;
  act: "rename" | "suspend" | "unsuspend";
  why: string;
  new?: string | null;
}

/** Show that the connection is alive. */
export interface Ping {
  type: "ping";
}

/** A line of a leaderboard. */
export interface PlaceShown {
  place: number;
  name: string;
  kind: "bot" | "person";
  rating: number;
  deviation: number;
  games: number;
}

/** Ask how somebody plays, as a moderator. */
export interface PlayAsked {
  name: string;
}

/** A rated match of somebody, with how they and the others played; None where nothing was to be decided. */
export interface PlayMatchShown {
  match: string;
  pool: string;
  at: number;
  own: ConductShown | null;
  others: ConductShown | null;
}

/** How somebody played in their last rated matches with people, as far as that is known, and all together. */
export interface PlayShown {
  name: string;
  of: number;
  matches: PlayMatchShown[];
  own: ConductShown | null;
  others: ConductShown | null;
  met: MetShown[];
}

/** A rating after a match. */
export interface PointShown {
  at: number;
  rating: number;
  deviation: number;
}

/** The answer to `ping`, with the server's time in milliseconds. */
export interface Pong {
  type: "pong";
  now: number;
}

/** Which seats are connected, and how many others watch. */
export interface Presence {
  type: "presence";
  match: string;
  seats: boolean[];
  watching: number;
}

/** Somebody's page, with what they allow to be seen. */
export interface ProfileShown {
  name: string;
  kind: "bot" | "person";
  since: number;
  ratings: RatingShown[];
  pools: TallyShown[];
  levels: TallyShown[];
  opponents: TallyShown[];
  own: boolean;
  relation: "" | "block" | "follow";
  luck: LuckShown[];
}

/** How far it is: moves judged of all, or positions looked at so far. */
export interface Progress {
  type: "progress";
  done: number;
  total: number | null;
}

/** A passkey's answer, and what this device is to be called in the list of devices. */
export interface Proof {
  ceremony: string;
  credential: Record<string, unknown>;
  label?: string;
}

/** Ask all others to agree to something. */
export interface Propose {
  type: "propose";
  what: "draw" | "pause" | "rematch" | "revanche" | "takeback";
  ply?: number | null;
  word?: string | null;
}

/** A seat asks all others to agree to something; for a take-back, to go back to the table after `ply` moves. */
export interface Proposed {
  type: "proposed";
  seat: number;
  what: "draw" | "pause" | "rematch" | "revanche" | "takeback";
  ply?: number | null;
  word?: string;
}

/** What others may see of oneself: a page at all, rated matches and statistics on it, a place on leaderboards. */
export interface Public {
  profile?: boolean;
  matches?: boolean;
  board?: boolean;
}

/** A browser's subscription, and when its owner is not to be woken: equal hours mean never. */
export interface PushAsked {
  endpoint: string;
  p256dh: string;
  auth: string;
  zone: string;
  language: "de" | "en" | "es" | "fr";
  quiet_from?: number | null;
  quiet_to?: number | null;
}

/** Whether this device is sent messages, and when not; `key` is what the browser needs, empty where nobody sends. */
export interface PushShown {
  key: string;
  on: boolean;
  quiet_from: number;
  quiet_to: number;
}

/** A part of all puzzles, which has all difficulties of its game. */
export interface PuzzlePart {
  name: string;
  game: string;
  puzzles: number;
}

/** Ratings of the puzzles that people with names have tried, by their ids; all others have their first one. */
export interface PuzzleRatings {
  ratings: Record<string, number>;
}

/** A puzzle. The seat that decides next in the record solves it; `right` are the first moves that are right. After the first move the solution's own moves are the only right ones. */
export interface PuzzleShown {
  id: string;
  game: string;
  kind: "chance" | "draw" | "most" | "win";
  record: string;
  solution: string[];
  right: string[];
  rating: number;
  level: number;
  themes: string[];
  tempting: string[];
  refutation: string[];
  grades: string;
}

/** The parts, and for every game how many puzzles each theme has. */
export interface PuzzlesShown {
  parts: PuzzlePart[];
  themes: Record<string, Record<string, number>>;
}

/** What a passkey is asked: `options` goes to the browser, and its answer comes back with the `ceremony`. */
export interface Question {
  ceremony: string;
  options: Record<string, unknown>;
}

/** A rated match of somebody; running ones have no rating yet. */
export interface RatedMatchShown {
  seat: number;
  outcome: "" | "drawn" | "lost" | "won";
  match: SummaryShown;
  rating: number | null;
}

/** Somebody's rated matches in a pool: the running ones, then the newest that are over, before `next` older ones. */
export interface RatedPage {
  running: RatedMatchShown[];
  matches: RatedMatchShown[];
  next: number | null;
}

/** A rating in a pool: a game, a form of it and a tempo, as in `tokan standard live`. */
export interface RatingShown {
  pool: string;
  rating: number;
  deviation: number;
  games: number;
  provisional: boolean;
  at: number;
}

/** A record as text, in its normal form. */
export interface RecordShown {
  record: string;
}

/** A recovery code, which is used up by it. */
export interface RecoverAsked {
  code: string;
  label?: string;
}

/** A message is refused and has changed nothing. */
export interface Refused {
  type: "refusal";
  code: "bad-message" | "bad-name" | "bad-options" | "bad-passkey" | "bad-record" | "bad-setup" | "banned" | "clock" | "damaged" | "forbidden" | "illegal" | "match-over" | "name-taken" | "nameless" | "no-such-match" | "no-such-seat" | "not-allowed" | "not-found" | "not-fresh" | "not-over" | "not-seated" | "not-started" | "not-subscribed" | "not-your-turn" | "notation" | "nothing-proposed" | "paused" | "pending" | "revealed" | "seat-taken" | "shutting-down" | "signed-out" | "stale" | "too-fast" | "too-large" | "too-many" | "unavailable" | "unknown-game";
  message: string;
  id?: string | null;
  match?: string | null;
  why?: Record<string, number | string> | null;
}

/** A name for a new account. A bot's account is marked as one for ever. */
export interface RegisterAsked {
  name: string;
  kind?: "bot" | "person";
}

/** Follow somebody, block them, or neither. */
export interface RelationAsked {
  name: string;
  kind: "" | "block" | "follow";
}

/** Somebody whom one follows or blocks. */
export interface RelationShown {
  name: string;
  kind: "bot" | "person";
  since: number;
}

/** Whom one follows and whom one blocks, the newest first. */
export interface RelationsShown {
  follows: RelationShown[];
  blocks: RelationShown[];
}

/** All agreed to play again: the seats and tokens live on in another match. */
export interface Rematched {
  type: "rematched";
  match: string;
}

/** A record to look at. */
export interface ReplayAsked {
  record: string;
}

/** A record, its moves and every table from the start to the end. */
export interface ReplayShown {
  game: string;
  options: Record<string, string>;
  tags: Record<string, string>;
  moves: string[];
  tables: (ChocolateTableShown | GeneralTableShown | TokanTableShown)[];
  verdict: "false" | "sealed" | "unsigned" | "verified";
  ordered: boolean;
}

/** Report whoever sits on a seat (-1: who watches), or what they said in the event of a number. */
export interface ReportAsked {
  match: string;
  seat: number;
  reason: "abuse" | "cheating" | "name" | "other" | "stalling";
  line?: number | null;
  text?: string;
}

/** A report, with the names of who reports and who is reported; empty for guests. */
export interface ReportShown {
  id: number;
  at: number;
  reporter: string;
  reported: string;
  match: string;
  text: string;
  left: number;
  seat: number | null;
  line: number | null;
}

/** What nobody has looked at so far, the oldest first. */
export interface ReportsShown {
  reports: ReportShown[];
}

/** Give up. */
export interface Resign {
  type: "resign";
}

/** A seat gives up. */
export interface Resigned {
  type: "resigned";
  seat: number;
}

/** What a moderator decides about a report: `mute` needs a seat, `remove-line` a line, `rename` a new name. Whatever is done to somebody needs a reason. */
export interface ResolveAsked {
  decision: "dismiss" | "mute" | "remove-line" | "rename" | "suspend";
  seat?: number | null;
  line?: number | null;
  new?: string | null;
  why?: string;
}

/** End a pause. */
export interface Resume {
  type: "resume";
}

/** A seat ends the pause. */
export interface Resumed {
  type: "resumed";
  seat: number;
}

/** Come back to the seat one has left. */
export interface Return {
  type: "return";
}

/** Somebody who had left is back, and decides again where a computer did meanwhile. */
export interface Returned {
  type: "returned";
  seat: number;
}

/** What is said about a move, in words. */
export interface Said {
  type: "say";
  id: string;
  chapter: string;
  node: string;
  words: string;
}

/** A seat of a new match. A local one is the creator's own; several may sit at one screen. */
export interface SeatAsked {
  kind: "computer" | "invited" | "local" | "open";
  name?: string | null;
  level?: number | null;
  engine?: string | null;
  word?: string | null;
}

/** A seat and the token that opens it; it is told only once. */
export interface SeatGiven {
  seat: number;
  token: string;
}

/** A seat: who sits there, whether they have left, and which level of computer decides for it (0 for a person). */
export interface SeatShown {
  kind: "computer" | "invited" | "local" | "open";
  name: string;
  taken: boolean;
  left: boolean;
  level: number;
  account: "bot" | "person" | null;
}

/** Somebody takes a seat, as everybody hears it. */
export interface Seated {
  type: "seated";
  seat: number;
  name: string;
}

/** Look for somebody to play with, as long as this connection lasts; the same `token` again goes on. The token is made by the client from 192 random bits and opens the seat. `answer` sits down with somebody who looks: then the terms are theirs, and those here are not looked at. */
export interface Seek {
  type: "seek";
  id: string;
  token: string;
  name: string;
  terms?: Terms | null;
  answer?: string | null;
  range?: number;
}

/** Nobody is looked for any more. */
export interface SeekEnded {
  type: "seek-ended";
  id: string;
  reason: "cancelled" | "expired" | "lost" | "replaced" | "signed-out";
}

/** Somebody who looks for others, as everybody sees it. */
export interface SeekShown {
  id: string;
  game: string;
  options: Record<string, string>;
  clock: ClockPlan | null;
  rated: boolean;
  seats: number;
  name: string;
  account: "bot" | "person" | null;
  rating: number | null;
  since: number;
}

/** Somebody is looked for. */
export interface Seeking {
  type: "seeking";
  id: string;
  seek: SeekShown;
}

/** A device that is signed in; `current` is the one that asks. */
export interface SessionShown {
  id: string;
  label: string;
  created: number;
  seen: number;
  current: boolean;
}

/** A side over the whole match; what the game does not know is None. */
export interface SideShown {
  points: number;
  result: number;
  loss: number;
  mistakes: number | null;
  quality: number | null;
  luck: number | null;
}

/** A person in charge takes a seat's right to speak, or gives it back. */
export interface Silenced {
  type: "silenced";
  seat: number;
  on: boolean;
}

/** Something happened that is not for this observer. */
export interface Silent {
  type: "silent";
}

/** A match as one observer sees it after the event of that number. */
export interface Snapshot {
  type: "snapshot";
  match: string;
  seat: number;
  number: number;
  state: MatchShown;
  moves: string[];
  chat: ChatShown[];
  table: ChocolateTableShown | GeneralTableShown | TokanTableShown | null;
}

/** A record whose last position is to be solved within some seconds. */
export interface SolutionAsked {
  record: string;
  seconds?: number;
  tokens?: string[] | null;
}

/** What is certain of a position, for the side to move. */
export interface Solved {
  type: "solved";
  value: "draw" | "loss" | "unknown" | "win";
  margin: number | null;
  best: string | null;
  line: string[];
  positions: number;
  seconds: number;
}

/** How strong somebody is at puzzles (Glicko-2), and how many attempts that is based on. */
export interface StandingShown {
  rating: number;
  deviation: number;
  volatility: number;
  tried: number;
  solved: number;
}

/** A balanced start in all its mirrors: the same to play. Each is a value of the record's tag for a deal. */
export interface StartKept {
  id: string;
  kind: "draw" | "only";
  images: string[];
}

/** A balanced start, mirrored by chance: `draw` with best play on both sides, or won by an `only` move. */
export interface StartShown {
  id: string;
  kind: "draw" | "only";
  record: string;
}

/** The balanced starts of a game with some options. A match begins with one whose record is `record` with an image in place of the word `IMAGE`. */
export interface StartsShown {
  game: string;
  options: Record<string, string>;
  record: string;
  starts: StartKept[];
}

/** A record, a move to try after its last one, and the seat that looks; without a seat everything is shown. */
export interface StudyAsked {
  record: string;
  move?: string | null;
  seat?: number | null;
}

/** The study cannot be followed: it is gone, or the link no longer opens it. */
export interface StudyClosed {
  type: "study-closed";
  study: string;
  reason: "bad-message" | "bad-name" | "bad-options" | "bad-passkey" | "bad-record" | "bad-setup" | "banned" | "clock" | "damaged" | "forbidden" | "illegal" | "match-over" | "name-taken" | "nameless" | "no-such-match" | "no-such-seat" | "not-allowed" | "not-found" | "not-fresh" | "not-over" | "not-seated" | "not-started" | "not-subscribed" | "not-your-turn" | "notation" | "nothing-proposed" | "paused" | "pending" | "revealed" | "seat-taken" | "shutting-down" | "signed-out" | "stale" | "too-fast" | "too-large" | "too-many" | "unavailable" | "unknown-game";
}

/** Something that was done; numbers count up by one without a gap. */
export interface StudyEntry {
  number: number;
  at: number;
  op: ChapterAdded | ChapterNamed | ChapterRemoved | ChaptersOrdered | Judged | LinesOrdered | MoveAdded | NodeRemoved | NodeRestored | Noted | Said | Titled;
}

/** A study that was made. */
export interface StudyGiven {
  id: string;
}

/** One of one's own studies. */
export interface StudyListed {
  id: string;
  title: string;
  created: number;
  changed: number;
}

/** What was done in a study after a number: folded in this order it is the study. */
export interface StudyLog {
  id: string;
  title: string;
  role: "keep" | "read" | "write";
  number: number;
  entries: StudyEntry[];
}

/** Who has a study open, and which of them this connection is. */
export interface StudyPeople {
  type: "study-people";
  study: string;
  you: string;
  people: StudyPerson[];
}

/** Somebody who has a study open. */
export interface StudyPerson {
  id: string;
  name: string;
  writes: boolean;
}

/** Where a record leads, and the move that was tried if it is legal; `reason` and `why` say why it is not. */
export interface StudyShown {
  game: string;
  options: Record<string, string>;
  sides: number[];
  moves: string[];
  table: ChocolateTableShown | GeneralTableShown | TokanTableShown;
  reason: string | null;
  why: Record<string, number | string> | null;
}

/** What was done in a study since the last time. */
export interface StudyTold {
  type: "study-told";
  study: string;
  entries: StudyEntry[];
  number: number;
}

/** A new study. The client makes its tokens from 192 random bits, so that a lost answer can be asked for again. */
export interface StudyWanted {
  title: string;
  read: string;
  write: string;
  keep: string;
}

/** A computer failed to answer and our own player decided in its place. */
export interface Stumbled {
  type: "stumbled";
  seat: number;
}

/** Follow a match from a seat (with its token) or as a spectator; events after `since` are told again. */
export interface Subscribe {
  type: "subscribe";
  match: string;
  token?: string | null;
  seat?: number | null;
  since?: number | null;
  tables?: boolean;
}

/** A match in the lobby. */
export interface SummaryShown {
  id: string;
  game: string;
  options: Record<string, string>;
  status: "finished" | "open" | "paused" | "running";
  seats: SeatShown[];
  clock_plan: ClockPlan | null;
  friendly: boolean;
  created: number;
  changed: number;
  finished: Finished | null;
  rated: boolean;
  turn: number | null;
}

/** A swap under way; a card that the observer has not seen reads `?n` with the number that was announced. */
export interface SwapShown {
  by: number;
  to: number;
  offered: string;
  countered: string | null;
}

/** Let a computer decide for one's own seat, or for one whose owner has left. */
export interface TakeOver {
  type: "take-over";
  seat: number;
  level: number;
}

/** The table is as it was after `ply` moves. */
export interface TakenBack {
  type: "taken-back";
  ply: number;
}

/** A computer decides for a seat until its owner comes back. */
export interface TakenOver {
  type: "taken-over";
  seat: number;
  level: number;
}

/** How matches of a pool ended, or against somebody: an account by its name, a computer by its level. */
export interface TallyShown {
  pool: string;
  won: number;
  drawn: number;
  lost: number;
  level: number;
  name: string;
}

/** What is to be played. */
export interface Terms {
  game: string;
  options?: Record<string, string>;
  clock?: ClockAsked | null;
  rated?: boolean;
}

/** The study has a name. */
export interface Titled {
  type: "title";
  id: string;
  title: string;
}

/** The tiles laid so far, row by row from row 1, `columns` to a row from column `first`; what each side holds. */
export interface TokanDraft {
  first: number;
  columns: number;
  most: number;
  cells: string[];
  reserves: string[];
}

/** What the seat may do now: steps by source cell, or placings while drafting. */
export interface TokanLegal {
  steps: Record<string, TokanStep[]>;
  placings: TokanPlacings | null;
}

/** What may be laid in a draft: any of the tiles on any of the spaces, each `[column, row]`. */
export interface TokanPlacings {
  tiles: string;
  spaces: [number, number][];
}

/** A tower that counts for a side. */
export interface TokanScored {
  cell: string;
  side: number;
  points: number;
}

/** A legal target of an animal, and the numbers of tiles it may carry there. */
export interface TokanStep {
  target: string;
  carry: number[];
}

/** A table of TOKAN. Towers from a1 to f1, then a2 and so on, each from bottom to top, empty for a gap. */
export interface TokanTableShown {
  family: "tokan";
  position: string;
  towers: string[];
  seat: number;
  taboo: string | null;
  draft: TokanDraft | null;
  scored: TokanScored[];
  points: number[];
  tie: number[][] | null;
  over: boolean;
  winner: number | null;
  legal: TokanLegal | null;
  by_taboo: boolean;
}

/** The tokens whose matches are looked for. */
export interface TrackAsked {
  tokens: string[];
}

/** How strong somebody is, and what came of the attempts that were told. */
export interface TrainingShown {
  standing: StandingShown;
  attempts: AttemptShown[];
}

/** The answer to `try`: whether the move is legal, why not, and the table after it. */
export interface Tried {
  type: "tried";
  id: string;
  legal: boolean;
  reason: string | null;
  why: Record<string, number | string> | null;
  table: ChocolateTableShown | GeneralTableShown | TokanTableShown | null;
}

/** Ask what a move would do, without making it. */
export interface Try {
  type: "try";
  id: string;
  match: string;
  seat: number;
  move: string;
}

/** A move beside the best one that was found; chances are those of the seat that moved, from 0 to 1. */
export interface TurnShown {
  number: number;
  seat: number;
  move: string;
  chance: number;
  best: string;
  best_chance: number;
  loss: number;
  exact: boolean;
  changed: boolean | null;
  margin: number | null;
  line: string[];
  open_best: string | null;
  open_loss: number | null;
}

/** Hear no more of a study. */
export interface UnfollowStudy {
  type: "unfollow-study";
  study: string;
}

/** Stop following a match from a seat. */
export interface Unsubscribe {
  type: "unsubscribe";
  match: string;
  seat?: number;
}

/** The connection no longer follows a match from that seat: its token opens it no more, or the match is gone. */
export interface Unsubscribed {
  type: "unsubscribed";
  match: string;
  seat: number;
  reason: "bad-message" | "bad-name" | "bad-options" | "bad-passkey" | "bad-record" | "bad-setup" | "banned" | "clock" | "damaged" | "forbidden" | "illegal" | "match-over" | "name-taken" | "nameless" | "no-such-match" | "no-such-seat" | "not-allowed" | "not-found" | "not-fresh" | "not-over" | "not-seated" | "not-started" | "not-subscribed" | "not-your-turn" | "notation" | "nothing-proposed" | "paused" | "pending" | "revealed" | "seat-taken" | "shutting-down" | "signed-out" | "stale" | "too-fast" | "too-large" | "too-many" | "unavailable" | "unknown-game";
}

/** Hear who looks for others and which tables are open, now and whenever it changes; or no more. */
export interface WatchLobby {
  type: "watch-lobby";
  on: boolean;
}

/** The first message of every connection. */
export interface Welcome {
  type: "welcome";
  protocol: number;
  server: string;
  heartbeat: number;
  now: number;
}

/** A new account or new recovery codes: they are told only once. */
export interface Welcomed {
  account: AccountShown;
  codes: string[];
}

/** End the match that was made with a key, if there is one: nobody goes on with it here. */
export interface Withdraw {
  key: string;
}

/** Whether there is a match with that key; it is over now. */
export interface WithdrawnShown {
  found: boolean;
}
