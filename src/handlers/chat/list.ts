import type { Result } from '#generated/server/handlers.ts'
import { iso } from '#runtime/base/clock.ts'
import type { Context } from '#runtime/calls/context.ts'
import { countedAs, totalOf } from '#runtime/store/total.ts'
import type { Reader } from '#runtime/store/types.ts'
import { directId, type Rooms, type Viewer } from './rooms.ts'
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
} from './rows/rooms.ts'

type Listed = Result<'chat.rooms'>['items'][number]

/** A room of the list with what it is stored under. */
interface Entry {
  readonly key: string
  readonly isPublic: boolean
  readonly lastAt: number
  readonly item: Listed
}

interface Part {
  readonly entries: readonly Entry[]
  readonly total: number
}

/** The rooms that the caller sees, the most recently active first, then groups and topics in which nobody has posted. */
export async function listRooms(rooms: Rooms, ctx: Context, limit: number): Promise<Result<'chat.rooms'>> {
  const { store, viewer } = ctx
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
  const unread = viewer
    ? await unreadIn(
        store,
        viewer.id,
        shown.map(({ key }) => key),
      )
    : undefined
  const { total } = countedAs(parts.reduce((sum, part) => sum + part.total, 0))
  return {
    items: shown.map(({ key, isPublic, item }) => {
      const left = unread?.get(key)
      return left && (left.isMarked || !isPublic) ? { ...item, unread: left.count } : item
    }),
    total,
  }
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

/** Without those whose post, article or video is gone, or is no longer public, or whose topic is closed. */
async function publicRooms(rooms: Rooms, store: Reader, limit: number): Promise<Part> {
  const [rows, total] = await Promise.all([
    store.all<RoomRow>(latestPublic({ limit })),
    totalOf(store, countPublic({})),
  ])
  const present = await Promise.all(rows.map(({ id, kind }) => rooms.isThere(id, kind)))
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
  const rows = await roomsAmong(
    store,
    groups.map((group) => group.id),
  )
  const entries = groups.map((group) => {
    const row = rows.find((each) => each.id === group.id)
    return row ? entryOf(row, false, row.id, group.name) : idleEntry(group.id, 'group', group.name)
  })
  return { entries, total: entries.length }
}

/** A room in which nobody has posted. */
function idleEntry(id: string, kind: 'group' | 'topic', title: string): Entry {
  return { key: id, isPublic: kind === 'topic', lastAt: 0, item: { id, kind, title } }
}

/** Topics in which nobody has posted, as the operator has ordered them. */
async function idleTopics({ topics }: Rooms, store: Reader): Promise<Part> {
  const ids = topics.map(({ id }) => id)
  const active = new Set((await roomsAmong(store, ids)).map(({ id }) => id))
  const entries = topics.filter(({ id }) => !active.has(id)).map(({ id, title }) => idleEntry(id, 'topic', title))
  return { entries, total: entries.length }
}
