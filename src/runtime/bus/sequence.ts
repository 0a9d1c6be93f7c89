import { statement } from '../store/statement.ts'
import type { Store } from '../store/types.ts'

/** How many events get their position in one transaction. */
const maxBatch = 200

const lastGiven = statement<Record<never, never>>((sql) => sql('bus_sequence').select('last').where({ id: 1 }))

const pending = statement<{ most: number }>((sql, param) =>
  sql('bus_announcements')
    .select('id')
    .whereRaw('position is null')
    .orderBy('id')
    .limit(param('most') as number),
)

const moveOn = statement<{ from: number; to: number }>((sql, param) =>
  sql('bus_sequence')
    .where({ id: 1, last: param('from') })
    .update({ last: param('to') }),
)

const place = statement<{ id: number; position: number }>((sql, param) =>
  sql('bus_announcements')
    .where({ id: param('id') })
    .update({ position: param('position') }),
)

/** The position of the last event that has one. */
export async function lastPosition(store: Pick<Store, 'get'>): Promise<number> {
  return Number((await store.get<{ last: number | string }>(lastGiven({})))?.last ?? 0)
}

/**
 * Assigns to committed events the positions in which subscribers read them.
 *
 * Ids do not work for that: PostgreSQL assigns them when a row is inserted, so one may become visible after a
 * greater one, and a subscriber that had moved past it would never see it. Only one transaction at once can move
 * `bus_sequence` on from the same place, and it assigns positions to the events that it finds committed: positions become
 * visible in order. Two events about the same record come from transactions of which
 * one waited for the other, so their ids are also in order. Nothing here waits for a transaction that commits slowly.
 *
 * @returns whether some events may still have no position
 */
export async function givePositions(store: Store): Promise<boolean> {
  const last = await lastPosition(store)
  // Read after `last` and outside the transaction: later commits are left for the next run.
  const found = await store.all<{ id: number | string }>(pending({ most: maxBatch }))
  if (found.length === 0) return false
  const ids = found.map(({ id }) => Number(id))
  await store.write(async (tx) => {
    const { changes } = await tx.run(moveOn({ from: last, to: last + ids.length }))
    // Another process was faster.
    if (changes === 0) return
    for (const [index, id] of ids.entries()) await tx.run(place({ id, position: last + index + 1 }))
  })
  return true
}
