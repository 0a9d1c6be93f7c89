import type { Clock } from '#runtime/base/clock.ts'
import { deletedAtOnce, deleteSome } from '#runtime/store/delete-some.ts'
import { statement } from '#runtime/store/statement.ts'
import type { Store } from '#runtime/store/types.ts'
import type { Rooms } from '../rooms.ts'
import { type Kind, keptInPublic, setPresence } from '../rows/rooms.ts'

const dayMs = 86_400_000
/** Rooms that one query finds. */
const roomsAtOnce = 100
/** Rooms of which one run asks whether what they are about is still there. */
const checkedAtOnce = 500

const goneBefore = statement<{ before: number }>((sql, param) =>
  sql('chat_rooms').select('id').where('gone_at', '<', param('before')).orderBy('gone_at').limit(roomsAtOnce),
)

const overfull = statement<Record<never, never>>((sql) =>
  sql('chat_rooms')
    .select('id', 'last_seq')
    .where({ public: true })
    .whereRaw('last_seq - trimmed_seq > ?', [keptInPublic])
    .limit(roomsAtOnce),
)

const oldMessages = statement<{ room: string; upTo: number }>((sql, param) =>
  sql('chat_messages')
    .whereIn(
      'id',
      sql('chat_messages')
        .select('id')
        .where({ room: param('room') })
        .where('seq', '<=', param('upTo'))
        .orderBy('seq')
        .limit(deletedAtOnce),
    )
    .delete(),
)

const unchecked = statement<{ before: number }>((sql, param) =>
  sql('chat_rooms')
    .select('id', 'kind')
    .where({ public: true })
    .whereNull('gone_at')
    .whereNot('kind', 'topic')
    .where('checked_at', '<', param('before'))
    .orderBy('checked_at')
    .limit(checkedAtOnce),
)

interface PurgeOptions {
  readonly store: Store
  readonly clock: Clock
  readonly rooms: Rooms
}

/**
 * Deletes, a few rows in each transaction: what public rooms have beyond the messages that are kept, and rooms whose group, post,
 * article or video has been gone for a day. A post that is made private and public again within it keeps its room.
 */
export async function purge({ store, clock, rooms }: PurgeOptions, signal: AbortSignal): Promise<void> {
  await trim(store, signal)
  await check({ store, clock, rooms }, signal)
  const before = clock.now() - dayMs
  for (;;) {
    const gone = await store.all<{ id: string }>(goneBefore({ before }))
    for (const { id } of gone) await remove(store, id, signal)
    if (gone.length < roomsAtOnce) return
  }
}

async function trim(store: Store, signal: AbortSignal): Promise<void> {
  for (;;) {
    const full = await store.all<{ id: string; last_seq: number | string }>(overfull({}))
    for (const { id, last_seq } of full) {
      const upTo = Number(last_seq) - keptInPublic
      let deleted = deletedAtOnce
      while (deleted === deletedAtOnce) {
        signal.throwIfAborted()
        deleted = (await store.run(oldMessages({ room: id, upTo }))).changes
      }
      await store.run(store.sql('chat_rooms').where({ id }).update({ trimmed_seq: upTo }))
    }
    if (full.length < roomsAtOnce) return
  }
}

/** What is deleted with its account, or because the archive is full, is not announced. */
async function check({ store, clock, rooms }: PurgeOptions, signal: AbortSignal): Promise<void> {
  const now = clock.now()
  for (const { id, kind } of await store.all<{ id: string; kind: Kind }>(unchecked({ before: now - dayMs }))) {
    signal.throwIfAborted()
    const isThere = await rooms.isThere(id, kind)
    await store.write(async (tx) => {
      await setPresence(tx, id, isThere, now)
      await tx.run(tx.sql('chat_rooms').where({ id }).update({ checked_at: now }))
    })
  }
}

async function remove(store: Store, id: string, signal: AbortSignal): Promise<void> {
  for (const table of ['chat_messages', 'chat_marks']) {
    let deleted = deletedAtOnce
    while (deleted === deletedAtOnce) {
      signal.throwIfAborted()
      deleted = (await store.run(deleteSome(store.sql, table, { column: 'room', value: id }))).changes
    }
  }
  await store.run(store.sql('chat_rooms').where({ id }).delete())
}
