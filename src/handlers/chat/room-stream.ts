import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { invalidArgument } from '#runtime/base/errors.ts'
import { assetRoute } from '#runtime/kit/asset-route.ts'
import type { FamilyRoute } from '#runtime/kit/family.ts'
import { type RouteVisit, streamHolder } from '#runtime/kit/route-visit.ts'
import { channelOf, subjectsOf } from './find-room.ts'
import type { ChatDeps } from './index.ts'
import { noSuchRoom } from './results.ts'

const prefix = '/chat/'
/** Characters, as for every id. */
const maxIdLength = 200

/** `/chat/stream`, the messages of a room as they are posted; and the script and style of the page. */
export function chatRoute(deps: ChatDeps): FamilyRoute {
  const pages = join(import.meta.dirname, 'pages')
  return assetRoute({
    prefix,
    assets: { [`${prefix}page.js`]: join(pages, 'page.js'), [`${prefix}page.css`]: join(pages, 'page.css') },
    hasMore: (path) => path === `${prefix}stream`,
    isStream: true,
    respond: (req, _res, target, visit) => follow(deps, req, target.split('?', 2)[1] ?? '', visit),
  })
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
