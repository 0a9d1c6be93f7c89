import type { Store } from '#runtime/store/types.ts'
import { addEvents, type Insertion, type Place } from './rows.ts'

const maxInsertions = 64
const maxBytes = 4 * 1024 * 1024

interface Pending {
  readonly insertion: Insertion
  resolve(): void
  reject(error: unknown): void
}

/**
 * Events of one topic that are published at the same time are stored in one transaction: each changes the topic's row,
 * so separate transactions would wait for each other.
 */
export function createPublisher(store: Store) {
  const queues = new Map<string, Pending[]>()

  async function work(key: string, place: Place, queue: Pending[]): Promise<void> {
    while (queue.length > 0) {
      const batch: Pending[] = []
      let bytes = 0
      while (queue.length > 0 && batch.length < maxInsertions && bytes < maxBytes) {
        const next = queue.shift()!
        bytes += next.insertion.event.payload.byteLength
        batch.push(next)
      }
      try {
        const insertions = batch.map(({ insertion }) => insertion)
        await store.write((tx) => addEvents(tx, place, insertions))
        for (const each of batch) each.resolve()
      } catch (error) {
        for (const each of batch) each.reject(error)
      }
    }
    queues.delete(key)
  }

  return {
    /** Resolves once the event is stored. */
    add(place: Place, insertion: Insertion): Promise<void> {
      return new Promise((resolve, reject) => {
        const key = JSON.stringify([place.namespace, place.topic])
        const pending = { insertion, resolve, reject }
        const queue = queues.get(key)
        if (queue) {
          queue.push(pending)
          return
        }
        const started = [pending]
        queues.set(key, started)
        void work(key, place, started)
      })
    },
  }
}
