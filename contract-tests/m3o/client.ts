import { deepStrictEqual, match, ok, strictEqual } from 'node:assert'
import { createRequire } from 'node:module'
import type { Report } from '../report.ts'
import { type RealServer, startRealServer } from '../server.ts'

type Method = (request: Record<string, unknown>) => Promise<unknown>

/** The part of the npm client `m3o` that calls the URL service. */
interface UrlService {
  /** The address it calls; ends in a slash. */
  readonly client: { readonly options: { address: string } }
  create: Method
  delete: Method
  list: Method
  resolve: Method
  shorten: Method
  update: Method
}

/** A link as returned by the client, matching its own types. */
interface Pair {
  readonly id: string
  readonly shortURL: string
  readonly destinationURL: string
  readonly created: string
  readonly hitCount: string
}

interface Failure {
  readonly id: string
  readonly code: number
  readonly detail: string
  readonly status: string
}

const winter = 'https://ferries.example/timetable?season=winter'
const summer = 'https://ferries.example/timetable?season=summer'
const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

/** Runs every short-link call of the published client, which knows nothing about this server. */
export async function checkM3oClient(report: Report): Promise<void> {
  const server = await startRealServer()
  try {
    const url = urlServiceAt(server, server.credentials.services)
    for (const [name, check] of Object.entries(checks)) await report.check(`m3o ${name}`, () => check(url, server))
  } finally {
    await server.stop()
  }
}

function urlServiceAt({ baseUrl }: RealServer, token: string): UrlService {
  const m3o = createRequire(import.meta.url)('m3o') as { default(token: string): { url: UrlService } }
  const { url } = m3o.default(token)
  url.client.options.address = `${baseUrl}/`
  return url
}

const checks: Record<string, (url: UrlService, server: RealServer) => Promise<void>> = {
  async 'creates a link with a chosen id'(url, { baseUrl }) {
    const answer = (await url.create({ destinationURL: winter, id: 'winter-ferry' })) as { url: Pair }
    const { created, ...link } = answer.url
    const shortURL = `${baseUrl}/u/winter-ferry`
    deepStrictEqual(link, { id: 'winter-ferry', shortURL, destinationURL: winter, hitCount: '0' })
    match(created, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{9}Z$/)
  },
  async 'shortens an address, and resolves the short one'(url) {
    const { shortURL } = (await url.shorten({ destinationURL: winter })) as { shortURL: string }
    deepStrictEqual(await url.resolve({ shortURL }), { destinationURL: winter })
    deepStrictEqual(await url.delete({ shortURL }), {})
  },
  async 'lists followed links with their counts'(url, { baseUrl }) {
    const shortURL = `${baseUrl}/u/winter-ferry`
    const visit = await fetch(shortURL, { redirect: 'manual', headers: { 'User-Agent': browser } })
    deepStrictEqual([visit.status, visit.headers.get('location')], [302, winter])
    for (const request of [{}, { shortURL }]) {
      const { urlPairs } = (await url.list(request)) as { urlPairs: Pair[] }
      deepStrictEqual(
        urlPairs.map((pair) => [pair.shortURL, pair.destinationURL, pair.hitCount]),
        [[shortURL, winter, '1']],
      )
    }
  },
  async 'updates a link'(url) {
    deepStrictEqual(await url.update({ id: 'winter-ferry', destinationURL: summer }), {})
    deepStrictEqual(await url.resolve({ id: 'winter-ferry' }), { destinationURL: summer })
  },
  async 'parses errors'(url, server) {
    await fails(url.create({ destinationURL: winter, id: 'winter-ferry' }), 409, 'Conflict', /already exists/)
    await fails(url.create({ destinationURL: 'javascript:alert(1)' }), 400, 'Bad Request', /http/)
    await fails(url.resolve({ id: 'no-such-link' }), 404, 'Not Found', /no-such-link/)
    await fails(url.update({ id: 'no-such-link', destinationURL: winter }), 404, 'Not Found', /no-such-link/)
    await fails(url.delete({}), 400, 'Bad Request', /id or shortURL is required/)
    const stranger = urlServiceAt(server, 'od_nobody')
    await fails(stranger.list({}), 401, 'Unauthorized', /token/)
  },
  async 'deletes a link'(url) {
    deepStrictEqual(await url.delete({ id: 'winter-ferry' }), {})
    await fails(url.resolve({ id: 'winter-ferry' }), 410, 'Gone', /was deleted/)
    deepStrictEqual(await url.list({}), { urlPairs: [] })
  },
}

/** The client rejects with the body of the error, parsed. */
async function fails(call: Promise<unknown>, code: number, status: string, detail: RegExp): Promise<void> {
  const failure = await call.then(
    () => undefined,
    (reason: unknown) => reason as Failure,
  )
  ok(failure, 'the call succeeded')
  deepStrictEqual(Object.keys(failure).sort(), ['code', 'detail', 'id', 'status'])
  deepStrictEqual([failure.code, failure.status], [code, status])
  match(failure.detail, detail)
  strictEqual(failure.id.startsWith('url.'), true)
}
