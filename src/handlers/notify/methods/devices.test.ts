import { describe, expect, test } from 'vitest'
import { forEachServer } from '#testing/server.ts'
import { notifiedForTests } from '../fixtures/notified.ts'

const { settings, withDevices: withDevicesOn } = notifiedForTests()

forEachServer(
  (server) => {
    const withDevices = (count: number) => withDevicesOn(server(), count)

    describe('notify.devices', () => {
      test('lists the devices of the caller alone, newest first, and nothing of how they are reached', async () => {
        const { account } = await withDevices(2)
        const { account: other } = await withDevices(0)
        const { items, reachable } = await account.ok('notify.devices', {})
        expect(reachable).toBe(true)
        expect(items.map((item) => Object.keys(item).sort())).toEqual([
          ['created', 'id', 'label'],
          ['created', 'id', 'label'],
        ])
        expect(items[0]?.id).toMatch(/^device_[0-9a-z]{26}$/)
        expect(Date.parse(items[0]?.created ?? '') - Date.parse(items[1]?.created ?? '')).toBe(1000)
        expect(await other.ok('notify.devices', {})).toEqual({ items: [], reachable: false })
      })

      test('refuses arguments', async () => {
        const { account } = await withDevices(0)
        expect((await account.fails('notify.devices', { all: 'true' })).body.code).toBe('invalid_argument')
      })
    })
  },
  { settings },
)
