import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { families } from '../../app/families.ts'
import { openHttpDoor } from '../../doors/http/http-server.ts'
import { newDataDir } from '../../testing/databases.ts'
import { rawConnection, rawExchange, requestHead } from '../../testing/raw-http.ts'
import { startTestServer, type TestAccount, type TestServer } from '../../testing/server.ts'
import { standIns } from '../../testing/stand-ins.ts'
import { errorHelp } from './error-help.ts'
import {
  ApiError,
  asApiError,
  codeOfServiceStatus,
  type ErrorCode,
  errorBody,
  errorCodes,
  invalidArgument,
  legacyStatusOf,
  serviceStatusOf,
} from './errors.ts'

interface Row {
  code: string
  status: number
  grpc: string
  meaning: string
  advice: string
}

const page = readFileSync(join(import.meta.dirname, '../../../docs/errors.md'), 'utf8')

/** The rows of the table in docs/errors.md, one per code. */
function rows(): Row[] {
  return [...page.matchAll(/^\| `(\w+)` \| (\d{3}) \| `(\w+)` \| ([^|]+) \| ([^|]+) \|$/gm)].map(
    ([, code = '', status, grpc = '', meaning = '', advice = '']) => ({
      code,
      status: Number(status),
      grpc,
      meaning,
      advice,
    }),
  )
}

/** The body that the page shows for a code, if it does. */
function exampleOf(code: string): unknown {
  const examples = [...page.matchAll(/```json\n(.*?)```/gs)].map(
    ([, json = '']) => JSON.parse(json) as { code: string },
  )
  return examples.find((example) => example.code === code)
}

/** Ids are new in every run. */
const withoutIds = (value: unknown) =>
  JSON.parse(JSON.stringify(value).replace(/\b([a-z]+)_[0-9a-hjkmnp-tv-z]{26}\b/g, '$1_…')) as unknown

describe('docs/errors.md and the registry', () => {
  test('have the same codes in the same order, with the same statuses, gRPC codes and sentences', () => {
    expect(rows().map(({ advice, ...row }) => row)).toEqual(
      Object.entries(errorCodes).map(([code, { status, grpc, meaning }]) => ({ code, status, grpc, meaning })),
    )
  })

  test('every row says what to do', () => {
    for (const { code, advice } of rows())
      expect([code, advice]).toEqual([code, expect.stringMatching(/^[A-Z].{20,}\.$/)])
  })

  test('every row begins with the sentence that the server shows', () => {
    for (const { code, advice } of rows()) {
      const sentence = errorHelp(code as ErrorCode)
      expect([code, `${advice} `.startsWith(`${sentence} `)]).toEqual([code, true])
      expect([code, sentence]).toEqual([code, expect.stringMatching(/^[A-Z](?:(?!\. [A-Z]).)+\.$/)])
    }
  })

  test('the page names every code whose status differs in the older form', () => {
    const named = [...page.matchAll(/In\sthis\sformat,\s`(\w+)`\shas\sthe\sstatus\s(\d+)/g)].map(([, code, status]) => [
      code,
      Number(status),
    ])
    const others = (Object.keys(errorCodes) as ErrorCode[])
      .map((code) => new ApiError(code, 'It failed.'))
      .filter((error) => legacyStatusOf(error) !== error.status)
    expect(named).toEqual(others.map((error) => [error.code, legacyStatusOf(error)]))
  })

  test('the page names every code whose status differs in the services of the framework', () => {
    const named = [...page.matchAll(/(\d{3})\sfor\s`(\w+)`/g)].map(([, status, code]) => [code, Number(status)])
    const others = (Object.keys(errorCodes) as ErrorCode[]).filter(
      (code) => serviceStatusOf(code) !== errorCodes[code].status,
    )
    expect(named).toEqual(others.map((code) => [code, serviceStatusOf(code)]))
  })

  test('a status of the services means one code, an unknown one the closest', () => {
    const codes = (Object.keys(errorCodes) as ErrorCode[]).map(serviceStatusOf).map(codeOfServiceStatus)
    for (const code of Object.keys(errorCodes) as ErrorCode[]) {
      const meant = codeOfServiceStatus(serviceStatusOf(code))
      expect([meant, serviceStatusOf(meant)]).toEqual([meant, serviceStatusOf(code)])
      expect(errorCodes[meant].grpc).toBe(errorCodes[code].grpc)
    }
    expect(new Set(codes)).not.toContain('not_configured')
    expect([418, 422, 451, 505, 799].map(codeOfServiceStatus)).toEqual([
      'invalid_argument',
      'idempotency_mismatch',
      'invalid_argument',
      'internal',
      'internal',
    ])
  })

  test('codes are snake_case, statuses those of failures, sentences complete', () => {
    for (const [code, { status, meaning }] of Object.entries(errorCodes)) {
      expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/)
      expect(status).toBeGreaterThanOrEqual(400)
      expect(meaning).toMatch(/^[A-Z].*\.$/)
    }
  })
})

