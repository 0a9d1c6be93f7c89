import { afterEach, describe, expect, test } from 'vitest'
import { forEachDatabase } from '../../testing/databases.ts'
import { forOneServer } from '../../testing/server.ts'
import { type ServerProcess, startServerProcess } from '../../testing/server-process.ts'
import { exampleArguments, standIns } from '../../testing/stand-ins.ts'
import { slackOf } from './limiter.ts'

const fieldOf = (headers: Headers) => [headers.get('RateLimit-Policy'), headers.get('RateLimit')]

describe('calls over HTTP', () => {
  // Counts in the database are tested on both databases below, and in limits.test.ts and shared-counts.test.ts.
  forOneServer(
    (server) => {
      test('of an anonymous caller are counted by address, and rejected with the time to wait', async () => {
        const { anonymous, clock } = server()
        const call = () => anonymous.call('prayer.reflection', {})
        const first = await call()
        expect([first.status, ...fieldOf(first.headers)]).toEqual([200, '"anonymous";q=3;w=60', '"anonymous";r=2;t=63'])
        expect(first.headers.get('Retry-After')).toBeNull()
        await call()
        await call()
        const refused = await call()
        expect([refused.status, refused.body]).toEqual([
          429,
          {
            code: 'rate_limited',
            error:
              'The limit of 3 requests per minute for each address without an account was reached. Try again in 63 seconds.',
          },
        ])
        expect(refused.headers.get('RateLimit')).toBe('"anonymous";r=0;t=63')
        expect(refused.headers.get('Retry-After')).toBe('63')
        clock.advance(62_000)
        expect((await call()).status).toBe(429)
        clock.advance(3000)
        expect((await call()).status).toBe(200)
      })

      test('of an account are counted by account, for all its tokens and addresses', async () => {
        const ann = await server().account()
        const other = await ann.withToken({ scope: { services: ['notes'] }, actions: true })
        const bob = await server().account()
        for (let call = 0; call < 4; call++) await (call % 2 ? ann : other).ok('notes.list', {})
        const refused = await other.fails('notes.list', {})
        expect([refused.status, ...fieldOf(refused.headers)]).toEqual([429, '"account";q=4;w=60', '"account";r=0;t=63'])
        expect((await ann.fails('notes.list', {})).status).toBe(429)
        await bob.ok('notes.list', {})
        server().clock.advance(65_000)
        await ann.ok('notes.list', {})
      })

      test('that publish something have a separate limit, which private calls do not count against', async () => {
        const ann = await server().account()
        const write = (publish: boolean) => ann.call('docs.write', { title: 'Plan', content: 'Beans', public: publish })
        const first = await write(true)
        expect([first.status, first.headers.get('RateLimit-Policy')]).toEqual([
          200,
          '"account";q=4;w=60, "public-writes";q=2;w=3600',
        ])
        expect(first.headers.get('RateLimit')).toMatch(/^"account";r=3;t=63, "public-writes";r=1;t=3[67]\d\d$/)
        expect((await ann.call('blog.create', exampleArguments('blog.create'))).status).toBe(200)
        const refused = await write(true)
        expect([refused.status, (refused.body as { code: string }).code]).toEqual([429, 'rate_limited'])
        expect(refused.headers.get('RateLimit')).toMatch(/^"account";r=1;t=63, "public-writes";r=0;t=3[67]\d\d$/)
        expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(3600)
        const hidden = await write(false)
        expect([hidden.status, hidden.headers.get('RateLimit-Policy')]).toEqual([200, '"account";q=4;w=60'])
      })

      test('with invalid arguments are counted like others, and over the limit their arguments are not checked', async () => {
        const ann = await server().account()
        for (let left = 3; left >= 0; left--) {
          const wrong = await ann.fails('notes.get', {})
          expect([wrong.status, wrong.headers.get('RateLimit')]).toEqual([400, `"account";r=${left};t=63`])
        }
        for (const args of [{}, { title: 'Groceries' }]) expect((await ann.fails('notes.get', args)).status).toBe(429)
        const { anonymous } = server()
        const wrong = { headers: { 'X-Forwarded-For': '198.51.100.7' } }
        for (let call = 0; call < 3; call++) {
          expect((await anonymous.send('prayer.reflection', wrong, '?colour=red')).status).toBe(400)
        }
        expect((await anonymous.send('prayer.reflection', wrong, '?colour=red')).status).toBe(429)
      })

      test('with an invalid credential are counted by address, and those with a valid one still work', async () => {
        const ann = await server().account()
        const bad = (address: string) =>
          server().sending({ Authorization: 'Bearer od_no', 'X-Forwarded-For': address }).call('notes.list', {})
        for (let left = 2; left >= 0; left--) {
          const refused = await bad('198.51.100.8')
          expect([refused.status, refused.headers.get('RateLimit')]).toEqual([401, `"anonymous";r=${left};t=63`])
        }
        const refused = await bad('198.51.100.8')
        expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '63'])
        expect((await bad('198.51.100.9')).status).toBe(401)
        const good = await ann.send('notes.list', { headers: { 'X-Forwarded-For': '198.51.100.8' } })
        expect(good.status).toBe(200)
      })

      test('without a required credential are not counted: they cost nothing', async () => {
        for (let call = 0; call < 10; call++) {
          const refused = await server().anonymous.send('notes.list', {
            headers: { 'X-Forwarded-For': '198.51.100.10' },
          })
          expect([refused.status, refused.headers.get('RateLimit')]).toEqual([401, null])
        }
      })

      test('are counted by the address from a trusted proxy, not by one from the client', async () => {
        const { anonymous } = server()
        const from = (address: string) =>
          anonymous.send('prayer.reflection', { headers: { 'X-Forwarded-For': `203.0.113.77, ${address}` } })
        for (let call = 0; call < 3; call++) expect((await from('198.51.100.1')).status).toBe(200)
        expect((await from('198.51.100.1')).status).toBe(429)
        expect((await from('198.51.100.2')).status).toBe(200)
        for (let call = 0; call < 3; call++) expect((await from(`2001:db8::${call}`)).status).toBe(200)
        expect((await from('2001:db8::ffff')).status).toBe(429)
      })
    },
    {
      now: '2026-11-21T09:30:00Z',
      handlers: standIns(),
      settings: {
        LIMIT_ANONYMOUS_PER_MINUTE: '3',
        LIMIT_ACCOUNT_PER_MINUTE: '4',
        LIMIT_PUBLIC_WRITES_PER_HOUR: '2',
        TRUSTED_PROXIES: '127.0.0.1',
      },
    },
  )
})

