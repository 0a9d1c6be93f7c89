import { newId } from '#runtime/base/ids.ts'
import type { Box } from '#runtime/isolation/boxes/types.ts'
import { statement } from '#runtime/store/statement.ts'
import { isUniqueViolation } from '#runtime/store/store-errors.ts'
import type { Store } from '#runtime/store/types.ts'

/** Sandboxes of deleted accounts that are read at once. */
const maxUnowned = 100

interface BoxRow {
  id: string
  number: number | string
}

const ofOwner = statement<{ owner: string }>((sql, param) =>
  sql('shell_boxes').select('id', 'number').where(param.columns('owner')),
)

const highest = statement<Record<never, never>>((sql) => sql('shell_boxes').max({ number: 'number' }))

const insert = statement<{ id: string; owner: string; number: number; now: number }>((sql, param) =>
  sql('shell_boxes').insert({
    ...param.columns('id', 'owner', 'number'),
    state: 'kept',
    used_bytes: 0,
    created_at: param('now'),
    used_at: param('now'),
  }),
)

export const setUsed = statement<{ id: string; bytes: number; now: number }>((sql, param) =>
  sql('shell_boxes')
    .where(param.columns('id'))
    .update({ used_bytes: param('bytes'), used_at: param('now') }),
)

const unowned = statement<Record<never, never>>((sql) =>
  sql('shell_boxes').select('id', 'number').whereNull('owner').orderBy('number').limit(maxUnowned),
)

export const remove = statement<{ id: string }>((sql, param) => sql('shell_boxes').where(param.columns('id')).delete())

const boxOf = ({ id, number }: BoxRow): Box => ({ id, number: Number(number) })

/** The sandbox of an account, if it has one. */
export async function findBox(store: Store, owner: string): Promise<Box | undefined> {
  const row = await store.get<BoxRow>(ofOwner({ owner }))
  return row && boxOf(row)
}

/** The sandbox of an account, which is created if necessary. */
export async function takeBox(store: Store, owner: string, now: number): Promise<Box> {
  for (;;) {
    const present = await findBox(store, owner)
    if (present) return present
    try {
      return await store.write(async (tx) => {
        const last = await tx.get<{ number: number | string | null }>(highest({}))
        const box = { id: newId('box'), number: Number(last?.number ?? 0) + 1 }
        await tx.run(insert({ ...box, owner, now }))
        return box
      })
    } catch (failure) {
      // Another process has created it, or has given the number to another account.
      if (!isUniqueViolation(failure)) throw failure
    }
  }
}

/** Some of the sandboxes of deleted accounts. */
export async function unownedBoxes(store: Store): Promise<Box[]> {
  return (await store.all<BoxRow>(unowned({}))).map(boxOf)
}
