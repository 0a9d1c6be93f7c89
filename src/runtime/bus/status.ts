import { totalOf } from '../store/total.ts'
import type { Reader, Store } from '../store/types.ts'

/** The lag is counted up to this number, so that counting stays cheap when a subscriber is far behind. */
export const maxLag = 10_000

/** How far behind a subscriber is. */
export interface Lag {
  /** Events that it has not received yet, counted up to `maxLag`. */
  readonly lag: number
  /** Events that wait for a retry. */
  readonly waiting: number
  /** Events that were given up. */
  readonly dead: number
}

/** @param topics of the subscriber */
export async function readLag(
  reader: Reader,
  { name, topics }: { readonly name: string; readonly topics: readonly string[] },
): Promise<Lag> {
  const { sql } = reader
  const position = sql('bus_listeners').select('position').where({ name })
  const ahead = sql('bus_announcements')
    .select('id')
    .where((open) => open.whereNull('position').orWhere('position', '>', position))
    .whereIn('topic', topics)
    .limit(maxLag)
  const lag = await totalOf(reader, sql.count({ total: '*' }).from(ahead.as('ahead')))
  const states = await reader.all<{ state: string; total: number | string }>(
    sql('bus_setbacks').where({ listener: name }).groupBy('state').select('state').count({ total: '*' }),
  )
  const countOf = (state: string): number => Number(states.find((each) => each.state === state)?.total ?? 0)
  return { lag, waiting: countOf('waiting'), dead: countOf('dead') }
}

/** A subscriber as shown to an administrator. */
export interface ListenerStatus extends Lag {
  readonly name: string
}

/** A failed event that is not retried automatically. */
export interface DeadLetter {
  readonly listener: string
  readonly announcement: number
  readonly topic: string
  readonly attempts: number
  readonly error: string
  /** When it was published, in epoch milliseconds. */
  readonly at: number
}

const maxShown = 100

/** All subscribers with their topics, by name. */
async function topicsBySubscriber(store: Store): Promise<{ name: string; topics: string[] }[]> {
  const rows = await store.all<{ name: string; topics: string }>(
    store.sql('bus_listeners').select('name', 'topics').orderBy('name'),
  )
  return rows.map(({ name, topics }) => ({ name, topics: JSON.parse(topics) as string[] }))
}

export function createBusDesk({ store }: { readonly store: Store }) {
  return {
    /** All subscribers, by name. */
    async listeners(): Promise<ListenerStatus[]> {
      const found = await topicsBySubscriber(store)
      return Promise.all(found.map(async (listener) => ({ name: listener.name, ...(await readLag(store, listener)) })))
    },
    /** The oldest events that were given up, at most 100. */
    async deadLetters(): Promise<DeadLetter[]> {
      const found = await store.all<DeadLetter & { error: string | null }>(
        store
          .sql('bus_setbacks')
          .join('bus_announcements', 'bus_announcements.id', 'bus_setbacks.announcement')
          .where({ state: 'dead' })
          .select('listener', 'announcement', 'topic', 'attempts', 'error', 'bus_announcements.created_at as at')
          .orderBy(['announcement', 'listener'])
          .limit(maxShown),
      )
      return found.map((row) => ({ ...row, announcement: Number(row.announcement), at: Number(row.at) }))
    },
    /**
     * Delivers to a subscriber again all stored events since a given time.
     *
     * @param fromMs epoch milliseconds
     * @returns how many events it has ahead of it now, counted up to `maxLag`; undefined if the subscriber does not exist
     */
    async replay(listener: string, fromMs: number): Promise<number | undefined> {
      const isKnown = await store.write(async (tx) => {
        const { sql } = tx
        const first = await tx.get<{ position: number | string | null }>(
          sql('bus_announcements').min({ position: 'position' }).where('created_at', '>=', fromMs),
        )
        const last = await tx.get<{ last: number | string }>(sql('bus_sequence').select('last').where({ id: 1 }))
        const position = first?.position == null ? Number(last?.last ?? 0) : Number(first.position) - 1
        // They are delivered again anyway.
        const replayed = sql('bus_announcements').select('id').where('position', '>', position)
        await tx.run(sql('bus_setbacks').where({ listener }).whereIn('announcement', replayed).delete())
        const { changes } = await tx.run(sql('bus_listeners').where({ name: listener }).update({ position }))
        return changes > 0
      })
      const known = (await topicsBySubscriber(store)).find(({ name }) => name === listener)
      return isKnown && known ? (await readLag(store, known)).lag : undefined
    },
    /**
     * Retries events that were given up: all of a subscriber, or a single one.
     *
     * @returns how many
     */
    async retry(listener: string, announcement?: number): Promise<number> {
      const dead = store.sql('bus_setbacks').where({ listener, state: 'dead' })
      if (announcement !== undefined) dead.where({ announcement })
      const again = dead.update({ state: 'waiting', attempts: 0, due_at: 0 })
      return (await store.run(again)).changes
    },
  }
}

/** The operations of an administrator on subscribers, with or without a running server. */
export type BusDesk = ReturnType<typeof createBusDesk>
