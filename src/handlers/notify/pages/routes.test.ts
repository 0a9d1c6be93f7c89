import { describe, expect, test } from 'vitest'
import { forEachServer } from '#testing/server.ts'
import { maxDevices } from '../devices.ts'
import { notifiedForTests, place } from '../fixtures/notified.ts'

const { push, settings, addDevice, withDevices: withDevicesOn } = notifiedForTests()

forEachServer(
  (server) => {
    const withDevices = (count: number) => withDevicesOn(server(), count)

    describe('the page of devices', () => {
      test('says without scripts that adding a browser needs them, and lists devices all the same', async () => {
        const { visitor } = await withDevices(1)
        const { html } = await visitor.get(place)
        expect(html).toContain('<noscript><p class="note">Allowing notifications requires JavaScript.</p></noscript>')
        expect(html).toContain('<button hidden>')
        expect(html).toMatch(/device_[0-9a-z]{26}/)
      })

      test('adds, renames, tests and removes a device', async () => {
        const { account, visitor } = await withDevices(1)
        const id = (await account.ok('notify.devices', {})).items[0]?.id
        const renamed = await visitor.submit(`${place}/${id}`, `${place}/${id}`, { label: ' My phone ' })
        expect(renamed.location).toBe(`${place}?done=renamed`)
        expect((await visitor.get(place)).html).toContain('My phone')
        expect((await visitor.submit(place, `${place}/test`)).location).toBe(`${place}?done=tested`)
        expect(push().received[0]?.message).toMatchObject({ title: 'Test notification', url: place })
        const removed = await visitor.submit(`${place}/${id}`, `${place}/${id}/remove`)
        expect(removed.location).toBe(`${place}?done=removed`)
        expect(await account.ok('notify.devices', {})).toEqual({ items: [], reachable: false })
      })

      test.each(['', '   ', 'x'.repeat(61), 'a\nb'])('refuses the name %j', async (label) => {
        const { account, visitor } = await withDevices(1)
        const [device] = (await account.ok('notify.devices', {})).items
        const path = `${place}/${device?.id}`
        expect((await visitor.submit(path, path, { label })).status).toBe(400)
        expect((await account.ok('notify.devices', {})).items).toEqual([device])
      })

      test("shows and changes nobody else's devices, and says the same as for one that does not exist", async () => {
        const { account } = await withDevices(1)
        const { visitor } = await withDevices(1)
        const [device] = (await account.ok('notify.devices', {})).items
        const [own] = /device_[0-9a-z]{26}/.exec((await visitor.get(place)).html) ?? []
        for (const id of [device?.id, `device_${'0'.repeat(26)}`]) {
          expect((await visitor.get(`${place}/${id}`)).status).toBe(404)
          const csrf =
            /name="csrf-token" content="([\w-]+)"/.exec((await visitor.get(`${place}/${own}`)).html)?.[1] ?? ''
          expect((await visitor.post(`${place}/${id}`, { csrf_token: csrf, label: 'Mine' })).status).toBe(404)
          expect((await visitor.post(`${place}/${id}/remove`, { csrf_token: csrf })).status).toBe(404)
        }
        expect((await account.ok('notify.devices', {})).items).toEqual([device])
      })

      test('takes no form of another site', async () => {
        const { account, visitor } = await withDevices(1)
        const [device] = (await account.ok('notify.devices', {})).items
        expect((await visitor.post(`${place}/${device?.id}/remove`, {})).status).toBe(403)
        expect((await account.ok('notify.devices', {})).items).toHaveLength(1)
      })

      test('renews a browser that subscribes again, and gives it to the account that uses it last', async () => {
        const { account, visitor, devices } = await withDevices(1)
        await addDevice(visitor, devices[0])
        expect((await account.ok('notify.devices', {})).items).toHaveLength(1)
        const { account: next, visitor: other } = await withDevices(0)
        await addDevice(other, devices[0])
        expect((await account.ok('notify.devices', {})).items).toEqual([])
        expect((await next.ok('notify.devices', {})).items).toHaveLength(1)
      })

      test(`refuses more than ${maxDevices} devices`, async () => {
        const { account, visitor } = await withDevices(maxDevices)
        const { status, json } = await visitor.postJson(place, `${place}/devices`, { subscription: push().subscribe() })
        expect([status, json]).toEqual([400, expect.objectContaining({ code: 'failed_precondition' })])
        expect((await account.ok('notify.devices', {})).items).toHaveLength(maxDevices)
        expect(await account.ok('notify.send', { title: 'Parcel' })).toEqual({
          accepted: maxDevices,
          retrying: 0,
          failed: 0,
        })
      })

      test('refuses what is no subscription', async () => {
        const { account, visitor } = await withDevices(0)
        const good = push().subscribe()
        const { keys } = good
        const faults = [
          undefined,
          {},
          'x',
          { ...good, endpoint: 'http://push.example/x' },
          { ...good, endpoint: 'https://user:secret@push.example/x' },
          { ...good, endpoint: 'ftp://push.example/x' },
          { ...good, endpoint: `https://push.example/${'x'.repeat(2000)}` },
          { ...good, keys: { ...keys, auth: 'AAAA' } },
          { ...good, keys: { ...keys, p256dh: keys.auth } },
          { ...good, keys: { ...keys, p256dh: `B${'A'.repeat(86)}` } },
          { endpoint: good.endpoint },
        ]
        for (const subscription of faults) {
          const { status, json } = await visitor.postJson(place, `${place}/devices`, { subscription })
          expect([status, json]).toEqual([400, expect.objectContaining({ code: 'invalid_argument' })])
        }
        expect((await account.ok('notify.devices', {})).items).toEqual([])
      })
    })
  },
  { settings },
)
