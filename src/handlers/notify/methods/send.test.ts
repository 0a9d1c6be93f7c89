import { describe, expect, test } from 'vitest'
import { expectFaults } from '#testing/expect-faults.ts'
import { forEachServer } from '#testing/server.ts'
import { notifiedForTests, parcel, place } from '../fixtures/notified.ts'

const { push, settings, visitorOf, addDevice, withDevices: withDevicesOn } = notifiedForTests()

forEachServer(
  (server) => {
    const withDevices = (count: number) => withDevicesOn(server(), count)

    describe('notify.send', () => {
      test('reaches every device of the caller, encrypted, and nobody else', async () => {
        const { account, devices } = await withDevices(3)
        await withDevices(1)
        expect(await account.ok('notify.send', parcel)).toEqual({ accepted: 3, retrying: 0, failed: 0 })
        expect(
          push()
            .received.map(({ endpoint }) => endpoint)
            .sort(),
        ).toEqual(devices.map(({ endpoint }) => endpoint).sort())
        const [first] = push().received
        expect(first?.message).toEqual(parcel)
        expect(first?.headers).toMatchObject({ ttl: '86400', urgency: 'high', 'content-encoding': 'aes128gcm' })
        expect(first?.headers.topic).toBeUndefined()
        const { items } = await account.ok('notify.devices', {})
        const now = new Date(server().clock.now()).toISOString()
        expect(items.map(({ last_notified }) => last_notified)).toEqual([now, now, now])
      })

      test('is signed with the public key on the page, which survives restarts', async () => {
        const { account, visitor } = await withDevices(1)
        const key = /data-key="([\w-]{87})"/.exec((await visitor.get(place)).html)?.[1]
        expect(key).toBeDefined()
        push().applicationServerKey = key
        await account.ok('notify.send', { title: 'Signed' })
        expect(push().received.map(({ message }) => message)).toEqual([{ title: 'Signed' }])
        push().applicationServerKey = undefined
        const { store } = server()
        const secrets = await store.all<{ name: string }>(store.sql('server_secrets').where({ name: 'vapid' }))
        expect(secrets).toHaveLength(1)
      })

      test('removes devices that their push service does not know any more', async () => {
        const { account, devices } = await withDevices(3)
        push().respondTo(devices[0]?.endpoint ?? '', { status: 404 })
        push().respondTo(devices[1]?.endpoint ?? '', { status: 410 })
        expect(await account.ok('notify.send', parcel)).toEqual({ accepted: 1, retrying: 0, failed: 2 })
        expect((await account.ok('notify.devices', {})).items).toHaveLength(1)
      })

      test('is sent again later, once, where a push service is busy or away', async () => {
        const { account, devices } = await withDevices(2)
        const [busy, away] = devices.map(({ endpoint }) => endpoint) as [string, string]
        push().respondTo(busy, { status: 429, headers: { 'Retry-After': '120' } })
        push().respondTo(away, { status: 503 })
        expect(await account.ok('notify.send', parcel)).toEqual({ accepted: 0, retrying: 2, failed: 0 })
        push().respondTo(busy, undefined)
        push().respondTo(away, undefined)
        const received = async () => {
          await server().jobs.settle()
          return push().received.map(({ endpoint }) => endpoint)
        }
        expect(await received()).toEqual([])
        server().clock.advance(60_000)
        expect(await received()).toEqual([away])
        server().clock.advance(61_000)
        expect(await received()).toEqual([away, busy])
        expect(push().received.map(({ message }) => message)).toEqual([parcel, parcel])
        expect([push().requestsTo(busy), push().requestsTo(away)]).toEqual([2, 2])
      })

      test('fails if there is no device, or none that can be reached', async () => {
        const { account, devices } = await withDevices(1)
        push().respondTo(devices[0]?.endpoint ?? '', { status: 410 })
        const gone = await account.fails('notify.send', parcel)
        expect([gone.status, gone.body.code]).toEqual([502, 'upstream_failed'])
        const none = await account.fails('notify.send', parcel)
        expect([none.status, none.body.code]).toEqual([400, 'failed_precondition'])
        expect(none.body.error).toContain('/settings/notifications')
      })

      test('counts a refusal as failed and keeps the device', async () => {
        const { account, devices } = await withDevices(2)
        push().respondTo(devices[0]?.endpoint ?? '', { status: 403 })
        expect(await account.ok('notify.send', parcel)).toEqual({ accepted: 1, retrying: 0, failed: 1 })
        push().respondTo(devices[1]?.endpoint ?? '', { status: 413 })
        expect((await account.fails('notify.send', parcel)).body.code).toBe('upstream_failed')
        expect((await account.ok('notify.devices', {})).items).toHaveLength(2)
      })

      test('follows no redirect, to wherever it leads', async () => {
        const { account, devices } = await withDevices(1)
        const endpoint = devices[0]?.endpoint ?? ''
        push().respondTo(endpoint, { status: 307, headers: { Location: `${push().url}/push.example/elsewhere` } })
        expect((await account.fails('notify.send', parcel)).body.code).toBe('upstream_failed')
        expect(push().requestsTo('https://push.example/elsewhere')).toBe(0)
      })

      test.each([
        [{}, ['title']],
        [{ title: '' }, ['title']],
        [{ title: '  ' }, ['title']],
        [{ title: 'x'.repeat(101) }, ['title']],
        [{ title: 'x', text: 'x'.repeat(301) }, ['text']],
        [{ title: 'x', url: '//evil.example' }, ['url']],
        [{ title: 'x', url: '/\\evil.example' }, ['url']],
        [{ title: 'x', url: 'https://' }, ['url']],
        [{ title: 'x', url: 'javascript:alert(1)' }, ['url']],
        [{ title: 'x', url: `https://a/${'x'.repeat(2039)}` }, ['url']],
        [{ title: 'x', url: `https://a/${'ä'.repeat(2000)}` }, ['url']],
        [{ title: 5, text: null, url: ['a'] }, ['text', 'title', 'url']],
        [{ title: 'x\u0000' }, ['title']],
        [{ title: 'x', to: 'bob' }, ['to']],
      ])('refuses %j', async (args, paths) => {
        const { account } = await withDevices(1)
        await expectFaults(account, 'notify.send', args, paths)
        expect(push().received).toEqual([])
      })

      test('takes what is as long as it may be', async () => {
        const { account } = await withDevices(1)
        const longest = { title: '\u{1F980}'.repeat(100), body: '\u{1F980}'.repeat(300), url: `/${'x'.repeat(2047)}` }
        await account.ok('notify.send', longest)
        expect(push().received[0]?.message).toEqual(longest)
      })
    })
  },
  { settings },
)

