import { expect, test } from 'vitest'
import { createReadiness, isEveryPartOk } from './part-states.ts'

const failing = () => Promise.reject(new Error('connect ECONNREFUSED'))
const working = async () => undefined

function statesOf(config: object, parts: { ping?: () => Promise<void>; blobs?: () => Promise<void>; nats?: boolean }) {
  const { ping = working, blobs = working, nats = true } = parts
  const services = { config, store: { ping }, reserve: { refusal: undefined }, blobs: { ping: blobs } }
  return createReadiness(services as never, () => ({ isOk: nats }))()
}

const settings = { s3Endpoint: 'https://s3.example.org', natsUrl: 'nats://127.0.0.1' }

test('a server needs its database alone, unless its settings name a bucket or a messaging server', async () => {
  const states = await statesOf({}, { blobs: failing, nats: false })
  expect(states).toEqual({ database: { isOk: true } })
  expect(isEveryPartOk(states)).toBe(true)
})

test.each([
  ['database', { ping: failing }],
  ['files', { blobs: failing }],
  ['messaging', { nats: false }],
])('a server whose %s cannot be reached is not ready', async (name, parts) => {
  const states = await statesOf(settings, parts)
  const ok = { database: { isOk: true }, files: { isOk: true }, messaging: { isOk: true } }
  expect(states).toEqual({ ...ok, [name]: { isOk: false } })
  expect(isEveryPartOk(states)).toBe(false)
})
