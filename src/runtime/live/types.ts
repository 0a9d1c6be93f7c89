import type { Reader, Writer } from '../store/types.ts'

/** Something to tell the readers of a channel. */
export interface NewLiveEvent {
  /** What is followed, such as `notify:account_01…`: letters, digits and `_:.-`, at most 200. */
  readonly channel: string
  /** The kind of event, such as `notification`: small letters, digits, `_` and `.`, at most 60. */
  readonly event: string
  /** At most 64 KiB of JSON. Larger things are named here and read by a method. */
  readonly data: object
  /** The account that the event belongs to: it is deleted with it. */
  readonly owner?: string | undefined
}

/** An event as a reader gets it. */
export interface LiveEvent {
  /** The reader's position after this event; opaque. */
  readonly id: string
  /** Besides the kinds of the channel: `open` first, or `reset` where events have been missed for good. */
  readonly event: string
  /** JSON on one line. */
  readonly data: string
}

/** `beat` is nothing but a sign of life, which keeps proxies from closing the connection. */
export type LiveItem = LiveEvent | 'beat'

/**
 * Why a stream has ended: `closed` by its reader, `stopping` with the server, `lost` because the caller may no longer have
 * it, `behind` because the reader was too slow.
 */
export type StreamEnd = 'closed' | 'stopping' | 'lost' | 'behind'

/** An open stream. Read it once; it ends when its iterator does. */
export interface LiveStream extends AsyncIterable<LiveItem> {
  /** Undefined while it is open. */
  readonly end: StreamEnd | undefined
  /** After how many milliseconds the reader should come back if it ends; differs between streams. */
  readonly retryMs: number
  /** Ends it. May be called again. */
  close(): void
}

/** Who has a stream. */
export interface StreamHolder {
  /** Undefined for a caller without an account. */
  readonly accountId?: string | undefined
  /** The id of the token or session by which the account is known: when that ends, so does the stream. */
  readonly credentialId?: string | undefined
  /** The client's IP address. */
  readonly clientAddress: string
}

export interface NewStream {
  readonly channel: string
  readonly holder: StreamHolder
  /** What else the right to the stream hangs on, such as a membership: names that `loseAccess` is called with. */
  readonly subjects?: readonly string[]
  /** Whether the holder still has that right; asked once `loseAccess` is listened to. */
  readonly isAllowed?: () => Promise<boolean>
  /** The id of the last event that the reader has seen; it gets what came after it, as far as that is kept. */
  readonly after?: string | undefined
}

/** Streams of events to readers who stay connected, whichever process they are connected to. */
export interface Live {
  /**
   * Tells the readers of a channel, once the transaction is committed. Readers who are away for less than an hour catch up.
   *
   * @throws RangeError for an event beyond the bounds of `NewLiveEvent`
   */
  publish(tx: Writer, event: NewLiveEvent): Promise<void>
  /**
   * Opens a stream for a reader who may have it.
   *
   * @throws ApiError rate_limited or unavailable at the bound of streams; unauthenticated or permission_denied if the right
   *   was lost meanwhile
   */
  open(stream: NewStream): Promise<LiveStream>
  /** Ends all streams that were opened with the subject, in every process, once the transaction is committed. */
  loseAccess(tx: Writer, subject: string): Promise<void>
  /** Looks for ended tokens and sessions at once, in every process, instead of within a second. */
  accessChanged(): void
  /** Calls back whenever a token or a session has ended. @returns a function that ends it */
  onLoss(listener: (subjects: ReadonlySet<string> | 'unknown') => void): () => void
}

export type LiveReader = Pick<Reader, 'all' | 'get' | 'sql' | 'dialect'>
