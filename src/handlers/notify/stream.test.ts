import { connect } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { EventReader } from '#testing/event-reader.ts'
import { forEachServer, type TestServer } from '#testing/server.ts'
import { pushServiceForTests } from './fixtures/push-service.ts'

const wait = { timeout: 10_000, interval: 10 }
const push = pushServiceForTests()

const titlesOf = (reader: EventReader) => reader.all('notification', 'title')

const settings = {
  get PUSH_BASE_URL() {
    return push().url
  },
  FETCH_ALLOWED_RANGES: '127.0.0.1',
}

async function withDevice(server: TestServer) {
  push().nowS = () => Math.floor(server.clock.now() / 1000)
  const account = await server.account()
  const { endpoint, keys } = push().subscribe()
  const row = { owner: account.id, label: 'x', endpoint, ...keys, created_at: 1, updated_at: 1 }
  await server.store.run(
    server.store.sql('notify_devices').insert({ id: `device_${account.id}`, endpoint_sha256: endpoint, ...row }),
  )
  const bearer = { Authorization: `Bearer ${account.token}` }
  const send = (title: string) => account.ok('notify.send', { title })
  return { account, bearer, send }
}

forEachServer(
  (server) => {
    describe('GET /notify/stream', () => {
      test('sends the notifications of the caller as they are sent, and of nobody else', async () => {
        const [ann, ben] = [await withDevice(server()), await withDevice(server())]
        const [byToken, other] = [
          await EventReader.open(`${server().url}/notify/stream`, ann.bearer),
          await EventReader.open(`${server().url}/notify/stream`, ben.bearer),
        ]
        const { cookie } = await ann.account.inBrowser()
        const bySession = await EventReader.open(`${server().url}/notify/stream`, { Cookie: cookie })
        await ann.account.ok('notify.send', { title: 'One', body: 'b', url: '/settings' })
        await ann.send('Two')
        await ben.send('Other')
        for (const reader of [byToken, bySession])
          await expect.poll(() => titlesOf(reader), wait).toEqual(['One', 'Two'])
        await expect.poll(() => titlesOf(other), wait).toEqual(['Other'])
        expect(byToken.events[1]?.data).toEqual({ title: 'One', body: 'b', url: '/settings' })
      })

      test('is passed on by proxies as it comes, and never kept', async () => {
        const { bearer } = await withDevice(server())
        const { response } = await EventReader.open(`${server().url}/notify/stream`, {
          ...bearer,
          'X-Request-Id': 'mine',
          Origin: 'https://a.example',
        })
        expect(Object.fromEntries(response.headers)).toMatchObject({
          'content-type': 'text/event-stream; charset=utf-8',
          'cache-control': 'no-store, no-transform',
          'x-accel-buffering': 'no',
          'x-content-type-options': 'nosniff',
          'x-request-id': 'mine',
          'access-control-allow-origin': '*',
        })
        expect(response.headers.has('content-length')).toBe(false)
      })

      test('continues after Last-Event-ID, and starts again if that is no longer stored', async () => {
        const { bearer, send } = await withDevice(server())
        const first = await EventReader.open(`${server().url}/notify/stream`, bearer)
        await expect.poll(() => first.kinds, wait).toEqual(['open'])
        await send('Missed')
        const second = await EventReader.open(`${server().url}/notify/stream`, {
          ...bearer,
          'Last-Event-ID': first.events[0]?.id ?? '',
        })
        await expect.poll(() => titlesOf(second), wait).toEqual(['Missed'])
        server().clock.advance(2 * 3_600_000)
        const third = await EventReader.open(`${server().url}/notify/stream`, {
          ...bearer,
          'Last-Event-ID': second.events[1]?.id ?? '',
        })
        await expect.poll(() => third.kinds, wait).toEqual(['reset'])
      })

      test('ends when the token is revoked', async () => {
        const { account, bearer } = await withDevice(server())
        const reader = await EventReader.open(`${server().url}/notify/stream`, bearer)
        await expect.poll(() => reader.kinds, wait).toEqual(['open'])
        const { store } = server()
        // By another process, without a notice to others.
        await store.run(store.sql('tokens').where({ account_id: account.id }).update({ revoked_at: 1 }))
        await expect.poll(() => reader.isOver, wait).toBe(true)
        expect(reader.events.at(-1)).toEqual({ event: 'end', data: { reason: 'lost' } })
      })

      test('ends when the browser signs out, and only that one', async () => {
        const { account } = await withDevice(server())
        const [here, there] = [await account.inBrowser(), await account.inBrowser()]
        const [ending, staying] = [
          await EventReader.open(`${server().url}/notify/stream`, { Cookie: here.cookie }),
          await EventReader.open(`${server().url}/notify/stream`, { Cookie: there.cookie }),
        ]
        await fetch(`${server().url}/signout`, {
          method: 'POST',
          headers: { Cookie: here.cookie },
          body: new URLSearchParams({ csrf_token: here.csrfToken }),
          redirect: 'manual',
        })
        await expect.poll(() => ending.isOver, wait).toBe(true)
        expect(staying.isOver).toBe(false)
      })

      test('needs an account whose token covers notify, and a page of this server for a cookie', async () => {
        const { account } = await withDevice(server())
        const ask = async (headers: Record<string, string>) => {
          const response = await fetch(`${server().url}/notify/stream`, { headers })
          const { code } = (await response.json()) as { code: string }
          return [response.status, code, response.headers.get('www-authenticate') !== null]
        }
        expect(await ask({})).toEqual([401, 'unauthenticated', true])
        expect(await ask({ Authorization: 'Bearer od_wrong' })).toEqual([401, 'unauthenticated', true])
        const { token = '' } = await account.withToken({ scope: { services: ['notes'] } })
        expect(await ask({ Authorization: `Bearer ${token}` })).toEqual([403, 'permission_denied', true])
        const { cookie } = await account.inBrowser()
        expect(await ask({ Cookie: cookie, 'Sec-Fetch-Site': 'cross-site' })).toEqual([401, 'unauthenticated', true])
        const reading = await account.withToken({ scope: { services: ['notify'] } })
        const reader = await EventReader.open(`${server().url}/notify/stream`, {
          Authorization: `Bearer ${reading.token}`,
        })
        expect(reader.response.status).toBe(200)
      })

      test('refuses the 21st stream of an account, and takes one again when another ends', async () => {
        const { bearer } = await withDevice(server())
        const leaving = new AbortController()
        const open = (signal?: AbortSignal) =>
          fetch(`${server().url}/notify/stream`, { headers: bearer, signal: signal ?? null })
        await open(leaving.signal)
        for (let i = 1; i < 20; i++) await EventReader.open(`${server().url}/notify/stream`, bearer)
        const refused = await open()
        expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10'])
        expect(await refused.json()).toMatchObject({
          code: 'rate_limited',
          error: expect.stringContaining('20 open streams'),
        })
        leaving.abort()
        const again = async () => (await EventReader.open(`${server().url}/notify/stream`, bearer)).response.status
        await expect.poll(again, wait).toBe(200)
      })

      test('refuses other verbs and addresses beside it', async () => {
        const ask = async (path: string, method = 'GET') => {
          const response = await fetch(`${server().url}/notify/${path}`, { method })
          await response.body?.cancel()
          return [response.status, response.headers.get('allow')]
        }
        expect(await ask('stream', 'POST')).toEqual([405, 'GET, HEAD'])
        expect(await ask('worker.js', 'DELETE')).toEqual([405, 'GET, HEAD'])
        expect(await ask('nothing')).toEqual([404, null])
        expect(await ask('worker.js')).toEqual([200, null])
        expect(await ask('page.js', 'HEAD')).toEqual([200, null])
      })

      test('drops a client that reads nothing, and holds no more than what it may', async () => {
        const { account, bearer, send } = await withDevice(server())
        const { hostname, port } = new URL(server().url)
        const socket = connect(Number(port), hostname)
        onTestFinished(() => void socket.destroy())
        const closed = new Promise((resolve) => socket.once('close', resolve))
        socket.on('error', () => {})
        socket.write(`GET /notify/stream HTTP/1.1\r\nHost: x\r\nAuthorization: ${bearer.Authorization}\r\n\r\n`)
        await new Promise((resolve) => socket.once('data', resolve))
        socket.pause()
        const { store } = server()
        const data = JSON.stringify({ title: 'x'.repeat(60_000) })
        const other = await EventReader.open(`${server().url}/notify/stream`, bearer)
        for (let i = 0; i < 40 && !socket.destroyed; i++) {
          const rows = Array.from({ length: 8 }, () => ({
            channel: `notify:${account.id}`,
            event: 'notification',
            data,
            owner: account.id,
            created_at: server().clock.now(),
            version: store.sql.raw(
              store.dialect === 'postgres'
                ? 'pg_current_xact_id()::text::bigint'
                : '(select coalesce(max(version), 0) + 1 from live_events)',
            ),
          }))
          await store.run(store.sql('live_events').insert(rows))
          await send(`after ${i}`)
          await expect.poll(() => titlesOf(other).at(-1), wait).toBe(`after ${i}`)
        }
        socket.resume()
        await closed
        expect(other.isOver).toBe(false)
      })
    })
  },
  { settings },
)

forEachServer(
  (server) => {
    test('a server that stops ends its streams at once, and says when to reconnect', async () => {
      const { bearer } = await withDevice(server())
      const reader = await EventReader.open(`${server().url}/notify/stream`, bearer)
      await expect.poll(() => reader.kinds, wait).toEqual(['open'])
      await server().stop()
      await expect.poll(() => reader.isOver, wait).toBe(true)
      expect(reader.events.at(-1)).toEqual({ event: 'end', data: { reason: 'stopping' } })
      expect(reader.retryMs).toBeGreaterThanOrEqual(1000)
      expect(reader.retryMs).toBeLessThan(5000)
    })
  },
  { settings, shutdownTimeoutS: 60 },
)
