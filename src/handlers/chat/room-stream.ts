import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { ApiError, invalidArgument } from '#runtime/base/errors.ts'
import type { Caller } from '#runtime/calls/caller.ts'
import type { FamilyRoute } from '#runtime/kit/family.ts'
import { type RouteVisit, streamHolder } from '#runtime/kit/route-visit.ts'
import type { Live } from '#runtime/live/types.ts'
import { noSuchRoom } from './chat.ts'
import { channelOf, type Rooms, subjectsOf } from './rooms.ts'

const prefix = '/chat/'
/** As that of every id. */
const maxIdLength = 200

interface Asset {
  readonly type: string
  readonly body: Buffer
  readonly etag: string
}

function asset(name: string, type: string): Asset {
  const body = readFileSync(join(import.meta.dirname, 'pages', name))
  return { type: `${type}; charset=utf-8`, body, etag: `"${hash('sha256', body, 'base64url').slice(0, 22)}"` }
}

/** `/chat/stream`, the messages of a room as they are posted; and what the page of the rooms loads. */
export function chatPaths(rooms: Rooms, live: Pick<Live, 'open'>): FamilyRoute {
  const assets = new Map([
    [`${prefix}page.js`, asset('page.js', 'text/javascript')],
    [`${prefix}page.css`, asset('page.css', 'text/css')],
  ])
  return {
    prefix,
    handle(req, res, target, visit) {
      const [path = '', query = ''] = target.split('?', 2)
      const found = assets.get(path)
      if (found === undefined && path !== `${prefix}stream`) {
        return visit.refuse(new ApiError('unknown_method', 'There is nothing at this address.'))
      }
      if (req.method !== 'GET' && req.method !== 'HEAD') {
        const message = `${req.method} is not a verb of ${path}; read it with GET.`
        return visit.refuse(new ApiError('method_not_allowed', message, { allow: ['GET', 'HEAD'] }))
      }
      if (found) return sendAsset(req, res, found)
      follow({ rooms, live }, req, query, visit).catch((failure: unknown) => visit.refuse(failure))
    },
  }
}

async function follow(
  { rooms, live }: { rooms: Rooms; live: Pick<Live, 'open'> },
  req: IncomingMessage,
  query: string,
  visit: RouteVisit,
): Promise<void> {
  const caller = await visit.caller()
  const asked = roomOf(query)
  const viewer = accountOf(caller)
  const room = await rooms.find(asked, viewer)
  if (!room) throw noSuchRoom(asked)
  const holder = streamHolder(caller, visit.clientAddress) ?? { clientAddress: visit.clientAddress }
  const after = req.headers['last-event-id']
  const stream = await live.open({
    channel: channelOf(room),
    holder,
    subjects: subjectsOf(room, viewer?.id),
    isAllowed: async () => (await rooms.find(asked, viewer)) !== undefined,
    after: typeof after === 'string' ? after : undefined,
  })
  if (req.method === 'HEAD') stream.close()
  await visit.sendEvents(stream)
}

function accountOf(caller: Caller) {
  return caller.kind === 'account' ? caller.account : undefined
}

function roomOf(query: string): string {
  const given = new URLSearchParams(query).getAll('room')
  const [room = ''] = given
  if (given.length > 1) throw invalidArgument('room', 'must be given once')
  if (room.trim() === '') throw invalidArgument('room', 'must be the id of a room, as chat.rooms lists them')
  if (room.length > maxIdLength) throw invalidArgument('room', `must have at most ${maxIdLength} characters`)
  return room
}

function sendAsset(req: IncomingMessage, res: ServerResponse, { type, body, etag }: Asset): void {
  const headers = ['Content-Type', type, 'Cache-Control', 'no-cache', 'ETag', etag, 'X-Content-Type-Options', 'nosniff']
  if (req.headers['if-none-match'] === etag) {
    res.writeHead(304, headers).end()
    return
  }
  res.writeHead(200, [...headers, 'Content-Length', String(body.length)])
  res.end(req.method === 'HEAD' ? undefined : body)
}
