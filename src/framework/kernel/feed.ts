/** What waits for one reader, no more than a bounded amount of it. */
export interface Feed<T> extends AsyncIterable<T> {
  /** Never waits. A feed whose reader is too far behind is cut: it gives what `overflow` made, and nothing more. */
  push(item: T): void
  /** What waits is still given, then the feed ends. Nothing for a feed that has ended. */
  end(): void
  /** Drops what waits; the reader gets the error. Nothing for a feed that has ended. */
  fail(error: Error): void
}

interface FeedOptions<T> {
  /** Ends the feed and drops what waits. */
  readonly signal: AbortSignal
  readonly maxItems: number
  /** One item larger than this is taken where nothing else waits. */
  readonly maxBytes: number
  sizeOf(item: T): number
  /** The error for a reader that is too far behind. */
  overflow(): Error
  /** Called once, when nothing more is taken; never for a feed whose signal has aborted before. */
  onEnd(): void
}

/** A feed for one reader: whoever pushes never waits for it. */
export function feed<T>({ signal, maxItems, maxBytes, sizeOf, overflow, onEnd }: FeedOptions<T>): Feed<T> {
  let waiting: T[] = []
  let bytes = 0
  let hasEnded = false
  let failure: Error | undefined
  let wake: (() => void) | undefined

  function stop(): void {
    if (hasEnded) return
    hasEnded = true
    signal.removeEventListener('abort', drop)
    onEnd()
    wake?.()
  }

  function drop(): void {
    waiting = []
    bytes = 0
    stop()
  }

  if (signal.aborted) hasEnded = true
  else signal.addEventListener('abort', drop)

  function fail(error: Error): void {
    if (hasEnded) return
    failure = error
    drop()
  }

  async function* read(): AsyncGenerator<T> {
    try {
      for (;;) {
        if (failure) throw failure
        const item = waiting.shift()
        if (item !== undefined) {
          bytes -= sizeOf(item)
          yield item
        } else if (hasEnded) {
          return
        } else {
          await new Promise<void>((resolve) => {
            wake = resolve
          })
          wake = undefined
        }
      }
    } finally {
      drop()
    }
  }

  return {
    push(item) {
      if (hasEnded) return
      const size = sizeOf(item)
      if (waiting.length > 0 && (waiting.length >= maxItems || bytes + size > maxBytes)) return fail(overflow())
      waiting.push(item)
      bytes += size
      wake?.()
    },
    end: stop,
    fail,
    [Symbol.asyncIterator]: read,
  }
}
