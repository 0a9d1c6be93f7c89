import { LRUCache } from 'lru-cache'
import type { StreamEvent } from './types.ts'

/** An event is also cached in its encoded form, compressed and not. */
const formsHeld = 3
const objectBytes = 500

interface Keeping {
  readonly maxBytes: number
  /** After how many milliseconds without an event the cache is cleared. */
  readonly forMs: number
}

const usualKeeping: Keeping = { maxBytes: 16 * 1024 * 1024, forMs: 1000 }

/**
 * The events that streams sent last, so that streams which send the same one share it: each stream reads its events
 * from the engine separately.
 */
export class SameEvents {
  readonly #kept: LRUCache<string, StreamEvent>
  readonly #forMs: number
  #forgetting: NodeJS.Timeout | undefined

  constructor({ maxBytes, forMs } = usualKeeping) {
    this.#forMs = forMs
    this.#kept = new LRUCache({ maxSize: maxBytes, sizeCalculation: bytesOf })
  }

  /** The approximate size of the cache in bytes. */
  get bytes(): number {
    return this.#kept.calculatedSize
  }

  /** The same object for the same event, whichever stream it comes from. */
  of(event: StreamEvent): StreamEvent {
    const known = this.#kept.get(event.id)
    if (known && isSame(known, event)) return known
    this.#kept.set(event.id, event)
    this.#forgetting ??= setTimeout(() => {
      this.#kept.clear()
      this.#forgetting = undefined
    }, this.#forMs).unref()
    this.#forgetting.refresh()
    return event
  }
}

/** Ids alone do not identify an event: one in another namespace may have the same id. */
function isSame(one: StreamEvent, other: StreamEvent): boolean {
  if (one.topic !== other.topic || one.timestampS !== other.timestampS) return false
  const names = Object.keys(one.metadata)
  if (names.length !== Object.keys(other.metadata).length) return false
  if (names.some((name) => one.metadata[name] !== other.metadata[name])) return false
  return Buffer.compare(one.payload, other.payload) === 0
}

function bytesOf({ payload, metadata }: StreamEvent): number {
  const texts = Object.entries(metadata).reduce((sum, [name, value]) => sum + name.length + value.length, 0)
  return formsHeld * (payload.length + texts + objectBytes)
}
