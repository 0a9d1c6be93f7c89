import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { ApiError, invalidArgument } from '#runtime/base/errors.ts'
import type { FamilyRoute } from '#runtime/kit/family.ts'
import { type RouteVisit, streamHolder } from '#runtime/kit/route-visit.ts'
import { channelOf, subjectsOf } from './find-room.ts'
import type { ChatDeps } from './index.ts'
import { noSuchRoom } from './results.ts'

const prefix = '/chat/'
/** Characters, as for every id. */
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

/** `/chat/stream`, the messages of a room as they are posted; and the script and style of the page. */
export function chatRoute(deps: ChatDeps): FamilyRoute {
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
        return visit.refuse(new ApiError('unknown_method', 'Nothing is at this address.'))
      }
      if (req.method !== 'GET' && req.method !== 'HEAD') {
        const message = `${path} does not support ${req.method}. Use GET.`
        return visit.refuse(new ApiError('method_not_allowed', message, { allow: ['GET', 'HEAD'] }))
      }
      if (found) return sendAsset(req, res, found)
      follow(deps, req, query, visit).catch((failure: unknown) => visit.refuse(failure))
    },
  }
}

async function follow(
  { rooms, live }: ChatDeps,
  req: IncomingMessage,
  query: string,
  visit: RouteVisit,
): Promise<void> {
  const caller = await visit.caller()
  const id = roomOf(query)
  const viewer = caller.kind === 'account' ? caller.account : undefined
  const room = await rooms.find(id, viewer)
  if (!room) throw noSuchRoom(id)
  const after = req.headers['last-event-id']
  const stream = await live.open({
    channel: channelOf(room),
    holder: streamHolder(caller, visit.clientAddress) ?? { clientAddress: visit.clientAddress },
    subjects: subjectsOf(room, viewer?.id),
    isAllowed: async () => (await rooms.find(id, viewer)) !== undefined,
    after: typeof after === 'string' ? after : undefined,
  })
  if (req.method === 'HEAD') stream.close()
  await visit.sendEvents(stream)
}

function roomOf(query: string): string {
  const given = new URLSearchParams(query).getAll('room')
  const [room = ''] = given
  if (given.length > 1) throw invalidArgument('room', 'must be given once')
  if (room.trim() === '') throw invalidArgument('room', 'must be the id of a room, as returned by chat.rooms')
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
