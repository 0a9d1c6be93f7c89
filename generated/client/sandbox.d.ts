// Written by `npm run generate` from spec/. Do not edit.
import type { OnedoorClient } from './index.js'
import type { OpenWorld } from './runtime/sandbox.js'
import type { Method, NoArgs } from './runtime/types.js'

/** Ready seed. */
export interface SeedEntry {
  /** Name. */
  name: string
  /** What it contains. */
  summary: string
}

export interface SeedsMethods {
  /** Lists the ready seeds. */
  readonly list: Method<NoArgs, {
    seeds: SeedEntry[]
  }, {
    seeds: SeedEntry[]
  }>
}

export interface WorldsCreateArgs {
  /**
   * Name; a random one if it is left out.
   *
   * @maxLength 63
   */
  name?: string
  /**
   * Time at which its clock starts; by default the time of the sandbox.
   *
   * @format date-time
   */
  clock?: string
  /**
   * Whether its clock stands still until it is moved.
   *
   * @default false
   */
  frozen?: boolean
  /**
   * Ready seed that it starts from; by default that of the sandbox.
   *
   * @maxLength 63
   */
  seed?: string
  /** Seed that it starts from, instead of a ready one. */
  document?: Seed
}

export interface WorldsGetArgs {
  /**
   * Name of the world.
   *
   * @maxLength 63
   */
  name: string
}

export interface WorldsDeleteArgs {
  /**
   * Name of the world.
   *
   * @maxLength 63
   */
  name: string
}

/** What a world starts with: accounts, tokens, and calls that are made in order. */
export interface Seed {
  /** Time of the world's clock when all calls have been made; by default the time of the sandbox. */
  clock?: string
  /** Accounts, besides those that every world starts with. */
  accounts?: SeedAccount[]
  /** Tokens with fewer rights. */
  tokens?: SeedToken[]
  /** Calls, at most 2,000 with all repeats. */
  calls?: SeedCall[]
}

/** Entry in the list of worlds. */
export interface WorldEntry {
  /** Name. */
  name: string
  /** Whether it is open, or parked until its next call. */
  state: 'open' | 'parked'
  /** Time of its last call. */
  used_at: string
}

/** World. */
export interface World {
  /** Name. */
  name: string
  /** Address of its API and pages. Nothing else is needed to reach it: no header, no cookie. */
  base_url: string
  /** Time of its clock. */
  time: string
  /** Whether the clock stands still until it is moved. */
  frozen: boolean
  /** Accounts that it started with. */
  accounts: SandboxAccount[]
  /** Tokens of its seed with fewer rights. */
  tokens: SandboxToken[]
  /** Name of the seed that it started from. */
  seed: string
}

/** Account of a seed, besides those that every world starts with. */
export interface SeedAccount {
  /** Username, by which calls name it. */
  username: string
  /** Password for its pages. */
  password?: string
}

/** Token of a seed, with its rights. Each account also has a token for everything. */
export interface SeedToken {
  /** Name of the token, by which calls name it. No account has this name. */
  name: string
  /** Username of its account. */
  account: string
  /** Services that it can use: `notes`, or `all`. */
  services?: string[]
  /** Areas of the product that it can use. */
  capabilities?: ('agent' | 'inbox' | 'work')[]
  /** Whether it can change anything, or only read. */
  actions?: boolean
  /** Days until it expires, from the time of the seed's clock. */
  days?: number
}

/** Call of a seed. */
export interface SeedCall {
  /** Who calls: a username, or the name of a token. */
  as: string
  /** Operation, for example `notes.add`. */
  call: string
  /**
   * Its arguments. Texts can contain references: `${note1.note.id}` is a member of the result that was named `note1`,
   * `${places.items.0.id}` the first of a list. Also `${now}` and `${today}`, the time of the clock and its date in UTC,
   * both moved by an ISO 8601 duration if needed (`${now+PT2H30M}`, `${today-P1D}`), `${index}`, which counts the repeats of
   * a call from 1, and `${base_url}`, the address of the world. A text that is one reference gets the value itself, with
   * its type. `$${` is a plain `${`.
   */
  with?: Record<string, unknown>
  /** Name of the result, for the references of later calls. That of a repeated call is the list of its results. */
  name?: string
  /**
   * Time at which it is made: an RFC 3339 time, or an ISO 8601 duration before the seed's clock such as `-P6D` or `-PT1H30M`.
   * By default that of the call before it; of the first call, the time of the clock. Calls are in the order of their times,
   * and none is after the clock.
   */
  at?: string
  /** How often it is made. */
  repeat?: number
}

