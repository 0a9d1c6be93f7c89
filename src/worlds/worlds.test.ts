import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient } from '#generated/client/index.js'
import { type RunningSandbox, startSandbox } from './sandbox.ts'

let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await startSandbox({ host: '127.0.0.1', port: 0 })
})
afterAll(() => sandbox.stop())

const token = () => sandbox.accounts[0]?.token ?? ''
const clientOf = (world: string) => createClient({ baseUrl: `${sandbox.url}/w/${world}`, token: token() })
const titlesIn = async (world: string) => (await clientOf(world).notes.list({})).items.map(({ title }) => title)

test('a name that is used for the first time makes a world, in which the tokens of the sandbox are valid', async () => {
  await clientOf('first').notes.add({ title: 'Only here', text: 'x' })
  await clientOf('first').notes.add({ title: 'And this', text: 'x' })
  expect((await titlesIn('first')).sort()).toEqual(['And this', 'Only here'])
  expect(await titlesIn('second')).toEqual([])
})

test('a world is reached by its address, a header or a cookie, and without any the world main is used', async () => {
  await clientOf('places').notes.add({ title: 'Found', text: 'x' })
  const listedWith = async (headers: Record<string, string>) => {
    const response = await fetch(`${sandbox.url}/api/v1/notes/list`, {
      headers: { authorization: `Bearer ${token()}`, ...headers },
    })
    return JSON.stringify(await response.json())
  }
  expect(await listedWith({ 'x-onedoor-world': 'places' })).toContain('Found')
  expect(await listedWith({ cookie: 'onedoor_world=places' })).toContain('Found')
  expect(await listedWith({ 'x-onedoor-world': 'elsewhere', cookie: 'onedoor_world=places' })).not.toContain('Found')
  expect(await listedWith({})).not.toContain('Found')
})

test('a page of another origin may name its world in the header, at every door', async () => {
  const paths = [
    '/api/v1/notes/list',
    '/w/places/api/v1/notes/list',
    '/v1/notes/list',
    '/notify/stream',
    '/oauth/token',
  ]
  for (const path of paths) {
    const { status, headers } = await fetch(sandbox.url + path, {
      method: 'OPTIONS',
      headers: {
        ...{ origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' },
        'access-control-request-headers': 'authorization,x-onedoor-world',
      },
    })
    expect([path, status, headers.get('access-control-allow-origin')]).toEqual([path, 204, '*'])
    expect(headers.get('access-control-allow-headers')?.split(', ')).toEqual(
      expect.arrayContaining(['Authorization', 'X-Onedoor-World']),
    )
    expect(headers.get('allow')).toContain('OPTIONS')
  }
})

test('a parked world opens again with its records and its clock', async () => {
  await clientOf('parked').notes.add({ title: 'Kept', text: 'x' })
  await sandbox.worlds.park(-1)
  expect(sandbox.worlds.list().every(({ state }) => state === 'parked')).toBe(true)
  expect(await titlesIn('parked')).toEqual(['Kept'])
})

test('a deleted world is gone, and its name makes a new one', async () => {
  await clientOf('gone').notes.add({ title: 'Gone', text: 'x' })
  const address = `${sandbox.url}/sandbox/worlds/gone`
  expect((await fetch(address, { method: 'DELETE' })).status).toBe(204)
  expect((await fetch(address, { method: 'DELETE' })).status).toBe(400)
  expect(await titlesIn('gone')).toEqual([])
})

test('names that cannot be in an address are refused', async () => {
  for (const name of ['UPPER', '-x', 'a'.repeat(64), 'a b']) {
    const response = await fetch(`${sandbox.url}/api/v1/notes/list`, { headers: { 'x-onedoor-world': name } })
    expect(response.status, name).toBe(400)
  }
})
