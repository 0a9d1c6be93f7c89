import type { Handler, Result } from '#generated/server/handlers.ts'
import { iso } from '#runtime/base/clock.ts'
import { countedAs, totalOf } from '#runtime/store/total.ts'
import type { Reader } from '#runtime/store/types.ts'
import { directId, type Rooms, type Viewer } from '../find-room.ts'
import type { ChatDeps } from '../index.ts'
import {
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
  async ({ limit = 20 }, { store, viewer }) => {
    const parts = await Promise.all([
      publicRooms(rooms, store, limit),
      viewer ? directRooms(store, viewer, limit) : none,
      viewer ? groupRooms(rooms, store, viewer) : none,
      idleTopics(rooms, store),
    ])
    const shown = parts
      .flatMap(({ entries }) => entries)
      .toSorted((a, b) => b.lastAt - a.lastAt)
      .slice(0, limit)
    const keys = shown.map(({ key }) => key)
    const unread = viewer ? await unreadIn(store, viewer.id, keys) : undefined
    const { total } = countedAs(parts.reduce((sum, part) => sum + part.total, 0))
    return {
      items: shown.map(({ key, isPublic, item }) => {
        const left = unread?.get(key)
        return left && (left.isMarked || !isPublic) ? { ...item, unread: left.count } : item
      }),
      total,
    }
  }

/** A room of the list, with the key it is stored under. */
interface Entry {
  readonly key: string
  readonly isPublic: boolean
  readonly lastAt: number
  readonly item: Result<'chat.rooms'>['items'][number]
}

interface Part {
  readonly entries: readonly Entry[]
  readonly total: number
}

const none: Part = { entries: [], total: 0 }

function entryOf(row: RoomRow, isPublic: boolean, id: string = row.id, title: string = row.title): Entry {
  const { kind } = row
  return {
    key: row.id,
    isPublic,
    lastAt: Number(row.last_at),
    item: { id, kind, title, last_activity: iso(row.last_at) },
  }
}

/** Excludes rooms whose post, article or video is gone or no longer public, and closed topics. */
async function publicRooms(rooms: Rooms, store: Reader, limit: number): Promise<Part> {
  const [rows, total] = await Promise.all([
    store.all<RoomRow>(latestPublic({ limit })),
    totalOf(store, countPublic({})),
  ])
  const present = await Promise.all(rows.map(({ id, kind }) => rooms.exists(id, kind)))
  const entries = rows.filter((_, index) => present[index]).map((row) => entryOf(row, true))
  return { entries, total: total - (rows.length - entries.length) }
}

async function directRooms(store: Reader, { id: account, username }: Viewer, limit: number): Promise<Part> {
  const [opened, joined, ...totals] = await Promise.all([
    store.all<RoomRow>(latestOpened({ account, limit })),
    store.all<RoomRow>(latestJoined({ account, limit })),
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
    return row ? entryOf(row, false, row.id, group.name) : idleEntry(group.id, 'group', group.name)
  })
  return { entries, total: entries.length }
}

/** A room without messages. */
function idleEntry(id: string, kind: 'group' | 'topic', title: string): Entry {
  return { key: id, isPublic: kind === 'topic', lastAt: 0, item: { id, kind, title } }
}

/** Topics without messages, in the operator's order. */
async function idleTopics({ topics }: Rooms, store: Reader): Promise<Part> {
  const ids = topics.map(({ id }) => id)
  const active = new Set((await roomsAmong(store, ids)).map(({ id }) => id))
  const entries = topics.filter(({ id }) => !active.has(id)).map(({ id, title }) => idleEntry(id, 'topic', title))
  return { entries, total: entries.length }
}