/** Account that a world starts with. */
export interface SandboxAccount {
  /** Username. */
  username: string
  /** Password for its pages. */
  password: string
  /** Token for all services and areas, with actions. It is valid in each world. */
  token: string
}

/** Token of a seed. */
export interface SandboxToken {
  /** Name in the seed. */
  name: string
  /** Username of its account. */
  account: string
  /** Its secret. */
  token: string
}

export interface WorldsMethods {
  /**
   * Lists the worlds, those used last first. A sandbox that is open to everyone does not list them: who knows the name of a
   * world may use it.
   */
  readonly list: Method<NoArgs, {
    worlds: WorldEntry[]
  }, {
    worlds: WorldEntry[]
  }>
  /** Creates a world. Without a name it gets a random one; a sandbox that is open to everyone gives no other. */
  readonly create: Method<WorldsCreateArgs, World, World>
  /** Gets a world. Creates it if its name is new, unless the sandbox is open to everyone. */
  readonly get: Method<WorldsGetArgs, World, World>
  /** Ends a world and deletes everything in it. */
  readonly delete: Method<WorldsDeleteArgs, undefined, undefined>
}

/** Every method of the sandbox itself, by family. */
export interface SandboxCalls {
  readonly seeds: SeedsMethods
  readonly worlds: WorldsMethods
}

export interface CallsListArgs {
  /**
   * Operation, for example `notes.add`.
   *
   * @maxLength 100
   */
  method?: string
  /**
   * Status of the response.
   *
   * @minimum 100
   * @maximum 599
   */
  status?: number
  /**
   * Calls with a smaller number only.
   *
   * @minimum 1
   */
  before?: number
  /**
   * How many at most; 100 by default.
   *
   * @minimum 1
   * @maximum 1000
   */
  limit?: number
}

/** Page of recorded calls. */
export interface RecordedCalls {
  /** Calls, the latest first. */
  calls: RecordedCall[]
  /** Value of `before` for the next page; missing on the last one. */
  next_before?: number
  /** How many of the oldest calls are no longer kept: a world keeps 1,000 calls and 4 MiB. */
  dropped: number
}

/** Call that was made in a world. */
export interface RecordedCall {
  /** Its number in the world, from 1. */
  id: number
  /** Operation, for example `notes.add`; missing if the request named none. */
  method?: string
  /** Where it came in. `agent` is the agent or its background work. */
  door?: 'http' | 'cli' | 'gateway' | 'grpc' | 'mcp' | 'pages' | 'agent'
  /** Username of the account that it was made for; missing without one. */
  caller?: string
  /** Arguments as they were read, with their defaults; missing if the call ended before that. */
  arguments?: Record<string, unknown>
  /** Status of the response over HTTP. */
  status: number
  /** Code of the failure; missing for a success. */
  code?: string
  /** Body of the response over HTTP. */
  result?: unknown
  /** What is not kept, because it is larger than 64 kB or was sent as a stream. */
  left_out: ('arguments' | 'result')[]
  /** Time of the world's clock at its end. */
  time: string
  /** Duration in milliseconds. */
  duration_ms: number
}

export interface CallsMethods {
  /** Lists the calls of a world, from all doors. Tokens are never kept. */
  readonly list: PagedMethod<CallsListArgs, RecordedCalls, RecordedCalls, 'calls'>
}

export interface ClockMoveArgs {
  /**
   * Time to set it to.
   *
   * @maxLength 40
   * @format date-time
   */
  time?: string
  /**
   * Duration by which to advance it, as ISO 8601 has it: `PT2H`, `P3D`, `P1M`. Months are those of the calendar in UTC.
   *
   * @maxLength 80
   */
  advance?: string
  /** Whether it then stands still; as before if it is left out. */
  frozen?: boolean
}

/** Clock of a world. */
export interface ClockReading {
  /** Its time. */
  time: string
  /** Whether it stands still until it is moved. */
  frozen: boolean
  /**
   * Time at which something is due next, such as a reminder, a retry or a daily schedule; missing if nothing is. Upkeep that
   * recurs every hour or more often does not count.
   */
  next?: string
}

