import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { forDrawnDatabase } from '#testing/databases.ts'
import { startTestServer } from '#testing/server.ts'
import { ensureBubblewrap } from '../../../../tools/setup/programs.mjs'

const script = `require('node:http').createServer((_req, res) => res.end('up')).listen(process.env.PORT, '127.0.0.1', () =>
  console.log('gateway', process.env.ONEDOOR_GATEWAY, process.env.PORT))`

beforeAll(async () => {
  await ensureBubblewrap()
}, 600_000)

forDrawnDatabase((_dialect, _openTestStore, newDatabase) => {
  test('a server with RUNTIME=on runs programs, ends them when it stops, and runs them again when it starts', async () => {
    const database = await newDatabase()
    const settings = { GATEWAY_PORT: '0', RUNTIME: 'on', RUNTIME_LIMITS: 'none', RUNTIME_UID: '240001' }
    const first = await startTestServer({ ...database, settings })
    onTestFinished(() => first.stop())
    const { token, id } = await first.account()
    await first.store.run(first.store.sql('accounts').where({ id }).update({ is_admin: true }))

    async function call(url: string, path: string, body: object) {
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
      const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      return { status: response.status, text: await response.text() }
    }
    const lines = async (url: string) => {
      const { text } = await call(url, '/runtime/logs', { service: 'worker' })
      return [...text.matchAll(/gateway (\S+) (\d+)/g)].map(([, gateway, port]) => ({
        gateway,
        at: `http://127.0.0.1:${port}`,
      }))
    }
    const wait = { timeout: 15_000, interval: 50 }

    const resource = { service: { name: 'worker' } }
    const options = { command: [process.execPath, '-e', script] }
    expect(await call(first.gatewayUrl, '/runtime/create', { resource, options })).toEqual({ status: 200, text: '{}' })
    await expect.poll(() => lines(first.gatewayUrl), wait).toHaveLength(1)
    const [before] = await lines(first.gatewayUrl)
    expect(before?.gateway).toBe(new URL(first.gatewayUrl).host)
    expect(await (await fetch(before?.at ?? '')).text()).toBe('up')
    await first.stop()
    await expect(fetch(before?.at ?? '')).rejects.toThrow('fetch failed')

    const second = await startTestServer({ ...database, settings })
    onTestFinished(() => second.stop())
    await expect.poll(() => lines(second.gatewayUrl), wait).toHaveLength(2)
    const deleted = await call(second.gatewayUrl, '/runtime/delete', { resource })
    expect(deleted).toEqual({ status: 200, text: '{}' })
  })
})
