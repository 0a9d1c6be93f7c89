import { expect, test } from 'vitest'
import { newId } from '#runtime/base/ids.ts'
import { EventReader } from '#testing/event-reader.ts'
import { serverForTests, type TestAccount } from '#testing/server.ts'

const wait = { timeout: 20_000, interval: 20 }
const server = serverForTests()

/** A build of an account that waits in the queue, and the address of its events. */
async function queued({ id: owner }: TestAccount) {
  const { store, clock, url } = server()
  const id = newId('build')
  const times = { created_at: clock.now(), updated_at: clock.now() }
  const counts = { attempts: 0, recoveries: 0, tries: 1, run: 0, cost: 0 }
  const row = { id, owner, state: 'queued', prompt: 'x', prompt_digest: 'x', ...counts, ...times }
  await store.run(store.sql('app_builds').insert(row))
  return { id, events: `${url}/apps/-/builds/${id}` }
}

const bearer = ({ token }: Pick<TestAccount, 'token'>) => ({ Authorization: `Bearer ${token}` })

test('the events of a build begin with its current state, and end when the token is revoked', async () => {
  const ada = await server().account()
  const { id, events } = await queued(ada)
  const reader = await EventReader.open(events, bearer(ada))
  await expect.poll(() => reader.kinds, wait).toEqual(['open', 'build'])
  expect(reader.events[1]?.data).toEqual({ id, state: 'queued', attempts: 0, text: 'Waiting in the queue.' })
  const { store } = server()
  // By another process, without a notice to others.
  await store.run(store.sql('tokens').where({ account_id: ada.id }).update({ revoked_at: 1 }))
  await expect.poll(() => reader.isOver, wait).toBe(true)
  expect(reader.events.slice(2)).toEqual([{ event: 'end', data: { reason: 'lost' } }])
})

test("someone else's build has no events, and nor has one that does not exist", async () => {
  const ada = await server().account()
  const bob = await server().account()
  const { events } = await queued(ada)
  for (const [url, headers] of [
    [events, bearer(bob)],
    [events, {}],
    [`${server().url}/apps/-/builds/${newId('build')}`, bearer(ada)],
  ] as const) {
    expect((await fetch(url, { headers })).status).toBe(404)
  }
})

test('HEAD opens no stream that would delay the next request on its connection', async () => {
  const ada = await server().account()
  const { events } = await queued(ada)
  for (let count = 0; count < 3; count++) {
    const response = await fetch(events, { method: 'HEAD', headers: bearer(ada) })
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8'])
  }
})

test('a build and its events are read by GET and HEAD only', async () => {
  const ada = await server().account()
  const { id, events } = await queued(ada)
  for (const url of [events, `${server().url}/apps/builds/${id}`]) {
    const { status, headers } = await fetch(url, { method: 'POST', headers: bearer(ada) })
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  }
})
