import { positionText, readEvents, type StoredEvent } from './event-table.ts'
import { Feed } from './feed.ts'
import type { LiveEvent, LiveItem, LiveReader, LiveStream, StreamEnd } from './types.ts'

/** The limits of what may wait for one reader. */
const maxItems = 256
const maxBytes = 1024 * 1024

const minRetryMs = 1000
const retrySpreadMs = 4000

/** Where a stream starts. */
export interface StreamStart {
  /** The reader's position, or that of the channel for a new reader and for one that has missed events for good. */
  readonly seq: number
  readonly atMs: number
  readonly event: 'open' | 'reset'
  /** The last event to read from the database; later ones are received. */
  readonly upTo: number
  /** Whether nothing follows after that. */
  readonly isOver: boolean
}

interface StreamOptions {
  readonly store: LiveReader
  readonly channel: string
  /** The kind of event that ends the stream. */
  readonly last: string | undefined
  /** Called once, when the stream has ended. */
  readonly onEnd: () => void
}

/** One reader's stream. */
export class Stream implements LiveStream {
  readonly retryMs = minRetryMs + Math.floor(Math.random() * retrySpreadMs)
  readonly #options: StreamOptions
  readonly #ended = new AbortController()
  readonly #feed: Feed<LiveItem>
  #end: StreamEnd | undefined
  #start: StreamStart | undefined
  #wasQuiet = false
  #isBeatWaiting = false

  constructor(options: StreamOptions) {
    this.#options = options
    this.#feed = new Feed<LiveItem>({
      signal: this.#ended.signal,
      maxItems,
      maxBytes,
      sizeOf: (item) => (item === 'beat' ? 1 : item.event.length + item.data.length),
      overflow: () => new Error('The reader is too far behind'),
      onEnd: () => this.finish('behind'),
    })
  }

  get end(): StreamEnd | undefined {
    return this.#end
  }

  begin(start: StreamStart): void {
    this.#start = start
  }

  receive(event: StoredEvent): void {
    this.#wasQuiet = false
    this.#feed.push(event)
  }

  /** A heartbeat, if there has been no event since the last time. */
  beat(): void {
    if (this.#wasQuiet && !this.#isBeatWaiting) {
      this.#isBeatWaiting = true
      this.#feed.push('beat')
    }
    this.#wasQuiet = true
  }

  close(): void {
    this.finish('closed')
  }

  /** Ends the stream for the first given reason. Waiting events are still read only if the server stops. */
  finish(end: StreamEnd): void {
    if (this.#end !== undefined) return
    this.#end = end
    if (end === 'stopping') this.#feed.end()
    else this.#ended.abort()
    this.#options.onEnd()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<LiveItem, void> {
    try {
      yield* this.#stored()
      if (this.#start?.isOver) this.finish('over')
      if (this.#end !== undefined && this.#end !== 'stopping') return
      for await (const item of this.#feed) {
        if (item === 'beat') this.#isBeatWaiting = false
        yield item
        if (item !== 'beat' && item.event === this.#options.last) return this.finish('over')
      }
    } catch (error) {
      if (this.#end !== 'behind') throw error
    } finally {
      this.close()
    }
  }

  /** The position, and the events that the reader has missed. */
  async *#stored(): AsyncGenerator<LiveEvent, void> {
    const start = this.#start
    if (!start) throw new Error('The stream has not begun')
    yield { id: positionText(start), event: start.event, data: '{}' }
    for (let after = start.seq; after < start.upTo && this.#end === undefined; ) {
      const { store, channel } = this.#options
      const events = await readEvents(store, channel, { after, upTo: start.upTo })
      for (const event of events) {
        if (this.#end !== undefined) return
        yield event
      }
      after = events.at(-1)?.seq ?? start.upTo
    }
  }
}