describe('two server processes', () => {
  const running: ServerProcess[] = []
  afterEach(async () => {
    for (const server of running.splice(0)) await server.kill()
  })

  forEachDatabase((_dialect, _openTestStore, newDatabase) => {
    test('share the limit of an address to within the slack of one of them', async () => {
      const settings = await newDatabase()
      const environment = { LIMIT_ANONYMOUS_PER_MINUTE: '50', ONEDOOR_CLOCK: '2026-11-21T09:30:00Z' }
      running.push(await startServerProcess(settings, { settings: environment }))
      running.push(await startServerProcess(settings, { settings: environment }))
      const statuses: number[] = []
      for (let round = 0; round < 15; round++) {
        const answers = await Promise.all(
          [0, 1, 2, 3, 4, 5, 6, 7].map((each) => fetch(`${running[each % 2]?.url}/api/v1/prayer/reflection`)),
        )
        for (const answer of answers) {
          statuses.push(answer.status)
          await answer.arrayBuffer()
        }
      }
      const allowed = statuses.filter((status) => status === 200).length
      expect(statuses.filter((status) => status === 429).length).toBe(statuses.length - allowed)
      expect(allowed).toBeGreaterThanOrEqual(50)
      expect(allowed).toBeLessThanOrEqual(50 + slackOf(50))
    })
  })
})
