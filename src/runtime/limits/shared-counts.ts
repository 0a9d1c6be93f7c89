import { deletedAtOnce } from '../store/delete-some.ts'
import { statement } from '../store/statement.ts'
import type { Store, Writer } from '../store/types.ts'
import { type SlotCounts, slotsPerWindow } from './sliding-window.ts'

const read = statement<{ policy: string; subject: string }>((sql, param) =>
  sql('rate_limits')
    .select('slots')
    .where({ policy: param('policy'), subject: param('subject') }),
)

const save = statement<{ policy: string; subject: string; slots: string; expiresAt: number }>((sql, param) =>
  sql('rate_limits')
    .insert({
      policy: param('policy'),
      subject: param('subject'),
      slots: param('slots'),
      expires_at: param('expiresAt'),
    })
    .onConflict(['policy', 'subject'])
    .merge(['slots', 'expires_at']),
)

/** The counts of one policy, whose slots are `slotMs` long. */
export function createSharedCounts(store: Store, policy: string, slotMs: number) {
  async function counts(tx: Writer, subject: string, slot: number): Promise<Map<number, number>> {
    const row = await tx.get<{ slots: string }>(read({ policy, subject }))
    const all = row ? (JSON.parse(row.slots) as [number, number][]) : []
    return new Map(all.filter(([each]) => each >= slot - slotsPerWindow))
  }

  async function keep(tx: Writer, subject: string, held: Map<number, number>): Promise<void> {
    const expiresAt = Math.ceil((Math.max(...held.keys()) + slotsPerWindow + 1) * slotMs)
    await tx.run(save({ policy, subject, slots: JSON.stringify([...held]), expiresAt }))
  }

  return {
    /** Adds the takes of this process and resolves with those of all, in the slots of the window that ends with `slot`. */
    share: (subject: string, slot: number, taken: SlotCounts) =>
      store.write(async (tx) => {
        const held = await counts(tx, subject, slot)
        for (const [each, count] of taken) held.set(each, (held.get(each) ?? 0) + count)
        if (taken.size > 0) await keep(tx, subject, held)
        return held
      }),
    /** Takes one unless the window that ends with `slot` is full. `counts` are the takes of all processes afterwards. */
    takeOne: (subject: string, slot: number, quota: number) =>
      store.write(async (tx) => {
        const held = await counts(tx, subject, slot)
        const total = [...held.values()].reduce((sum, count) => sum + count, 0)
        if (total >= quota) return { isTaken: false, counts: held }
        held.set(slot, (held.get(slot) ?? 0) + 1)
        await keep(tx, subject, held)
        return { isTaken: true, counts: held }
      }),
  }
}

/** The counts of all server processes, in the database. */
export type SharedCounts = ReturnType<typeof createSharedCounts>

/** Deletes counts older than their window, in batches. Resolves with the number of deleted rows. */
export async function purgeCounts(store: Store, now: number): Promise<number> {
  const key = ['policy', 'subject']
  let all = 0
  for (let deleted = deletedAtOnce; deleted === deletedAtOnce; ) {
    const old = store.sql('rate_limits').select(key).where('expires_at', '<=', now).limit(deletedAtOnce)
    deleted = (await store.run(store.sql('rate_limits').whereIn(key, old).delete())).changes
    all += deleted
  }
  return all
}
