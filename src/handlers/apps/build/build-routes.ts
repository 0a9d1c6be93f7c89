import type { IncomingMessage, ServerResponse } from 'node:http'
import { ApiError } from '#runtime/base/errors.ts'
import { type Html, html } from '#runtime/base/html.ts'
import { isId } from '#runtime/base/ids.ts'
import { callerByLink, type RouteVisit, streamHolder } from '#runtime/kit/route-visit.ts'
import type { LiveStream } from '#runtime/live/types.ts'
import { redirect, send } from '../frame/frame-responses.ts'
import type { AppsDeps } from '../index.ts'
import * as rows from '../rows/builds.ts'
import { maxTries } from './build-queue.ts'
import { buildOf, stateText, walletBuildsPath } from './build-results.ts'
import { channelOf, stateEvent, stateOf } from './build-run.ts'

const eventsPath = '/apps/-/builds/'
const newPath = '/apps/new'

type Deps = Pick<AppsDeps, 'store' | 'live' | 'layout' | 'baseUrl' | 'builds'>

/**
 * Serves `/apps/builds/<id>`, the page of a build that was paid for without an account, to anyone who has its address, and
 * `/apps/-/builds/<id>`, the live events of an account's build. The pages of an account's builds are among its settings.
 *
 * @returns whether the path is one of these
 * @throws ApiError
 */
export async function handleBuildRequest(
  req: IncomingMessage,
  res: ServerResponse,
  path: string,
  visit: RouteVisit,
  deps: Deps,
): Promise<boolean> {
  if (path === newPath) redirect(res, '/settings/apps/new')
  else if (path.startsWith(eventsPath)) await sendEvents(deps, req, path.slice(eventsPath.length), visit)
  else if (path.startsWith(walletBuildsPath)) {
    const [id = '', part, ...more] = path.slice(walletBuildsPath.length).split('/')
    if (!isId('build', id) || more.length > 0 || (part !== undefined && part !== 'again')) throw missing()
    if (part === 'again') await retry(deps, req, res, id)
    else await show(deps, req, res, id, visit)
  } else return false
  return true
}

async function retry({ builds }: Deps, req: IncomingMessage, res: ServerResponse, id: string): Promise<void> {
  if (req.method !== 'POST') {
    throw new ApiError('method_not_allowed', 'To retry a build, use POST.', { allow: ['POST'] })
  }
  await builds.again(id)
  redirect(res, `${walletBuildsPath}${id}`)
}

async function show(
  { store, layout, baseUrl }: Deps,
  req: IncomingMessage,
  res: ServerResponse,
  id: string,
  visit: RouteVisit,
): Promise<void> {
  requireGet(req)
  const row = await store.get<rows.BuildRow>(rows.ofWallet({ id }))
  if (!row) {
    const caller = await callerByLink(req, visit)
    const owner = caller.kind === 'account' ? caller.account.id : ''
    if (!(await store.get(rows.owned({ id, owner })))) throw missing()
    return redirect(res, `/settings/apps/builds/${id}`)
  }
  if (/\bapplication\/json\b/.test(req.headers.accept ?? '')) {
    const body = JSON.stringify({ result: buildOf(row, baseUrl) })
    return send(res, 'application/json; charset=utf-8', body, headers)
  }
  const description = 'An app that is being built from a description.'
  const page = layout({ title: 'App build - Onedoor', description, main: markup(row) })
  send(res, 'text/html; charset=utf-8', page, headers)
}

/** The address alone grants access: the default referrer policy keeps it private. */
const headers = {
  'X-Robots-Tag': 'noindex',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; img-src 'self' data:; script-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
}

function markup(row: rows.BuildRow): Html {
  const { id, state, error, prompt, slug, name, tries } = row
  const isOver = state === 'complete' || state === 'failed'
  return html`<h1>App build</h1>
<p role="status">${stateText(row)}</p>
${
  !isOver &&
  html`<p><a href="${walletBuildsPath}${id}">Look again</a></p>
<p class="note">You can leave this page. The build continues. Save the address of this page, which is the only way back to the build.</p>\n`
}${state === 'complete' && html`<p><a href="/apps/${slug}">Open ${name}</a>. Save the address of the app. Anyone who has the address can open the app. It is stored for a year.</p>\n`}${
  state === 'failed' &&
  html`<p>${error}</p>
${
  tries < maxTries
    ? html`<form class="search" method="post" action="${walletBuildsPath}${id}/again"><button>Try again</button></form>
<p class="note">Trying again costs nothing, because this build is already paid for.</p>\n`
    : html`<p>The build was tried ${maxTries} times, which is the limit.</p>\n`
}`
}<h2>Description</h2>
<p class="typed">${prompt}</p>
`
}

async function sendEvents({ store, live }: Deps, req: IncomingMessage, id: string, visit: RouteVisit): Promise<void> {
  requireGet(req)
  const holder = streamHolder(await visit.caller(), visit.clientAddress)
  if (!holder || !(await store.get(rows.owned({ id, owner: holder.accountId })))) throw missing()
  const after = req.headers['last-event-id']
  const stream = await live.open({
    channel: channelOf(id),
    holder,
    after: typeof after === 'string' ? after : undefined,
  })
  if (req.method === 'HEAD') stream.close()
  const current = () => store.get<rows.BuildRow>(rows.owned({ id, owner: holder.accountId }))
  await visit.sendEvents(beginningWith(stream, current))
}

/**
 * The stream with the current state of the build at its beginning, as the page may have been loaded before. The state is read
 * once the stream is open, so that no change is missed.
 */
function beginningWith(stream: LiveStream, current: () => Promise<rows.BuildRow | undefined>): LiveStream {
  return {
    get end() {
      return stream.end
    },
    retryMs: stream.retryMs,
    close: () => stream.close(),
    async *[Symbol.asyncIterator]() {
      let hasBegun = false
      for await (const item of stream) {
        yield item
        if (hasBegun || item === 'beat') continue
        hasBegun = true
        const row = await current()
        if (row) yield { id: item.id, event: stateEvent, data: JSON.stringify(stateOf(row)) }
      }
    },
  }
}

function requireGet({ method }: IncomingMessage): void {
  if (method === 'GET' || method === 'HEAD') return
  throw new ApiError('method_not_allowed', 'To read a build, use GET.', { allow: ['GET', 'HEAD'] })
}

/** The same for a build that does not exist and for someone else's. */
function missing(): ApiError {
  return new ApiError('not_found', 'The build at this address does not exist, or you cannot see it.')
}