/** Clock after a move. */
export interface ClockMoved {
  /** Its time. */
  time: string
  /** Whether it stands still until it is moved. */
  frozen: boolean
  /**
   * Time at which something is due next, such as a reminder, a retry or a daily schedule; missing if nothing is. Upkeep that
   * recurs every hour or more often does not count.
   */
  next?: string
  /** How many jobs ran because of the move. */
  jobs: number
  /**
   * Whether something was due at more than 1,000 times on the way. The rest was then done once at the end, as after an
   * outage.
   */
  cut_short: boolean
}

export interface ClockMethods {
  /** Reads the clock of a world. */
  readonly get: Method<NoArgs, ClockReading, ClockReading>
  /**
   * Moves the clock of a world, and waits until everything that is due by then is done: in order, each at its own time.
   * Upkeep that recurs every hour or more often runs once for all the times that were missed. Without a time and a duration
   * the clock stays, and only what is due now is done. The clock cannot be set back.
   */
  readonly move: Method<ClockMoveArgs, ClockMoved, ClockMoved>
}

export interface DeliveriesListArgs {
  /** Only those of this kind. */
  kind?: DeliveryKind
  /**
   * Only those to this recipient.
   *
   * @maxLength 320
   */
  to?: string
}

/** What something sent was. */
export type DeliveryKind =
  | 'mail'
  | 'sms'
  | 'whatsapp'
  | 'push'
  | 'payment'

/** Something that would have left the server: it is delivered here instead. */
export interface Delivery {
  /** Id. */
  id: string
  /** What it is. */
  kind: DeliveryKind
  /** Recipient: an email address, a phone number, the id of a device, or a wallet. */
  to: string
  /** Sender, except of a notification. */
  from?: string
  /** Time when it was sent. */
  time: string
  /** Subject of a mail, or title of a notification. */
  subject?: string
  /** Text of a mail or message, or body of a notification. */
  text?: string
  /** HTML of a mail. */
  html?: string
  /** Names of the attachments of a mail. */
  attachments?: string[]
  /** Address to which a notification leads. */
  link?: string
  /** Amount of a payment, in USDC. */
  amount?: string
}

export interface DeliveriesMethods {
  /**
   * Lists what the world has sent, newest first: mail to outside addresses, SMS and WhatsApp messages, notifications and
   * payments. The last 500 are stored, and at most 4 MiB.
   */
  readonly list: Method<DeliveriesListArgs, {
    deliveries: Delivery[]
  }, {
    deliveries: Delivery[]
  }>
}

/** Fault that is to be added. */
export interface FaultsAddArgs {
  /** What goes wrong. */
  kind: FaultKind
  /**
   * Id of the operation in the API document, such as `notes.add`, `url.create` or `doors.chat_stream`; `*` for every method,
   * or with `cut` and `stall` for every response.
   *
   * @default '*'
   * @maxLength 100
   */
  method?: string
  /**
   * How many calls pass before the fault begins.
   *
   * @default 0
   * @minimum 0
   * @maximum 1000000
   */
  after?: number
  /**
   * How many calls it applies to; all if it is left out.
   *
   * @minimum 1
   * @maximum 1000000
   */
  times?: number
  /**
   * With `status`: the HTTP status. The operation has to document it.
   *
   * @minimum 200
   * @maximum 599
   */
  status?: number
  /**
   * With `status`: the name of the documented example, where a status has several, such as `not_found`.
   *
   * @maxLength 100
   */
  example?: string
  /**
   * With `status` 429: the seconds to wait, in `Retry-After`.
   *
   * @minimum 1
   * @maximum 86400
   */
  retry_after_s?: number
  /**
   * With `latency`: how many milliseconds longer it takes. With `provider`: how slow it is; down if it is left out.
   *
   * @minimum 0
   * @maximum 30000
   */
  ms?: number
  /**
   * With `latency`: by how many milliseconds it varies, up and down. What is drawn depends on the name of the world and on
   * the order of faults and calls, so that a run can be repeated.
   *
   * @minimum 0
   * @maximum 30000
   */
  spread_ms?: number
  /**
   * With `cut` and `stall`: how many bytes of the body, or of the frames of a WebSocket, are sent. With 0 not even the head is
   * sent.
   *
   * @minimum 0
   * @maximum 1000000000
   */
  bytes?: number
  /**
   * With `provider`: its name, such as `open-meteo`; `*` for all.
   *
   * @maxLength 100
   */
  provider?: string
}

