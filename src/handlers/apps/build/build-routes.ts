import type { IncomingMessage, ServerResponse } from 'node:http'
import { ApiError } from '#runtime/base/errors.ts'
import { type Html, html } from '#runtime/base/html.ts'
import { isId } from '#runtime/base/ids.ts'
import type { FamilyWorld } from '#runtime/kit/family.ts'
import { callerByLink, type RouteVisit, streamHolder } from '#runtime/kit/route-visit.ts'
import type { LiveStream } from '#runtime/live/types.ts'
import * as builds from '../rows/builds.ts'
import { type BuildQueue, maxTries } from './build-queue.ts'
import { buildOf, walletBuildsPath } from './build-results.ts'
import { channelOf, stateEvent, stateOf } from './build-run.ts'
import { stateText } from './state-text.ts'

/** The addresses of builds beside their methods. */
export interface BuildDoor {
  /** @returns whether the address was one of its own. @throws ApiError */
  handle(req: IncomingMessage, res: ServerResponse, path: string, visit: RouteVisit): Promise<boolean>
}

const eventsPath = '/apps/-/builds/'
const newPath = '/apps/new'

type World = Pick<FamilyWorld, 'store' | 'live' | 'layout' | 'baseUrl'>

/**
 * `/apps/builds/<id>`: the page of a build that was paid for without an account, for whoever has its address; those of accounts are
 * among their settings. `/apps/-/builds/<id>` tells what becomes of a build as it happens.
 */
export function createBuildDoor(world: World, queue: BuildQueue): BuildDoor {
  return {
    async handle(req, res, path, visit) {
      if (path === newPath) {
        redirect(res, '/settings/apps/new')
        return true
      }
      if (path.startsWith(eventsPath)) {
        await follow(world, req, path.slice(eventsPath.length), visit)
        return true
      }
      if (!path.startsWith(walletBuildsPath)) return false
      const [id = '', part, ...more] = path.slice(walletBuildsPath.length).split('/')
      if (!isId('build', id) || more.length > 0 || (part !== undefined && part !== 'again')) throw missing()
      if (part === 'again') await tryAgain(req, res, id, queue)
      else await show(world, req, res, id, visit)
      return true
    },
  }
}

async function tryAgain(req: IncomingMessage, res: ServerResponse, id: string, queue: BuildQueue): Promise<void> {
  if (req.method !== 'POST') {
    throw new ApiError('method_not_allowed', 'A build is tried again with POST.', { allow: ['POST'] })
  }
  await queue.again(id)
  redirect(res, `${walletBuildsPath}${id}`)
}

async function show(
  { store, layout, baseUrl }: World,
  req: IncomingMessage,
  res: ServerResponse,
  id: string,
  visit: RouteVisit,
): Promise<void> {
  if (req.method !== 'GET' && req.method !== 'HEAD') {
    throw new ApiError('method_not_allowed', 'Builds are read with GET.', { allow: ['GET', 'HEAD'] })
  }
  const row = await store.get<builds.BuildRow>(builds.ofWallet({ id }))
  if (!row) {
    const caller = await callerByLink(req, visit)
    const owner = caller.kind === 'account' ? caller.account.id : ''
    if (!(await store.get(builds.owned({ id, owner })))) throw missing()
    return redirect(res, `/settings/apps/builds/${id}`)
  }
  if (/\bapplication\/json\b/.test(req.headers.accept ?? '')) {
    return send(req, res, 'application/json; charset=utf-8', JSON.stringify({ result: buildOf(row, baseUrl) }))
  }
  const description = 'An app that is being built from a description.'
  const page = layout({ title: 'App build - Onedoor', description, main: markup(row) })
  send(req, res, 'text/html; charset=utf-8', page)
}

function markup(row: builds.BuildRow): Html {
  const { id, state, error, prompt, slug, name, tries } = row
  const isOver = state === 'complete' || state === 'failed'
  return html`<h1>App build</h1>
<p role="status">${stateText(row)}</p>
${
  !isOver &&
  html`<p><a href="${walletBuildsPath}${id}">Look again</a></p>
<p class="note">You can leave this page: the build goes on. Keep its address, which is the only way back to it.</p>\n`
}${state === 'complete' && html`<p><a href="/apps/${slug}">Open ${name}</a>. Keep its address: whoever has it may open the app, and it is kept for a year.</p>\n`}${
  state === 'failed' &&
  html`<p>${error}</p>
${
  tries < maxTries
    ? html`<form class="search" method="post" action="${walletBuildsPath}${id}/again"><button>Try again</button></form>
<p class="note">It costs nothing: the payment is for this build.</p>\n`
    : html`<p>It was tried ${maxTries} times, which is the limit.</p>\n`
}`
}<h2>Description</h2>
<p class="typed">${prompt}</p>
`
}

async function follow({ store, live }: World, req: IncomingMessage, id: string, visit: RouteVisit): Promise<void> {
  if (req.method !== 'GET' && req.method !== 'HEAD') {
    throw new ApiError('method_not_allowed', 'Events are read with GET.', { allow: ['GET', 'HEAD'] })
  }
  const caller = await visit.caller()
  const holder = streamHolder(caller, visit.clientAddress)
  const row = await store.get(builds.owned({ id, owner: holder?.accountId ?? '' }))
  if (!holder || !row) throw missing()
  const after = req.headers['last-event-id']
  const stream = await live.open({
    channel: channelOf(id),
    holder,
    after: typeof after === 'string' ? after : undefined,
  })
  if (req.method === 'HEAD') stream.close()
  const present = () => store.get<builds.BuildRow>(builds.owned({ id, owner: holder.accountId }))
  await visit.sendEvents(beginningWith(stream, present))
}

/**
 * The stream with the state of the build right after its beginning, which the page may have been loaded before. It is read once
 * the stream is open, so that no change falls between the two.
 */
function beginningWith(stream: LiveStream, present: () => Promise<builds.BuildRow | undefined>): LiveStream {
  return {
    get end() {
      return stream.end
    },
    retryMs: stream.retryMs,
    close: () => stream.close(),
    async *[Symbol.asyncIterator]() {
      let isBegun = false
      for await (const item of stream) {
        yield item
        if (isBegun || item === 'beat') continue
        isBegun = true
        const row = await present()
        if (row) yield { id: item.id, event: stateEvent, data: JSON.stringify(stateOf(row)) }
      }
    },
  }
}

function send(req: IncomingMessage, res: ServerResponse, type: string, body: string): void {
  res.writeHead(200, {
    'Content-Type': type,
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'private, no-store',
    'X-Content-Type-Options': 'nosniff',
    'X-Robots-Tag': 'noindex',
    // The address is what lets somebody read it.
    'Referrer-Policy': 'no-referrer',
    'Content-Security-Policy':
      "default-src 'none'; style-src 'self'; img-src 'self' data:; script-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  })
  res.end(req.method === 'HEAD' ? undefined : body)
}

function redirect(res: ServerResponse, to: string): void {
  res.writeHead(303, { Location: to, 'Content-Length': 0, 'Cache-Control': 'no-store' })
  res.end()
}

/** The same for a build that does not exist and for somebody else's. */
function missing(): ApiError {
  return new ApiError('not_found', 'There is no build at this address that you may see.')
}
