import { expect, test } from 'vitest'
import type { Store } from '#runtime/store/types.ts'
import { forEachDatabase } from '#testing/databases.ts'
import { fundedAccount } from '#testing/funded-account.ts'
import { insertRows } from '#testing/insert-rows.ts'
import {
  type Kind,
  latestJoined,
  latestOpened,
  latestPublic,
  mark,
  type RoomRow,
  roomsAmong,
  setPresence,
  takePlace,
  uncheckedSince,
} from './rooms.ts'

const fromLatest = { last_at: Number.MAX_SAFE_INTEGER, id: '' }

forEachDatabase((_dialect, openTestStore) => {
  async function opened() {
    const store = await openTestStore()
    const room = (id: string, kind: Kind, isPublic: boolean, [opener, other]: readonly (string | null)[] = []) => {
      const post = { id, kind, title: id, public: isPublic, opener: opener ?? null, other: other ?? null, now: 1 }
      return store.write((tx) => takePlace(tx, post))
    }
    const be = (id: string, isPresent: boolean, now: number) => store.write((tx) => setPresence(tx, id, isPresent, now))
    const read = (account: string, id: string, seq: number) =>
      store.write((tx) => mark(tx, { account, room: id, seq, now: seq }))
    return { store, room, be, read }
  }

  const idsOf = async (rows: Promise<readonly Pick<RoomRow, 'id'>[]>) => (await rows).map(({ id }) => id).sort()

  const marksOf = async (store: Store, account: string) => {
    const marks = store.sql('chat_marks').select('room', 'read_seq').where({ account }).orderBy('room')
    const rows = await store.all<{ room: string; read_seq: number | string }>(marks)
    return rows.map(({ room, read_seq }) => [room, Number(read_seq)])
  }

  test('reading earlier messages again does not make later ones unread, nor change other rooms', async () => {
    const { store, read } = await opened()
    const account = await fundedAccount(store, 0)
    await read(account, 'topic_other', 1)
    const marks: unknown[] = []
    for (const seq of [3, 7, 5]) {
      await read(account, 'topic_general', seq)
      marks.push(await marksOf(store, account))
    }
    const other = ['topic_other', 1]
    expect(marks).toEqual([3, 7, 7].map((seq) => [['topic_general', seq], other]))
  })

  test('beyond 1,000 rooms an account loses its mark of the one read longest ago, and nobody else does', async () => {
    const { store, read } = await opened()
    const [ann, ben] = [await fundedAccount(store, 0), await fundedAccount(store, 0)]
    const rows = Array.from({ length: 1000 }, (_, n) => ({ account: ann, room: `room_${n}`, read_seq: 1, read_at: n }))
    await insertRows(store, 'chat_marks', [...rows, { account: ben, room: 'room_0', read_seq: 1, read_at: 0 }])
    await read(ann, 'room_new', 2000)
    const rooms = (await marksOf(store, ann)).map(([room]) => room)
    expect([rooms.length, rooms.includes('room_0'), rooms.includes('room_1')]).toEqual([1000, false, true])
    expect(await marksOf(store, ben)).toEqual([['room_0', 1]])
  })

  test('public rooms are listed while their subject exists, and deleted a time after it was first gone', async () => {
    const { store, room, be } = await opened()
    for (const id of ['post_1', 'post_2', 'post_3']) await room(id, 'post', true)
    await room('topic_1', 'topic', true)
    await room('group_1', 'group', false)
    const listed = () => idsOf(store.all<RoomRow>(latestPublic({ ...fromLatest, limit: 9 })))
    const among = () => idsOf(roomsAmong(store, ['post_1', 'post_2', 'group_1']))
    const unchecked = () => idsOf(store.all<RoomRow>(uncheckedSince({ before: 2 })))
    expect(await listed()).toEqual(['post_1', 'post_2', 'post_3', 'topic_1'])
    expect(await among()).toEqual(['group_1', 'post_1', 'post_2'])
    expect(await unchecked()).toEqual(['post_1', 'post_2', 'post_3'])
    for (const id of ['post_1', 'post_3']) await be(id, false, 5)
    await be('post_1', false, 6)
    const gone = store.sql('chat_rooms').select('gone_at').where({ id: 'post_1' })
    expect(Number((await store.get<{ gone_at: number }>(gone))?.gone_at)).toBe(5)
    expect(await listed()).toEqual(['post_2', 'topic_1'])
    expect(await among()).toEqual(['group_1', 'post_2'])
    expect(await unchecked()).toEqual(['post_2'])
    await be('post_3', true, 7)
    expect(await listed()).toEqual(['post_2', 'post_3', 'topic_1'])
  })

  test('conversations are those of the account, without people who have closed theirs', async () => {
    const { store, room } = await opened()
    const [ann, ben, eve] = [
      await fundedAccount(store, 0),
      await fundedAccount(store, 0),
      await fundedAccount(store, 0),
    ]
    await room('direct_1', 'direct', false, [ann, ben])
    await room('direct_2', 'direct', false, [ann, eve])
    await room('direct_3', 'direct', false, [eve, ben])
    const ofAccount = async (account: string) => [
      await idsOf(store.all<RoomRow>(latestOpened({ ...fromLatest, account, limit: 9 }))),
      await idsOf(store.all<RoomRow>(latestJoined({ ...fromLatest, account, limit: 9 }))),
    ]
    expect(await ofAccount(ann)).toEqual([['direct_1', 'direct_2'], []])
    expect(await ofAccount(ben)).toEqual([[], ['direct_1', 'direct_3']])
    await store.run(store.sql('accounts').where({ id: eve }).update({ closed_at: 1 }))
    expect(await ofAccount(ann)).toEqual([['direct_1'], []])
    expect(await ofAccount(ben)).toEqual([[], ['direct_1']])
  })
})