export interface FaultsRemoveArgs {
  /**
   * Its id.
   *
   * @maxLength 100
   */
  id: string
}

/** What goes wrong. */
export type FaultKind =
  | 'status'
  | 'latency'
  | 'cut'
  | 'stall'
  | 'provider'

/** Fault of a world. */
export interface Fault {
  /** What goes wrong. */
  kind: FaultKind
  /**
   * Id of the operation in the API document, such as `notes.add`, `url.create` or `doors.chat_stream`; `*` for every method,
   * or with `cut` and `stall` for every response.
   */
  method?: string
  /** How many calls pass before the fault begins. */
  after?: number
  /** How many calls it applies to; all if it is left out. */
  times?: number
  /** With `status`: the HTTP status. The operation has to document it. */
  status?: number
  /** With `status`: the name of the documented example, where a status has several, such as `not_found`. */
  example?: string
  /** With `status` 429: the seconds to wait, in `Retry-After`. */
  retry_after_s?: number
  /** With `latency`: how many milliseconds longer it takes. With `provider`: how slow it is; down if it is left out. */
  ms?: number
  /**
   * With `latency`: by how many milliseconds it varies, up and down. What is drawn depends on the name of the world and on
   * the order of faults and calls, so that a run can be repeated.
   */
  spread_ms?: number
  /**
   * With `cut` and `stall`: how many bytes of the body, or of the frames of a WebSocket, are sent. With 0 not even the head is
   * sent.
   */
  bytes?: number
  /** With `provider`: its name, such as `open-meteo`; `*` for all. */
  provider?: string
  /** Id within the world. */
  id: string
  /** How many calls it has applied to. */
  applied: number
}

export interface FaultsMethods {
  /**
   * Lists the faults of a world in the order in which they were added. They are tried in this order: a call is delayed by
   * each that delays it, and fails with the first that makes it fail.
   *
   * A single request can ask for a documented response without any of them, as with Prism: `Prefer: code=429`,
   * `Prefer: code=400, example=not_found`. It may be a success, of which the example in the document is returned.
   */
  readonly list: Method<NoArgs, {
    faults: Fault[]
  }, {
    faults: Fault[]
  }>
  /** Adds a fault to a world. It has at most 50. */
  readonly add: Method<FaultsAddArgs, Fault, Fault>
  /** Removes all faults of a world. */
  readonly clear: Method<NoArgs, undefined, undefined>
  /** Removes a fault. */
  readonly remove: Method<FaultsRemoveArgs, undefined, undefined>
}

export interface MailBringArgs {
  /**
   * Username of the account, with a tag if you like: `ada+orders`.
   *
   * @maxLength 320
   */
  to: string
  /**
   * Address of the sender.
   *
   * @maxLength 320
   */
  from: string
  /**
   * Subject.
   *
   * @maxLength 1000
   */
  subject?: string
  /**
   * Text.
   *
   * @maxLength 1000000
   */
  text?: string
  /**
   * HTML.
   *
   * @maxLength 1000000
   */
  html?: string
  /**
   * The whole message in the format of RFC 5322.
   *
   * @maxLength 3000000
   */
  raw?: string
  /**
   * Whether the sender counts as verified.
   *
   * @default true
   */
  verified?: boolean
}

export interface MailMethods {
  /** Brings a mail from outside to an account of the world, as a mail server would. Give either `raw` or `text`. */
  readonly bring: Method<MailBringArgs, undefined, undefined>
}

export interface MessagesBringArgs {
  /**
   * Phone number of the sender in international format.
   *
   * @maxLength 16
   */
  from: string
  /**
   * Text.
   *
   * @maxLength 1600
   */
  text: string
  /**
   * How it comes.
   *
   * @default 'sms'
   */
  channel?: 'sms' | 'whatsapp'
}

export interface MessagesMethods {
  /** Brings an SMS or WhatsApp message to the account that has the sender's number, or wrote to it last. */
  readonly bring: Method<MessagesBringArgs, {
    /** The automatic reply, such as to STOP. */
    reply?: string
  }, {
    /** The automatic reply, such as to STOP. */
    reply?: string
  }>
}

