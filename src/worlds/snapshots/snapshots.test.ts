import { existsSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient } from '#generated/client/index.js'
import { type RunningSandbox, startSandbox } from '../sandbox.ts'

let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await startSandbox({ host: '127.0.0.1', port: 0, startMs: Date.parse('2027-03-01T09:00:00Z') })
})
afterAll(() => sandbox.stop())

const token = () => sandbox.accounts[0]?.token ?? ''
const clientOf = (world: string) => createClient({ baseUrl: `${sandbox.url}/w/${world}`, token: token() })
const add = (world: string, title: string) => clientOf(world).notes.add({ title, text: 'x' })
const titlesIn = async (world: string) => (await clientOf(world).notes.list({})).items.map(({ title }) => title).sort()

async function ask(method: string, path: string, body?: object) {
  const response = await fetch(`${sandbox.url}/sandbox/worlds/${path}`, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  const text = await response.text()
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
}
const take = (world: string, name: string) => ask('POST', `${world}/snapshots`, { name })

test('a rewind brings back the records, the files and the clock of its snapshot, again and again', async () => {
  const { id } = await clientOf('back').files.put({ name: 'kept.txt', content: 'Kept' })
  await add('back', 'Before')
  await ask('POST', 'back/clock', { time: '2027-03-01T12:00:00Z', frozen: true })
  expect(await take('back', 'noon')).toMatchObject({ status: 200, body: { time: '2027-03-01T12:00:00.000Z' } })
  for (const title of ['After', 'Later']) {
    await add('back', title)
    await clientOf('back').files.delete({ id })
    await ask('POST', 'back/clock', { time: '2027-03-05T12:00:00Z' })
    expect(await titlesIn('back')).toEqual([title, 'Before'].sort())
    expect((await ask('POST', 'back/snapshots/noon/rewind')).status).toBe(200)
    expect(await titlesIn('back')).toEqual(['Before'])
    expect((await clientOf('back').files.get({ id })).name).toBe('kept.txt')
    expect((await ask('GET', 'back')).body).toMatchObject({ time: '2027-03-01T12:00:00.000Z', frozen: true })
  }
})

test('calls that arrive during a rewind wait and find what the snapshot has', async () => {
  await add('busy', 'Before')
  await take('busy', 'start')
  await add('busy', 'After')
  const rewound = ask('POST', 'busy/snapshots/start/rewind')
  while (sandbox.worlds.list().find(({ name }) => name === 'busy')?.state === 'open') {
    await new Promise((resolve) => setImmediate(resolve))
  }
  const during = await Promise.all(Array.from({ length: 5 }, () => titlesIn('busy')))
  expect((await rewound).status).toBe(200)
  expect(during).toEqual(during.map(() => ['Before']))
})

test('a world in which calls were charged can be rewound again and again, and deleted', async () => {
  await add('charged', 'Before')
  await take('charged', 'start')
  for (let round = 0; round < 2; round++) {
    await clientOf('charged').url.create({ destinationURL: 'https://beans.example' })
    expect(await ask('POST', 'charged/snapshots/start/rewind')).toMatchObject({ status: 200 })
  }
  await clientOf('charged').url.create({ destinationURL: 'https://beans.example' })
  expect((await ask('DELETE', 'charged')).status).toBe(204)
})

test('snapshots survive parking, and a parked world can be rewound', async () => {
  await add('asleep', 'Before')
  await take('asleep', 'first')
  await add('asleep', 'After')
  await sandbox.worlds.park(-1)
  expect((await ask('POST', 'asleep/snapshots/first/rewind')).status).toBe(200)
  expect(await titlesIn('asleep')).toEqual(['Before'])
})

test('a snapshot has what parts of the sandbox remember of the world', async () => {
  await add('minded', 'x')
  const make = () => {
    const state = {
      value: 1,
      remember() {
        const { value } = state
        return () => {
          state.value = value
        }
      },
    }
    return state
  }
  const madeLater = () => make()
  const state = sandbox.worlds.stateOf('minded', make)
  await take('minded', 'one')
  state.value = 2
  sandbox.worlds.stateOf('minded', madeLater).value = 2
  await ask('POST', 'minded/snapshots/one/rewind')
  expect(state.value).toBe(1)
  expect(sandbox.worlds.stateOf('minded', madeLater).value).toBe(1)
})

test('a rewind brings back the faults and the recorded calls', async () => {
  await add('faulty', 'Before')
  const fault = { kind: 'status', method: 'notes.list', status: 429 }
  const { body: added } = await ask('POST', 'faulty/faults', fault)
  const recorded = async () => (await ask('GET', 'faulty/calls')).body.calls.length
  expect({ added: added.kind, calls: await recorded() }).toEqual({ added: 'status', calls: 1 })
  await take('faulty', 'then')
  await ask('DELETE', 'faulty/faults')
  await add('faulty', 'After')
  expect(await recorded()).toBe(2)
  await ask('POST', 'faulty/snapshots/then/rewind')
  expect(await recorded()).toBe(1)
  expect((await ask('GET', 'faulty/faults')).body.faults).toEqual([added])
})

test('a world has at most ten snapshots, listed by name, which end with it', async () => {
  await add('many', 'x')
  for (let count = 0; count < 10; count++) expect((await take('many', `s${count}`)).status).toBe(200)
  expect((await take('many', 's0')).status).toBe(409)
  expect((await take('many', 's10')).status).toBe(429)
  expect((await ask('DELETE', 'many/snapshots/s3')).status).toBe(204)
  expect((await ask('POST', 'many/snapshots/s3/rewind')).status).toBe(400)
  const { body } = await ask('GET', 'many/snapshots')
  expect(body.snapshots.map(({ name }: { name: string }) => name)).toEqual([
    's0',
    's1',
    's2',
    's4',
    's5',
    's6',
    's7',
    's8',
    's9',
  ])
  const folder = sandbox.worlds.snapshotsFolder('many')
  expect(existsSync(folder)).toBe(true)
  await ask('DELETE', 'many')
  expect(existsSync(folder)).toBe(false)
  expect((await ask('GET', 'many/snapshots')).status).toBe(400)
})

test('a rewind brings back what a world has sent and the script of its model', async () => {
  const rules = [{ when: 'tide', reply: 'High at noon.' }]
  const mail = async (subject: string) => {
    await clientOf('sent').mail.send({ to: 'harbour@elsewhere.example', subject, body: 'x' })
    // Runs the job that sends it.
    await ask('POST', 'sent/clock', {})
  }
  const subjects = async () => {
    const { deliveries } = (await ask('GET', 'sent/deliveries')).body as { deliveries: { subject?: string }[] }
    return deliveries.map(({ subject }) => subject)
  }
  await mail('Before')
  await ask('PUT', 'sent/model', { rules })
  expect(await take('sent', 'first')).toMatchObject({ status: 200 })
  await mail('After')
  await ask('PUT', 'sent/model', { rules: [] })
  expect(await subjects()).toEqual(['After', 'Before'])
  for (let count = 0; count < 2; count++) {
    expect((await ask('POST', 'sent/snapshots/first/rewind')).status).toBe(200)
    expect(await subjects()).toEqual(['Before'])
    expect((await ask('GET', 'sent/model')).body).toEqual({ rules })
    await mail('After again')
  }
})
