import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient } from '#generated/client/index.js'
import { Slices } from '../../runtime/base/yield-to-event-loop.ts'
import { createContract } from '../../runtime/calls/contract.ts'
import { type RunningSandbox, startSandbox } from '../sandbox.ts'
import { writeSeed } from './write-seed.ts'

let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await startSandbox({ host: '127.0.0.1', port: 0, startMs: Date.parse('2027-03-01T09:00:00Z') })
})
afterAll(() => sandbox.stop())

const clientOf = (world: string, username = 'omar') =>
  createClient({
    baseUrl: `${sandbox.url}/w/${world}`,
    token: sandbox.accounts.find((account) => account.username === username)?.token ?? '',
  })

async function create(name: string, seed = 'empty'): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ name, seed, frozen: true })
  const response = await fetch(`${sandbox.url}/sandbox/worlds`, { method: 'POST', headers, body })
  expect(response.status).toBe(200)
}

const seedOf = async (world: string) => {
  const response = await fetch(`${sandbox.url}/sandbox/worlds/${world}/seed`)
  return { status: response.status, text: await response.text() }
}

async function put(world: string, body: string): Promise<void> {
  const headers = { 'content-type': 'application/yaml' }
  const response = await fetch(`${sandbox.url}/sandbox/worlds/${world}/seed`, { method: 'PUT', headers, body })
  expect(response.status, await response.text()).toBe(200)
}

/** What three accounts can list, without ids. */
async function listsOf(world: string): Promise<string> {
  const lists = []
  for (const username of ['omar', 'mira', 'ada']) {
    const { notes, tasks, groups, mail } = clientOf(world, username)
    lists.push(await notes.list({}), await tasks.list({}), await groups.list({}), await mail.inbox({}))
    for (const { room } of (await groups.list({})).items)
      lists.push(await clientOf(world, username).chat.messages({ room }))
  }
  return JSON.stringify(lists)
    .replace(/\b([a-z]+)_[0-7][0-9a-z]{25}\b/g, '$1')
    .replaceAll(`/w/${world}/`, '/w/')
}

/** Changes something with what is there. */
async function step(world: string, kind: number, text: string): Promise<void> {
  const [omar, mira] = [clientOf(world), clientOf(world, 'mira')]
  const first = async () => (await omar.tasks.list({})).items[0]?.id
  if (kind === 0) await omar.notes.add({ title: `Note ${text}`, text: `${text} and \${index}` })
  if (kind === 1) await omar.tasks.create({ title: `Task ${text}` })
  if (kind === 2) {
    const id = await first()
    if (id) await omar.tasks.update({ id, status: 'done', result: `${id} is done` })
  }
  if (kind === 3) {
    const { id, room } = await omar.groups.create({ name: `Group ${text}` })
    await omar.groups.update({ id, action: 'invite', account: 'mira' })
    await mira.groups.update({ id, action: 'accept' })
    await mira.chat.send({ room, message: `Hello ${text}` })
  }
  if (kind === 4) {
    await mira.mail.send({ to: 'omar', subject: `Mail ${text}`, body: text })
    const received = (await omar.mail.inbox({})).items[0]?.id
    if (received) await omar.mail.markread({ ids: [received] })
  }
  if (kind === 5) {
    const id = await first()
    if (id) await omar.tasks.delete({ id })
  }
}

let count = 0
test('a world that is written as a seed and played again has the same lists', async () => {
  const steps = fc.array(fc.tuple(fc.integer({ min: 0, max: 5 }), fc.string({ minLength: 1, maxLength: 20 })), {
    minLength: 3,
    maxLength: 8,
  })
  await fc.assert(
    fc.asyncProperty(steps, async (drawn) => {
      const world = `drawn-${count++}`
      await create(world)
      for (const [kind, text] of [[1, 'first'] as const, ...drawn]) await step(world, kind, text)
      const { status, text } = await seedOf(world)
      expect(status, text).toBe(200)
      await put(`${world}-again`, text)
      expect(await listsOf(`${world}-again`)).toEqual(await listsOf(world))
    }),
    { numRuns: 2 },
  )
})

test.each(['family', 'attack'])('the seed %s is written as a seed that makes the same lists', async (seed) => {
  await create(`of-${seed}`, seed)
  await put(`of-${seed}-again`, (await seedOf(`of-${seed}`)).text)
  expect(await listsOf(`of-${seed}-again`)).toEqual(await listsOf(`of-${seed}`))
})

test('a recording as a seed has those calls of the seed of its world that it refers to', async () => {
  await create('supper', 'family')
  const world = async (name: string) => {
    const response = await fetch(`${sandbox.url}/sandbox/worlds/${name}`)
    const { base_url: baseUrl, accounts } = (await response.json()) as Record<'base_url', string> & {
      accounts: { username: string; token: string }[]
    }
    return createClient({ baseUrl, token: accounts.find(({ username }) => username === 'layla')?.token ?? '' })
  }
  const layla = await world('supper')
  const [group] = (await layla.groups.list({})).items
  await layla.chat.send({ room: group?.room ?? '', message: 'Supper at seven.' })
  const text = await (await fetch(`${sandbox.url}/sandbox/worlds/supper/recording?format=seed`)).text()
  expect([...text.matchAll(/"call":"([\w.]+)"/g)].map(([, call]) => call)).toEqual([
    'groups.create',
    'groups.list',
    'chat.send',
  ])
  await put('supper-again', text)
  const again = await world('supper-again')
  const [{ room } = { room: '' }] = (await again.groups.list({})).items
  expect(room).not.toBe(group?.room)
  expect((await again.chat.messages({ room })).messages.map((each) => each.text)).toEqual(['Supper at seven.'])
})

test('a world is written as a seed in slices of one call', async () => {
  let rests = 0
  let now = 0
  const slices = new Slices(
    () => (now += 10),
    async () => {
      rests += 1
    },
  )
  const calls = Array.from({ length: 100 }, () => ({
    operation: 'notes.add',
    as: 'ada',
    args: {},
    result: {},
    atMs: 0,
  }))
  const origin = { seed: 'own', accounts: [], tokens: [], document: {}, clockMs: 0, calls }
  const { operation: operationOf } = createContract()
  const options = { origin, recorded: { all: [], dropped: 0 }, nowMs: 0, baseUrl: 'http://sandbox.example', slices }
  await writeSeed({ ...options, operationOf })
  expect(rests).toBe(100)
})

test('a world of which not all calls are kept is not written as a seed', async () => {
  await create('large')
  await clientOf('large').notes.add({ title: 'Large', text: 'x'.repeat(70_000) })
  const { status, text } = await seedOf('large')
  expect({ status, text }).toEqual({ status: 400, text: expect.stringContaining('arguments larger than 64 kB') })
})