/** What the language model of a world answers. */
export interface ModelSetArgs {
  /**
   * Rules. The first that applies decides; without any, the model answers with an example in the expected form.
   *
   * @maxItems 100
   */
  rules: ModelRule[]
}

/** Rule for what the language model answers. */
export interface ModelRule {
  /** Text in the last message of the user or in the instructions for which the rule applies. Without it, it always applies. */
  when?: string
  /** Answer: text, or a JSON value for a method that needs one. */
  reply?: unknown
  /** Calls of tools. They are made once; with their results the model is asked again, and then replies. */
  tools?: {
    /** Name of the tool. */
    name: string
    /** Arguments. */
    input: Record<string, unknown>
  }[]
}

/** What the language model of a world answers. */
export interface ModelScript {
  /** Rules. The first that applies decides; without any, the model answers with an example in the expected form. */
  rules: ModelRule[]
}

export interface ModelMethods {
  /** Returns what the language model of the world answers. */
  readonly get: Method<NoArgs, ModelScript, ModelScript>
  /**
   * Sets what the language model of the world answers, instead of what was set before. A user's message can also contain
   * its answer, which comes before all rules: `[[reply: Yes, it is open.]]`.
   */
  readonly set: Method<ModelSetArgs, ModelScript, ModelScript>
}

export interface SeedsMethods {
  /**
   * Returns what the calls of the world's seed have returned, such as the ids of its records: of those calls that changed
   * something or have a name, in the order in which they were made. It is the same order in each world that starts from the
   * seed.
   */
  readonly results: Method<NoArgs, {
    results: unknown[]
  }, {
    results: unknown[]
  }>
}

export interface SnapshotsTakeArgs {
  /**
   * Name.
   *
   * @maxLength 63
   */
  name: string
}

export interface SnapshotsDeleteArgs {
  /**
   * Name of the snapshot.
   *
   * @maxLength 63
   */
  snapshot: string
}

export interface SnapshotsRewindArgs {
  /**
   * Name of the snapshot.
   *
   * @maxLength 63
   */
  snapshot: string
}

/** Snapshot of a world. */
export interface Snapshot {
  /** Name. */
  name: string
  /** Time of the world's clock when it was taken. */
  time: string
  /** Its size in bytes. */
  bytes: number
}

export interface SnapshotsMethods {
  /** Lists the snapshots of a world, oldest first. */
  readonly list: Method<NoArgs, {
    snapshots: Snapshot[]
  }, {
    snapshots: Snapshot[]
  }>
  /**
   * Takes a snapshot of a world: its records, files, jobs, clock and faults. Calls that are running can be in it or not. A
   * world has at most ten, of 64 MiB together.
   */
  readonly take: Method<SnapshotsTakeArgs, Snapshot, Snapshot>
  /** Deletes a snapshot. */
  readonly delete: Method<SnapshotsDeleteArgs, undefined, undefined>
  /**
   * Puts a world back to a snapshot, with its clock. Open streams and running calls end; calls that arrive meanwhile wait.
   * The snapshot remains.
   */
  readonly rewind: Method<SnapshotsRewindArgs, Snapshot, Snapshot>
}

/** Every method of a world, by family. */
export interface WorldCalls {
  readonly calls: CallsMethods
  readonly clock: ClockMethods
  readonly deliveries: DeliveriesMethods
  readonly faults: FaultsMethods
  readonly mail: MailMethods
  readonly messages: MessagesMethods
  readonly model: ModelMethods
  readonly seeds: SeedsMethods
  readonly snapshots: SnapshotsMethods
}

/** Where a sandbox is, and what a new world in it is like. */
export interface SandboxOptions extends WorldsCreateArgs {
  /** Address of a running sandbox; that in ONEDOOR_SANDBOX if not given, and without one, a sandbox is started. */
  address?: string
}

/** A separate server with its own records, clock and faults. It ends with `await using`, or with `delete()`. */
export interface SandboxWorld extends WorldCalls, OpenWorld<OnedoorClient, SandboxAccount> {}

/**
 * A new world of a sandbox, for one test: the sandbox at `address` or in ONEDOOR_SANDBOX, otherwise one that the command
 * `onedoor` starts and that ends with the process.
 */
export function createSandbox(options?: SandboxOptions): Promise<SandboxWorld>
