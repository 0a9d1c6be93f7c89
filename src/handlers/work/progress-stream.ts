import type { IncomingMessage } from 'node:http'
import { ApiError, invalidArgument } from '#runtime/base/errors.ts'
import { assetRoute } from '#runtime/kit/asset-route.ts'
import type { FamilyRoute, FamilyWorld } from '#runtime/kit/family.ts'
import { type RouteVisit, streamHolder } from '#runtime/kit/route-visit.ts'
import type { Writer } from '#runtime/store/types.ts'
import type { WorkDeps } from './index.ts'
import { noSuchWork } from './results.ts'
import * as rows from './rows/work.ts'

const prefix = '/work/'
const path = `${prefix}stream`
/** Characters, as for every id. */
const maxIdLength = 200
const lastEvent = 'ended'

function channelOf(id: string): string {
  return `work:${id}`
}

/** What sends events. */
export interface ProgressDeps {
  readonly live: Pick<FamilyWorld['live'], 'publish'>
}

/**
 * Sends an event to those who follow the work, once the transaction is committed. After the account is deleted, a call of a
 * run may still end, and no event of it may be stored.
 */
export async function publishProgress(
  { live }: ProgressDeps,
  tx: Writer,
  { id, owner }: Pick<rows.WorkRow, 'id' | 'owner'>,
  event: 'started' | 'call' | 'approval' | 'called' | typeof lastEvent,
  data: { readonly run: number; readonly [name: string]: unknown },
): Promise<void> {
  if (await rows.find(tx, { id, owner })) await live.publish(tx, { channel: channelOf(id), event, data, owner })
}

/** `/work/stream`, the progress of a piece of work. */
export function progressRoute(deps: WorkDeps): FamilyRoute {
  return assetRoute({
    ...{ prefix, assets: {}, isStream: true, hasMore: (requested) => requested === path },
    respond: (req, _res, target, visit) => follow(deps, req, target.split('?', 2)[1] ?? '', visit),
  })
}

async function follow(
  { store, live }: WorkDeps,
  req: IncomingMessage,
  query: string,
  visit: RouteVisit,
): Promise<void> {
  const holder = streamHolder(await visit.caller(), visit.clientAddress)
  if (!holder) {
    throw new ApiError(
      'unauthenticated',
      'Streaming the progress of work requires an account. Sign in, or send a token for work as "Authorization: Bearer od_…".',
    )
  }
  const key = { id: idOf(query), owner: holder.accountId }
  if (!(await rows.find(store, key))) throw noSuchWork(key.id)
  const after = req.headers['last-event-id']
  const stream = await live.open({
    channel: channelOf(key.id),
    holder,
    last: { event: lastEvent, isOver: async () => !isOpen(await rows.find(store, key)) },
    after: typeof after === 'string' ? after : undefined,
  })
  if (req.method === 'HEAD') stream.close()
  await visit.sendEvents(stream)
}

function isOpen(row: rows.WorkRow | undefined): boolean {
  return row?.status === 'todo' || row?.status === 'doing'
}

function idOf(query: string): string {
  const given = new URLSearchParams(query).getAll('id')
  const [id = ''] = given
  if (given.length > 1) throw invalidArgument('id', 'must be given once')
  if (id.trim() === '') throw invalidArgument('id', 'must be the id of a piece of work, as returned by work.submit')
  if (id.length > maxIdLength) throw invalidArgument('id', `must have at most ${maxIdLength} characters`)
  return id
}
