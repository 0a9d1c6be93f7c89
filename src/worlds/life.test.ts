import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createClient } from '#generated/client/index.js'
import { EventReader } from '#testing/event-reader.ts'
import { type RunningSandbox, startSandbox } from './sandbox.ts'
import { Worlds } from './world/worlds.ts'

const minuteMs = 60_000
const dayMs = 1440 * minuteMs
const time = { ms: Date.parse('2027-03-01T09:00:00Z') }

let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await startSandbox({ host: '127.0.0.1', port: 0, isPublic: true, maxWorlds: 3, now: () => time.ms })
})
afterAll(() => sandbox.stop())

/** As much later, everything that is due by then has happened. */
async function later(ms: number): Promise<void> {
  time.ms += ms
  await sandbox.worlds.tend()
}

const create = () => fetch(`${sandbox.url}/sandbox/worlds`, { method: 'POST', body: '{}', headers: json })
const remove = (name: string) => fetch(`${sandbox.url}/sandbox/worlds/${name}`, { method: 'DELETE' })
const json = { 'content-type': 'application/json' }
const token = () => sandbox.accounts[0]?.token ?? ''
const nameOf = async (response: Response) => ((await response.json()) as { name: string }).name
const notesOf = (name: string) =>
  createClient({ baseUrl: `${sandbox.url}/w/${name}`, token: token(), retries: 0 }).notes
const stateOf = (name: string) => sandbox.worlds.list().find((each) => each.name === name)?.state
/** Until the response of the last call has closed. */
async function isIdle(name: string): Promise<void> {
  const world = await sandbox.worlds.get(name)
  await expect.poll(() => world.isIdle).toBe(true)
  await nextTurn()
}

test('a world that nobody uses for ten minutes is parked, and its next call opens it with its records', async () => {
  const [one, other] = [await nameOf(await create()), await nameOf(await create())]
  await notesOf(one).add({ title: 'Kept', text: 'x' })
  await isIdle(one)
  await later(10 * minuteMs - 1)
  expect([stateOf(one), stateOf(other)]).toEqual(['open', 'open'])
  await notesOf(other).list({})
  await isIdle(other)
  await later(1)
  expect([stateOf(one), stateOf(other)]).toEqual(['parked', 'open'])
  expect((await notesOf(one).list({})).items.map(({ title }) => title)).toEqual(['Kept'])
  expect(stateOf(one)).toBe('open')
  await Promise.all([remove(one), remove(other)])
})

test('a world is in use until its streams end, and only then do its ten minutes begin', async () => {
  const name = await nameOf(await create())
  const world = await sandbox.worlds.get(name)
  const authorization = `Bearer ${token()}`
  const stream = await EventReader.open(`${sandbox.url}/w/${name}/notify/stream`, { authorization })
  await expect.poll(() => stream.kinds).toContain('open')
  await later(2 * dayMs)
  expect(stateOf(name)).toBe('open')
  stream.close()
  await expect.poll(() => world.isIdle).toBe(true)
  await later(9 * minuteMs)
  expect(stateOf(name)).toBe('open')
  await later(minuteMs)
  expect(stateOf(name)).toBe('parked')
  await remove(name)
})

test('a public world that nobody uses for a day is deleted with its folder and its snapshots', async () => {
  const name = await nameOf(await create())
  const snapshot = { method: 'POST', body: '{"name":"one"}', headers: json }
  expect((await fetch(`${sandbox.url}/sandbox/worlds/${name}/snapshots`, snapshot)).status).toBe(200)
  const folders = [sandbox.worlds.folderOf(name), sandbox.worlds.snapshotsFolder(name)]
  expect(folders.map(existsSync)).toEqual([true, true])
  await isIdle(name)
  await later(dayMs - 1)
  expect([stateOf(name), folders.map(existsSync)]).toEqual(['parked', [true, true]])
  await later(1)
  expect([stateOf(name), folders.map(existsSync)]).toEqual([undefined, [false, false]])
  const gone = await fetch(`${sandbox.url}/w/${name}/api/v1/notes/list`, {
    headers: { authorization: `Bearer ${token()}` },
  })
  expect([gone.status, await gone.json()]).toEqual([400, expect.objectContaining({ code: 'not_found' })])
})

test('there are at most as many worlds as may be, open and parked, until one is deleted', async () => {
  const names = await Promise.all([create(), create(), create()].map(async (response) => nameOf(await response)))
  await later(10 * minuteMs)
  expect(names.map(stateOf)).toEqual(['parked', 'parked', 'parked'])
  const refused = await create()
  expect([refused.status, await refused.text()]).toEqual([429, expect.stringContaining('has 3 worlds')])
  expect((await remove(names[0] ?? '')).status).toBe(204)
  expect((await remove(names[0] ?? '')).status).toBe(400)
  const [more, tooMany] = await Promise.all([create(), create()])
  expect([more.status, tooMany.status].sort()).toEqual([200, 429])
  await Promise.all([names[1], names[2], await nameOf(more.ok ? more : tooMany)].map((name) => remove(name ?? '')))
})

test('worlds are tended every half minute, until their sandbox ends', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const worlds = new Worlds({
      now: () => 0,
      log: { warn: vi.fn() },
      folder: tmpdir(),
      template: { folder: 'missing' },
    } as never)
    const tend = vi.spyOn(worlds, 'tend')
    vi.advanceTimersByTime(60_000)
    expect(tend).toHaveBeenCalledTimes(2)
    await worlds.close()
    vi.advanceTimersByTime(60_000)
    expect(tend).toHaveBeenCalledTimes(2)
  } finally {
    vi.useRealTimers()
  }
})
