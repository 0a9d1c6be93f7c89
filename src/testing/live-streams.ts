import { onTestFinished } from 'vitest'
import { type ManualClock, manualClock } from '../runtime/base/clock.ts'
import type { Signals } from '../runtime/base/signals.ts'
import { type LiveOptions, type LiveTimes, OpenLive } from '../runtime/live/live.ts'
import type { LiveEvent, LiveItem, LiveStream, NewStream } from '../runtime/live/types.ts'
import type { Store } from '../runtime/store/types.ts'

export const minuteMs = 60_000
/** How long a test waits for what another process or a timer does. */
export const wait = { timeout: 10_000, interval: 10 }
/** Nothing is found by polling, only by signals. */
export const neverPolling: LiveTimes = { pollMs: 3_600_000, beatMs: 3_600_000, expiryMs: 3_600_000 }
export const holder = { clientAddress: '192.0.2.1' }

/** Reads a stream as a client does. */
export class LiveReader {
  readonly items: LiveItem[] = []
  readonly stream: LiveStream
  readonly done: Promise<void>

  constructor(stream: LiveStream) {
    this.stream = stream
    this.done = (async () => {
      for await (const item of stream) this.items.push(item)
    })()
    onTestFinished(() => stream.close())
  }

  get events(): LiveEvent[] {
    return this.items.filter((item) => item !== 'beat')
  }

  get seen(): string[] {
    return this.events.map(({ event, data }) => (event === 'word' ? JSON.parse(data).word : `(${event})`))
  }

  get lastId(): string {
    return this.events.at(-1)?.id ?? ''
  }
}

/** Open streams as one server process has them. */
export interface LiveWorld {
  readonly store: Store
  readonly clock: ManualClock
  readonly live: OpenLive
  say(word: string, channel?: string): Promise<void>
  read(over?: Partial<NewStream>): Promise<LiveReader>
}

/** Open streams on a store, until the test is over. */
export function liveWorldOn(
  store: Store,
  signals: Signals,
  times = neverPolling,
  over: Partial<LiveOptions> = {},
): LiveWorld {
  const clock = manualClock()
  const live = new OpenLive({ store, clock, log: { warn: () => {} }, signals, times, ...over })
  onTestFinished(async () => {
    await live.close()
    await signals.close()
  })
  const world: LiveWorld = {
    store,
    clock,
    live,
    say: (word, channel = 'room') => store.write((tx) => live.publish(tx, { channel, event: 'word', data: { word } })),
    read: async (stream = {}) => new LiveReader(await live.open({ channel: 'room', holder, ...stream })),
  }
  return world
}