forEachServer(
  (server) => {
    test('push services that have moved to such an address are refused when they are connected to', async () => {
      const account = await server().account()
      const { store } = server()
      const { endpoint, keys } = push().subscribe(new URL(push().url).host)
      const row = { owner: account.id, label: 'x', endpoint, ...keys, created_at: 1, updated_at: 1 }
      await store.run(store.sql('notify_devices').insert({ id: 'device_1', endpoint_sha256: 'x', ...row }))
      expect((await account.fails('notify.send', parcel)).body.code).toBe('upstream_failed')
      expect(push().requestsTo(endpoint)).toBe(0)
      expect((await account.ok('notify.devices', {})).items).toHaveLength(1)
    })
  },
  { settings: { BASE_URL: 'https://onedoor.example' } },
)

describe('an account', () => {
  forEachServer(
    (server) => {
      test('may send only so many notifications in an hour, which others do not notice', async () => {
        const [ann, ben] = [await server().account(), await server().account()]
        for (const account of [ann, ben]) await addDevice(await visitorOf(server(), account))
        push().reset()
        for (let i = 0; i < 3; i++) await ann.ok('notify.send', parcel)
        const { status, headers } = await ann.fails('notify.send', parcel)
        expect([status, Number(headers.get('retry-after'))]).toEqual([429, expect.any(Number)])
        await ben.ok('notify.send', parcel)
        expect(push().received).toHaveLength(4)
        server().clock.advance(2 * 3_600_000)
        await ann.ok('notify.send', parcel)
      })
    },
    {
      settings: {
        get PUSH_BASE_URL() {
          return push().url
        },
        FETCH_ALLOWED_RANGES: '127.0.0.1',
        LIMIT_NOTIFICATIONS_PER_HOUR: '3',
      },
    },
  )
})
