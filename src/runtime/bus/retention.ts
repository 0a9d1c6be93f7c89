import type { Clock } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import type { Store } from '../store/types.ts'
import type { BusMetrics } from './bus-metrics.ts'

const dayMs = 86_400_000
/** How long events that all subscribers have are stored for replays. */
export const keepDays = 7
/** How long events are stored for a subscriber that has not received them. */
export const keepUndeliveredDays = 30
/** The most events stored. */
const keepRows = 1_000_000
/** A subscriber that no server has had for this long is deleted: nobody needs the events stored for it. */
export const keepListenerDays = 7
const batch = 1000

interface Purge {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Pick<BusMetrics, 'dropped'>
  readonly signal: AbortSignal
  /** The most events to store; for tests. */
  readonly rows?: number
}

/**
 * Deletes events that all subscribers received some days ago. Events that one has not received, or that failed, are stored
 * longer, but not forever: dropping them is reported in the log and the metrics.
 */
export async function purgeEvents(purge: Purge): Promise<void> {
  await forgetListeners(purge)
  const now = purge.clock.now()
  const delivered = await deliveredUpTo(purge.store)
  await deleteWhere(purge, { before: now - keepDays * dayMs, upTo: delivered })
  await deleteWhere(purge, { before: now - keepUndeliveredDays * dayMs, upTo: undefined })
  const beyond = await positionBeyond(purge)
  if (beyond !== undefined) await deleteWhere(purge, { before: undefined, upTo: beyond })
}

async function forgetListeners({ store, clock, log }: Purge): Promise<void> {
  const before = clock.now() - keepListenerDays * dayMs
  const unseen = () => store.sql('bus_listeners').where('seen_at', '<', before)
  const names = (await store.all<{ name: string }>(unseen().select('name'))).map(({ name }) => name)
  if (names.length === 0) return
  log.warn({ listeners: names }, 'subscribers forgotten')
  await store.write(async (tx) => {
    await tx.run(tx.sql('bus_listeners').whereIn('name', names).where('seen_at', '<', before).delete())
    await tx.run(tx.sql('bus_setbacks').whereIn('listener', names).delete())
  })
}

/** The position that every subscriber has reached. */
async function deliveredUpTo(store: Store): Promise<number> {
  const row = await store.get<{ position: number | string | null }>(
    store.sql.select(
      store.sql.raw(
        'coalesce((select min(position) from bus_listeners), (select last from bus_sequence where id = 1)) as position',
      ),
    ),
  )
  return Number(row?.position ?? 0)
}

/** The newest position that exceeds the maximum. */
async function positionBeyond({ store, rows = keepRows }: Purge): Promise<number | undefined> {
  const row = await store.get<{ position: number | string }>(
    store
      .sql('bus_announcements')
      .select('position')
      .whereNotNull('position')
      .orderBy('position', 'desc')
      .offset(rows)
      .limit(1),
  )
  return row && Number(row.position)
}

interface Doomed {
  readonly id: number | string
  readonly position: number | string
  readonly topic: string
}

/** Deletes events in batches; those that a subscriber needs only if `upTo` is not what all have. */
async function deleteWhere(
  purge: Purge,
  { before, upTo }: { before: number | undefined; upTo: number | undefined },
): Promise<void> {
  const { store, signal } = purge
  const isForced = before === undefined || upTo === undefined
  while (!signal.aborted) {
    const found = store.sql('bus_announcements').whereNotNull('position').orderBy('position').limit(batch)
    if (before !== undefined) found.where('created_at', '<', before)
    if (upTo !== undefined) found.where('position', '<=', upTo)
    if (!isForced) found.whereNotIn('id', store.sql('bus_setbacks').select('announcement'))
    const rows = await store.all<Doomed>(found.select('id', 'position', 'topic'))
    if (rows.length === 0) return
    if (isForced) await reportDropped(purge, rows)
    const ids = rows.map(({ id }) => Number(id))
    await store.run(store.sql('bus_announcements').whereIn('id', ids).delete())
    if (rows.length < batch) return
  }
}

/** Logs which subscribers lose events that they have not received. */
async function reportDropped({ store, log, metrics }: Purge, rows: readonly Doomed[]): Promise<void> {
  const listeners = await store.all<{ name: string; topics: string; position: number | string }>(
    store.sql('bus_listeners').select('name', 'topics', 'position'),
  )
  const ids = rows.map(({ id }) => Number(id))
  const setBack = await store.all<{ listener: string; total: number | string }>(
    store.sql('bus_setbacks').whereIn('announcement', ids).groupBy('listener').select('listener').count({ total: '*' }),
  )
  for (const { name, topics, position } of listeners) {
    const subscribed = new Set(JSON.parse(topics) as string[])
    const ahead = rows.filter((row) => subscribed.has(row.topic) && Number(row.position) > Number(position)).length
    const dropped = ahead + Number(setBack.find(({ listener }) => listener === name)?.total ?? 0)
    if (dropped === 0) continue
    metrics.dropped(name, dropped)
    log.error({ listener: name, dropped }, 'undelivered events dropped')
  }
}
