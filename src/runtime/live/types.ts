import type { Reader, Writer } from '../store/types.ts'

/** An event for the readers of a channel. */
export interface NewLiveEvent {
  /** What readers follow, such as `notify:account_01…`: letters, digits and `_:.-`, at most 200. */
  readonly channel: string
  /** The kind of event, such as `notification`: lower-case letters, digits, `_` and `.`, at most 60. */
  readonly event: string
  /** At most 64 KiB of JSON. For larger data send an id, and let readers call a method. */
  readonly data: object
  /** The account that owns the event, which is deleted with it. */
  readonly owner?: string | undefined
}

/** An event as a reader gets it. */
export interface LiveEvent {
  /** The reader's position after this event; opaque. */
  readonly id: string
  /** Besides the kinds of the channel: `open` first, or `reset` if events were missed for good. */
  readonly event: string
  /** JSON on one line. */
  readonly data: string
}

/** `beat` is only a heartbeat, which keeps proxies from closing the connection. */
export type LiveItem = LiveEvent | 'beat'

/**
 * Why a stream has ended: `closed` by its reader, `stopping` with the server, `lost` because the caller no longer has
 * access, `behind` because the reader was too slow, `over` because what it was about has ended.
 */
export type StreamEnd = 'closed' | 'stopping' | 'lost' | 'behind' | 'over'

/** An open stream. Read it once; it ends when its iterator does. */
export interface LiveStream extends AsyncIterable<LiveItem> {
  /** Undefined while it is open. */
  readonly end: StreamEnd | undefined
  /** After how many milliseconds the reader should reconnect if it ends; differs between streams. */
  readonly retryMs: number
  /** Ends it. May be called again. */
  close(): void
}

/** The holder of a stream. */
export interface StreamHolder {
  /** Undefined for a caller without an account. */
  readonly accountId?: string | undefined
  /** The id of the token or session that identifies the account: when it ends, the stream ends. */
  readonly credentialId?: string | undefined
  /** The client's IP address. */
  readonly clientAddress: string
}

export interface NewStream {
  readonly channel: string
  readonly holder: StreamHolder
  /** What else the right to the stream depends on, such as a membership: names that `loseAccess` is called with. */
  readonly subjects?: readonly string[]
  /** Whether the holder still has that right; called once `loseAccess` is watched. */
  readonly isAllowed?: () => Promise<boolean>
  /** The id of the last event that the reader has received; it gets later ones, as far as they are stored. */
  readonly after?: string | undefined
  /** For what has an end. A new reader gets the stored events first. */
  readonly last?: LastEvent | undefined
}

/** How a stream finds out that it is over. */
export interface LastEvent {
  /** The kind of event after which nothing follows, unless what has ended begins again. */
  readonly event: string
  /** Whether it has ended now. Called once later events would be received. */
  isOver(): Promise<boolean>
}

/** Streams of events to connected readers, on any process. */
export interface Live {
  /**
   * Sends an event to the readers of a channel when the transaction is committed. Readers that reconnect within an hour catch
   * up.
   *
   * @throws RangeError for an event that exceeds the limits of `NewLiveEvent`
   */
  publish(tx: Writer, event: NewLiveEvent): Promise<void>
  /**
   * Opens a stream for a reader that has the right to it.
   *
   * @throws ApiError rate_limited or unavailable at the limit of streams; unauthenticated or permission_denied if the right
   *   was lost in the meantime
   */
  open(stream: NewStream): Promise<LiveStream>
  /** Ends all streams that were opened with the subject, in every process, when the transaction is committed. */
  loseAccess(tx: Writer, subject: string): Promise<void>
  /** Looks for ended tokens and sessions now, in every process, instead of within a second. */
  accessChanged(): void
  /** Calls back whenever a token or a session has ended. @returns a function that stops it */
  onLoss(listener: (subjects: ReadonlySet<string> | 'unknown') => void): () => void
}

export type LiveReader = Pick<Reader, 'all' | 'get' | 'sql' | 'dialect'>
