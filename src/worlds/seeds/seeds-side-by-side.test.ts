import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient } from '#generated/client/index.js'
import { type RunningSandbox, startSandbox } from '../sandbox.ts'

let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await startSandbox({ host: '127.0.0.1', port: 0 })
})
afterAll(() => sandbox.stop())

async function create(name: string, document: object): Promise<number> {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ name, document })
  return (await fetch(`${sandbox.url}/sandbox/worlds`, { method: 'POST', headers, body })).status
}

const notes = (title: string, repeat: number) => ({
  calls: [{ as: 'omar', call: 'notes.add', repeat, with: { title: `${title} \${index}`, text: 'x' } }],
})

const idsIn = async (world: string) => {
  const token = sandbox.accounts.find(({ username }) => username === 'omar')?.token ?? ''
  const { items } = await createClient({ baseUrl: `${sandbox.url}/w/${world}`, token }).notes.list({})
  return items.map(({ id }) => id).sort()
}

test('a short seed does not wait for long ones, however many there are', async () => {
  const ended: string[] = []
  const play = async (name: string, calls: number) => {
    expect(await create(name, notes(name, calls))).toBe(200)
    ended.push(name)
  }
  const long = [1, 2, 3, 4, 5].map((number) => play(`long-${number}`, 30))
  await Promise.all([...long, play('short', 2)])
  expect(ended[0]).toBe('short')
  expect(await idsIn('long-5')).toHaveLength(30)
})

test('worlds with the same seed are copies of what one of them played', async () => {
  const names = ['one', 'two', 'three']
  expect(await Promise.all(names.map((name) => create(name, notes('same', 3))))).toEqual([200, 200, 200])
  const [first, ...others] = await Promise.all(names.map(idsIn))
  expect(first).toHaveLength(3)
  expect(others).toEqual([first, first])
})

test('more than 24 seeds at once are refused, and those that wait end with the sandbox', async () => {
  const own = await startSandbox({ host: '127.0.0.1', port: 0 })
  const { worlds } = own
  const headers = { 'content-type': 'application/json' }
  const asked = Array.from({ length: 26 }, (_, number) => {
    const body = JSON.stringify({ name: `w${number}`, document: notes(`n${number}`, 500) })
    return fetch(`${own.url}/sandbox/worlds`, { method: 'POST', headers, body })
  })
  const refused = await Promise.any(asked)
  expect({ status: refused.status, after: refused.headers.get('retry-after') }).toEqual({ status: 429, after: '1' })
  await own.stop()
  const ended = await Promise.allSettled(asked)
  const statuses = ended.map((each) => (each.status === 'fulfilled' ? each.value.status : 0))
  expect(statuses.filter((status) => status === 429)).toHaveLength(2)
  expect(statuses).not.toContain(200)
  expect(worlds.list()).toEqual([])
})
