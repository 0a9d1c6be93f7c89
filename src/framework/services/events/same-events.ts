import { LRUCache } from 'lru-cache'
import type { StreamEvent } from './types.ts'

/** An event is also cached in its encoded form, compressed and not. */
const cachedForms = 3
const objectBytes = 500

interface CacheLimits {
  readonly maxBytes: number
  /** After how many milliseconds without an event the cache is cleared. */
  readonly idleMs: number
}

const usualLimits: CacheLimits = { maxBytes: 16 * 1024 * 1024, idleMs: 1000 }

/**
 * The events that streams sent last, so that streams which send the same one share it: each stream reads its events
 * from the engine separately.
 */
export class SameEvents {
  readonly #cache: LRUCache<string, StreamEvent>
  readonly #idleMs: number
  #clearing: NodeJS.Timeout | undefined

  constructor({ maxBytes, idleMs } = usualLimits) {
    this.#idleMs = idleMs
    this.#cache = new LRUCache({ maxSize: maxBytes, sizeCalculation: bytesOf })
  }

  /** The approximate size of the cache in bytes. */
  get bytes(): number {
    return this.#cache.calculatedSize
  }

  /** The same object for the same event, whichever stream it comes from. */
  of(event: StreamEvent): StreamEvent {
    const known = this.#cache.get(event.id)
    if (known && isSame(known, event)) return known
    this.#cache.set(event.id, event)
    this.#clearing ??= setTimeout(() => {
      this.#cache.clear()
      this.#clearing = undefined
    }, this.#idleMs).unref()
    this.#clearing.refresh()
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
  return cachedForms * (payload.length + texts + objectBytes)
}
