import { describe, expect, test } from 'vitest'
import { operations } from '#generated/server/operations.ts'
import { serverForTests } from '../testing/server.ts'
import { exampleArguments, standIns } from '../testing/stand-ins.ts'

const origin = 'https://elsewhere.example'

describe('pages of another origin', () => {
  const server = serverForTests({ handlers: standIns(), settings: { LIMIT_ANONYMOUS_PER_MINUTE: '1' } })
  const preflight = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${server().url}${path}`, {
      method: 'OPTIONS',
      headers: { Origin: origin, 'Access-Control-Request-Method': 'POST', ...headers },
    })

  test('may call any operation, with every header that a call accepts', async () => {
    for (const { path, verb } of operations) {
      const response = await preflight(path.replace(/\{[^}]+\}/g, 'x'), { 'Access-Control-Request-Method': verb })
      const { headers } = response
      expect([path, response.status, await response.text()]).toEqual([path, 204, ''])
      expect(headers.get('Access-Control-Allow-Origin')).toBe('*')
      expect(headers.get('Access-Control-Allow-Methods')?.split(', ')).toContain(verb)
      expect(headers.get('Allow')?.split(', ')).toEqual(expect.arrayContaining([verb, 'OPTIONS']))
      expect(headers.get('Access-Control-Allow-Headers')?.split(', ')).toEqual(
        expect.arrayContaining([
          ...['Authorization', 'Content-Type', 'Idempotency-Key', 'PAYMENT-SIGNATURE', 'X-PAYMENT'],
          'Prefer',
        ]),
      )
      // Only a server with worlds obeys it.
      expect(headers.get('Access-Control-Allow-Headers')).not.toContain('X-Onedoor-World')
      expect(Number(headers.get('Access-Control-Max-Age'))).toBeGreaterThan(600)
      expect(headers.get('X-Request-Id')).toMatch(/./)
      expect(headers.get('Access-Control-Allow-Credentials')).toBeNull()
    }
  })

  test('do not use up anyone’s calls by preflights', async () => {
    for (let ask = 0; ask < 5; ask++) await preflight('/api/v1/prayer/reflection')
    const { status, headers } = await server().anonymous.call('prayer.reflection', {})
    expect([status, headers.get('RateLimit')]).toEqual([200, expect.stringMatching(/r=0/)])
  })

  test('get the usual error for an unknown method, and can read it', async () => {
    const response = await preflight('/api/v1/notes/fold')
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ code: 'unknown_method' })
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*')
  })

  test('can read a response and its headers, whether the call succeeds or fails', async () => {
    const ann = await server().account()
    for (const [args, status] of [
      [exampleArguments('notes.get'), 200],
      [{}, 400],
    ] as const) {
      const query = `?${new URLSearchParams(args as Record<string, string>)}`
      const answer = await ann.send('notes.get', { headers: { Origin: origin } }, query)
      expect(answer.status).toBe(status)
      expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('*')
      expect(answer.headers.get('Access-Control-Allow-Credentials')).toBeNull()
      expect(answer.headers.get('Access-Control-Expose-Headers')?.split(', ')).toEqual(
        expect.arrayContaining([
          'X-Request-Id',
          'RateLimit',
          'RateLimit-Policy',
          'Retry-After',
          'Idempotency-Replayed',
          'X-Credits-Charged',
          'X-Credits-Balance',
          'PAYMENT-REQUIRED',
          'PAYMENT-RESPONSE',
          'X-PAYMENT-RESPONSE',
        ]),
      )
    }
  })

  test('requests from outside a page get no CORS headers', async () => {
    const ann = await server().account()
    const { headers } = await ann.call('notes.list', {})
    expect(headers.get('Access-Control-Allow-Origin')).toBeNull()
  })

  test('cannot use a cookie', async () => {
    const ann = await server().account()
    const browser = await ann.inBrowser()
    const get = (headers: Record<string, string>) => browser.send('notes.list', { headers })
    expect((await get({})).status).toBe(200)
    expect((await get({ Origin: server().url })).status).toBe(200)
    for (const site of ['same-origin', 'none']) expect((await get({ 'Sec-Fetch-Site': site })).status).toBe(200)
    for (const site of ['cross-site', 'same-site']) expect((await get({ 'Sec-Fetch-Site': site })).status).toBe(401)
    for (const from of [origin, 'null', server().url.replace('127.0.0.1', 'localhost')]) {
      expect([from, (await get({ Origin: from })).status]).toEqual([from, 401])
    }
    expect((await ann.send('notes.list', { headers: { Origin: origin, Cookie: browser.cookie } })).status).toBe(200)
  })
})
