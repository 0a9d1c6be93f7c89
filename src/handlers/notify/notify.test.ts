import { describe, expect, test } from 'vitest'
import { forEachServer } from '#testing/server.ts'
import { unzip } from '#testing/zip.ts'
import { notifiedForTests, parcel, place } from './fixtures/notified.ts'

const { push, settings, visitorOf, addDevice, withDevices: withDevicesOn } = notifiedForTests()

forEachServer(
  (server) => {
    const withDevices = (count: number) => withDevicesOn(server(), count)

    test('a deleted account leaves no device, and its archive says nothing of how they are reached', async () => {
      const { account, visitor, devices } = await withDevices(1)
      const { store } = server()
      const rows = () => store.all(store.sql('notify_devices').where({ owner: account.id }))
      expect(await rows()).toHaveLength(1)
      await visitor.submit('/settings/data', '/settings/export')
      await server().jobs.settle()
      const [, address = ''] = /href="(\/settings\/export\/\w+)"/.exec((await visitor.get('/settings/data')).html) ?? []
      const archive = unzip(Buffer.from(await (await visitor.raw(address)).arrayBuffer()))
      expect(JSON.parse(archive.get('devices.json') ?? '')).toHaveLength(1)
      const secret = new URL(devices[0]?.endpoint ?? '').pathname
      expect([...archive.values()].filter((text) => text.includes(secret))).toEqual([])
      await store.run(store.sql('accounts').where({ id: account.id }).delete())
      expect(await rows()).toEqual([])
    })
  },
  { settings },
)

forEachServer(
  (server) => {
    test('push services at addresses that are not public are refused when a browser is added', async () => {
      const account = await server().account()
      const visitor = await visitorOf(server(), account)
      for (const host of ['127.0.0.1:9', '10.0.0.1', '[::1]', '169.254.169.254', '[::ffff:127.0.0.1]', '0x7f.1']) {
        const { status, json } = await visitor.postJson(place, `${place}/devices`, {
          subscription: push().subscribe(host),
        })
        expect([host, status, json]).toEqual([host, 400, expect.objectContaining({ code: 'invalid_argument' })])
      }
    })
  },
  { settings: { BASE_URL: 'https://onedoor.example' } },
)

describe('with PUSH=off', () => {
  forEachServer(
    (server) => {
      test('nothing can be sent, and the page says so', async () => {
        const account = await server().account()
        const visitor = await visitorOf(server(), account)
        const { status, body } = await account.fails('notify.send', parcel)
        expect([status, body.code, body.error]).toEqual([503, 'not_configured', expect.stringContaining('PUSH=off')])
        expect((await visitor.get(place)).html).toContain('has turned them off')
      })
    },
    { settings: { PUSH: 'off' } },
  )
})

forEachServer(
  (server) => {
    test('an event that fires reminds its owner, once, on devices and open pages, and nobody else', async () => {
      const [ann, ben] = [await server().account(), await server().account()]
      const [subscription] = [
        await addDevice(await visitorOf(server(), ann)),
        await addDevice(await visitorOf(server(), ben)),
      ]
      push().reset()
      const when = new Date(server().clock.now() + 60_000).toISOString()
      await ann.ok('events.create', { title: 'Ferry', note: 'Gate 4', when })
      server().clock.advance(61_000)
      const received = async () => {
        await server().jobs.settle()
        return push().received.map(({ endpoint, message }) => ({ endpoint, message }))
      }
      const message = { title: 'Ferry', body: 'Gate 4', tag: expect.stringMatching(/^event_/) }
      await expect
        .poll(received, { timeout: 15_000, interval: 50 })
        .toEqual([{ endpoint: subscription.endpoint, message }])
      expect(push().received[0]?.headers.topic).toMatch(/^[\w-]{32}$/)
      const { store } = server()
      const events = await store.all<{ owner: string }>(store.sql('live_events').select('owner'))
      expect(events).toEqual([{ owner: ann.id }])
    })
  },
  { settings },
)
