import type { Handler, Result } from '#generated/server/handlers.ts'
import { iso } from '#runtime/base/clock.ts'
import { beforeNewest, cursorPageOf, startOf } from '#runtime/kit/long-page.ts'
import { keysetPages } from '#runtime/store/keyset.ts'
import { countedAs, totalOf } from '#runtime/store/total.ts'
import type { Reader } from '#runtime/store/types.ts'
import { directId, type Rooms, type Viewer } from '../find-room.ts'
import type { ChatDeps } from '../index.ts'
import {
  type Before,
  countJoined,
  countOpened,
  countPublic,
  latestJoined,
  latestOpened,
  latestPublic,
  type RoomRow,
  roomsAmong,
  unreadIn,
} from '../rows/rooms.ts'

/** The rooms that the caller sees, most recently active first, then groups and topics without messages. */
export default ({ rooms }: ChatDeps): Handler<'chat.rooms'> =>
  async ({ limit = 20, cursor }, { store, viewer }) => {
    const start = startOf({ cursor }, ['number', 'text'])
    const [last_at, id] = (start.last ?? beforeNewest) as [number, string]
    const before = { last_at, id, limit: limit + 1 }
    const parts = await Promise.all([
      publicRooms(rooms, store, before),
      viewer ? directRooms(store, viewer, before) : none,
      viewer ? groupRooms(rooms, store, viewer) : none,
      idleTopics(rooms, store),
    ])
    const found = parts
      .flatMap(({ entries }) => entries)
      .filter((entry) => isAfter(entry, before))
      .toSorted((a, b) => (isAfter(b, { last_at: a.position, id: a.key }) ? -1 : 1))
    const keys = found.slice(0, limit).map(({ key }) => key)
    const unread = viewer ? await unreadIn(store, viewer.id, keys) : undefined
    const counted = countedAs(parts.reduce((sum, part) => sum + part.total, 0))
    const keyOf = ({ position, key }: Entry) => [position, key]
    return cursorPageOf(found, { limit, start, counted, keyOf }, ({ key, isPublic, item }) => {
      const left = unread?.get(key)
      return left && (left.isMarked || !isPublic) ? { ...item, unread: left.count } : item
    })
  }

/** A room of the list, with the key it is stored under. */
interface Entry {
  readonly key: string
  readonly isPublic: boolean
  /** When the last message was posted; 0 for a group without messages, and less for a topic without messages. */
  readonly position: number
  readonly item: Result<'chat.rooms'>['items'][number]
}

interface Part {
  readonly entries: readonly Entry[]
  readonly total: number
}

const none: Part = { entries: [], total: 0 }

/** Whether a room comes after a position in the list: the same order as in SQL. */
function isAfter({ position, key }: Entry, { last_at, id }: Omit<Before, 'limit'>): boolean {
  return position < last_at || (position === last_at && key < id)
}

function entryOf(row: RoomRow, isPublic: boolean, id: string = row.id, title: string = row.title): Entry {
  const { kind } = row
  return {
    key: row.id,
    isPublic,
    position: Number(row.last_at),
    item: { id, kind, title, last_activity: iso(row.last_at) },
  }
}

/** Excludes rooms whose post, article or video is gone or no longer public, and closed topics. */
async function publicRooms(rooms: Rooms, store: Reader, before: Before): Promise<Part> {
  const pages = keysetPages<RoomRow>(before.limit, (last, limit) =>
    store.all(latestPublic(last ? { last_at: Number(last.last_at), id: last.id, limit } : before)),
  )
  const total = await totalOf(store, countPublic({}))
  const entries: Entry[] = []
  let excluded = 0
  for await (const rows of pages) {
    const present = await Promise.all(rows.map(({ id, kind }) => rooms.exists(id, kind)))
    const shown = rows.filter((_, index) => present[index])
    entries.push(...shown.map((row) => entryOf(row, true)))
    excluded += rows.length - shown.length
    if (entries.length >= before.limit) break
  }
  return { entries, total: total - excluded }
}

async function directRooms(store: Reader, { id: account, username }: Viewer, before: Before): Promise<Part> {
  const [opened, joined, ...totals] = await Promise.all([
    store.all<RoomRow>(latestOpened({ ...before, account })),
    store.all<RoomRow>(latestJoined({ ...before, account })),
    totalOf(store, countOpened({ account })),
    totalOf(store, countJoined({ account })),
  ])
  const entries = [...opened, ...joined].map((row) => {
    const other = row.username as string
    return entryOf(row, false, directId(username, other), other)
  })
  return { entries, total: countedAs(...totals).total }
}

async function groupRooms(rooms: Rooms, store: Reader, { id }: Viewer): Promise<Part> {
  const groups = await rooms.groupsOf(id)
  const ids = groups.map((group) => group.id)
  const rows = await roomsAmong(store, ids)
  const entries = groups.map((group) => {
    const row = rows.find((each) => each.id === group.id)
    return row ? entryOf(row, false, row.id, group.name) : idleEntry(group.id, 'group', group.name, 0)
  })
  return { entries, total: entries.length }
}

/** A room without messages. */
function idleEntry(id: string, kind: 'group' | 'topic', title: string, position: number): Entry {
  return { key: id, isPublic: kind === 'topic', position, item: { id, kind, title } }
}

/** Topics without messages, in the operator's order. */
async function idleTopics({ topics }: Rooms, store: Reader): Promise<Part> {
  const ids = topics.map(({ id }) => id)
  const active = new Set((await roomsAmong(store, ids)).map(({ id }) => id))
  const entries = topics.flatMap(({ id, title }, index) =>
    active.has(id) ? [] : [idleEntry(id, 'topic', title, -1 - index)],
  )
  return { entries, total: entries.length }
}