describe('the examples of docs/errors.md', () => {
  let server: TestServer
  let dataDir: string
  let ann: TestAccount
  beforeAll(async () => {
    dataDir = await newDataDir()
    const failing = () => {
      throw new Error('out of order')
    }
    const { social } = standIns({ 'social.list': failing })
    server = await startTestServer({ dataDir, families, handlers: { ...(social && { social }) } })
    ann = await server.account('ann_lee')
  })
  afterAll(async () => {
    await server?.stop()
    await rm(dataDir, { recursive: true, force: true })
  })

  const raw = async (verb: string, path: string, headers: Record<string, string | number> = {}, body = '') =>
    JSON.parse((await rawExchange(server.url, requestHead(verb, path, headers) + body)).body) as unknown

  const post = (headers: Record<string, string | number>) =>
    raw('POST', '/api/v1/notes/add', { Authorization: `Bearer ${ann.token}`, ...headers })

  /** How to cause each code. No method of this server returns the codes that are missing here. */
  const waysThere: Partial<Record<ErrorCode, () => Promise<unknown>>> = {
    invalid_argument: async () => (await ann.fails('notes.add', { title: '', colour: 'red' })).body,
    not_found: async () => (await ann.fails('notes.get', { title: 'Groceries' })).body,
    failed_precondition: async () => {
      for (const content of ['Soup', 'Fish']) await ann.ok('docs.write', { title: 'Menu', content })
      return (await ann.fails('docs.read', { title: 'Menu' })).body
    },
    unauthenticated: async () => (await server.anonymous.fails('notes.list', {})).body,
    permission_denied: async () => {
      const reader = await ann.withToken({ scope: { services: ['notes'] }, actions: false })
      return (await reader.fails('notes.add', { title: 'Groceries', text: 'Oats' })).body
    },
    csrf: async () => {
      const browser = await ann.inBrowser({ withoutCsrf: true })
      return (await browser.fails('notes.add', { title: 'Groceries', text: 'Oats' })).body
    },
    unknown_method: () => raw('GET', '/api/v1/notes/fold'),
    method_not_allowed: () => raw('GET', '/api/v1/notes/add'),
    request_timeout: async () => {
      const address = { host: '127.0.0.1', port: 0 }
      const door = await openHttpDoor(() => {}, address, {
        headersMs: 50,
        requestMs: 50,
        keepAliveMs: 1000,
        checkMs: 10,
      })
      const connection = await rawConnection(`http://127.0.0.1:${door.port}`)
      connection.write('GET / HTTP/1.1\r\n')
      const { body } = await connection.response()
      await door.drain(1000)
      return JSON.parse(body)
    },
    too_large: () => post({ 'Content-Type': 'application/json', 'Content-Length': 50_000_000 }),
    unsupported_media_type: () => post({ 'Content-Type': 'text/plain', 'Content-Length': 0 }),
    idempotency_mismatch: async () => {
      const send = (text: string) =>
        ann.send('notes.add', {
          headers: { 'Idempotency-Key': 'shopping-1', 'Content-Type': 'application/json' },
          body: JSON.stringify({ title: 'Groceries', text }),
        })
      await send('Oats')
      return (await send('Lemons')).body
    },
    rate_limited: async () => {
      const settings = { LIMIT_ANONYMOUS_PER_MINUTE: '1' }
      const strict = await startTestServer({ dataDir: join(dataDir, 'strict'), settings })
      await strict.anonymous.ok('blog.list', {})
      const { body } = await strict.anonymous.fails('blog.list', {})
      await strict.stop()
      return body
    },
    headers_too_large: () => raw('GET', `/api/v1/text/summarise?text=${'x'.repeat(600_000)}`),
    internal: async () => (await server.anonymous.fails('social.list', {})).body,
  }

  test.each(Object.keys(errorCodes) as ErrorCode[])('%s: the example is the body that callers get', async (code) => {
    const shown = exampleOf(code)
    const answered = await waysThere[code]?.()
    expect(shown && withoutIds(shown)).toEqual(answered && withoutIds(answered))
    if (answered) expect(answered).toMatchObject({ code })
  })
})

describe('ApiError', () => {
  test('carries its code, the status of the registry and the fields of its response', () => {
    const cause = new Error('disk full')
    const error = new ApiError('rate_limited', 'Too many requests.', { retryAfterS: 7, cause })
    expect(error).toBeInstanceOf(Error)
    expect(error).toMatchObject({ code: 'rate_limited', status: 429, retryAfterS: 7, cause, name: 'ApiError' })
  })

  test('an unexpected failure becomes internal, and only the log gets its cause', () => {
    for (const failure of [new Error('disk full'), 'disk full', undefined, null, { disk: 'full' }]) {
      const error = asApiError(failure)
      expect([error.code, error.status, error.cause]).toEqual(['internal', 500, failure ?? error.cause])
      expect(JSON.stringify(errorBody(error))).not.toContain('disk')
    }
    const known = new ApiError('conflict', 'Still running.')
    expect(asApiError(known)).toBe(known)
  })

  test('its body has details only if they exist, and never the cause', () => {
    expect(errorBody(new ApiError('conflict', 'Still running.', { cause: new Error('x') }))).toEqual({
      error: 'Still running.',
      code: 'conflict',
    })
    const details = [{ path: 'limit', message: 'must be at most 100' }]
    expect(errorBody(new ApiError('invalid_argument', 'limit must be at most 100.', { details }))).toEqual({
      error: 'limit must be at most 100.',
      code: 'invalid_argument',
      details,
    })
  })

  test('of one argument names it in the sentence and in the details', () => {
    expect(errorBody(invalidArgument('due', 'must be a real day'))).toEqual({
      error: 'due must be a real day.',
      code: 'invalid_argument',
      details: [{ path: 'due', message: 'must be a real day' }],
    })
  })
})
