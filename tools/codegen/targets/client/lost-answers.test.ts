import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient } from '#generated/client/index.js'
import { newDataDir } from '#testing/databases.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let dataDir: string
let server: TestServer

beforeAll(async () => {
  dataDir = await newDataDir()
  server = await startTestServer({ dataDir })
})
afterAll(async () => {
  await server?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

test('a call that would act a second time acts once, even if its first response is lost', async () => {
  const { token } = await server.account()
  const replayed: (string | null)[] = []
  const fetch = async (address: string, init: RequestInit) => {
    const response = await globalThis.fetch(address, init)
    replayed.push(response.headers.get('idempotency-replayed'))
    if (replayed.length > 1) return response
    await response.text()
    throw new TypeError('The connection broke')
  }
  const onedoor = createClient({ baseUrl: server.url, token, fetch })
  const { id } = await onedoor.tasks.create({ title: 'Once' })
  expect(replayed).toEqual([null, 'true'])
  const { items } = await onedoor.tasks.list()
  expect(items.map((task) => task.id)).toEqual([id])
})
