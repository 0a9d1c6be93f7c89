import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { mainFile } from '#testing/program.ts'
import { serverForTests } from '#testing/server.ts'
import { openSandboxBeside } from './sandbox-beside.ts'

const server = serverForTests({
  settings: { SANDBOX_WORLDS: '3' },
  openBeside: openSandboxBeside([await mainFile(), 'sandbox-process']),
})

interface MadeWorld {
  readonly name: string
  readonly base_url: string
  readonly accounts: readonly { readonly username: string; readonly token: string }[]
}

async function createWorld(): Promise<MadeWorld & { readonly token: string }> {
  const response = await send('/sandbox/worlds', { method: 'POST', body: '{}' })
  expect(response.status).toBe(200)
  const world = (await response.json()) as MadeWorld
  return { ...world, token: world.accounts[0]?.token ?? '' }
}

function send(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { ...(init.body !== undefined && { 'Content-Type': 'application/json' }), ...init.headers }
  return fetch(server().url + path, { ...init, headers })
}

const bearer = (token: string | undefined) => ({ authorization: `Bearer ${token}` })

const gaugeOf = async (name: string) => {
  const text = await (await send('/metrics')).text()
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
}

describe('the sandbox beside a server', () => {
  test('gives anyone a world with a name that nobody can guess, which is used by its address or the header', async () => {
    const { name, base_url, token } = await createWorld()
    expect(name).toMatch(/^[0-9a-f]{20}$/)
    expect(base_url).toBe(`${server().url}/w/${name}`)
    const added = await send(`/w/${name}/api/v1/notes/add`, {
      method: 'POST',
      body: JSON.stringify({ title: 'Only here', text: 'x' }),
      headers: bearer(token),
    })
    expect(added.status).toBe(200)
    const listed = await send('/api/v1/notes/list', { headers: { ...bearer(token), 'X-Onedoor-World': name } })
    expect(await listed.text()).toContain('Only here')
    expect(listed.headers.get('cache-control')).toBe('no-store')
    // Without the header the server itself is asked, which does not know the token.
    expect((await send('/api/v1/notes/list', { headers: bearer(token) })).status).toBe(401)
    const withCookie = { ...bearer(token), cookie: `onedoor_world=${name}` }
    expect((await send('/api/v1/notes/list', { headers: withCookie })).status).toBe(401)
    expect((await send(`/sandbox/worlds/${name}`, { method: 'DELETE' })).status).toBe(204)
  })

  test('makes no world of a name that a visitor chooses, and lists none', async () => {
    expect((await send('/sandbox/worlds')).status).toBe(403)
    expect((await send('/sandbox/worlds', { method: 'POST', body: '{"name":"mine"}' })).status).toBe(403)
    for (const path of ['/sandbox/worlds/mine', '/w/mine/api/v1/notes/list', '/sandbox/worlds/m%69ne'])
      expect((await send(path)).status, path).toBe(400)
    expect((await send('/', { headers: { 'X-Onedoor-World': 'mine' } })).status).toBe(400)
  })

  test('is refused the tokens and the cookies of the accounts of the server', async () => {
    const account = await server().account()
    const { name } = await createWorld()
    const path = `/w/${name}/api/v1/notes/list`
    const withToken = await send(path, { headers: bearer(account.token) })
    expect([withToken.status, await withToken.text()]).toEqual([403, expect.stringContaining('of this server')])
    const { cookie } = await account.inBrowser()
    expect((await send(path, { headers: { cookie } })).status).toBe(401)
    expect((await send(`/sandbox/worlds/${name}`, { method: 'DELETE' })).status).toBe(204)
  })

  test('has at most SANDBOX_WORLDS worlds', async () => {
    const made = [await createWorld(), await createWorld(), await createWorld()]
    const more = await send('/sandbox/worlds', { method: 'POST', body: '{}' })
    expect([more.status, await more.text()]).toEqual([429, expect.stringContaining('3 worlds')])
    for (const { name } of made) await send(`/sandbox/worlds/${name}`, { method: 'DELETE' })
  })

  test('refuses long bodies before they are read', async () => {
    const response = await send('/sandbox/worlds', { method: 'POST', body: `{"name":"${'x'.repeat(1024 * 1024)}"}` })
    expect([response.status, await response.json()]).toEqual([413, expect.objectContaining({ code: 'too_large' })])
  })

  test('lets an address create 20 worlds an hour', async () => {
    const invalid = () => send('/sandbox/worlds', { method: 'POST', body: '{"clock":1}' })
    let response = await invalid()
    for (let left = 20; left > 0 && response.status === 400; left--) response = await invalid()
    expect(response.status).toBe(429)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(60)
  })

  test('runs with the lowest priority and without the settings of the server', async () => {
    await send('/sandbox/openapi.json')
    const pid = await sandboxPid()
    // The 19th field is the nice value; the name before it may contain spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
    expect(fields[16]).toBe('19')
    const names = readFileSync(`/proc/${pid}/environ`, 'utf8')
      .split('\0')
      .map((each) => each.split('=')[0])
    expect(
      names.filter(
        (each) =>
          !['NODE_COMPILE_CACHE', 'NODE_CHANNEL_FD', 'NODE_CHANNEL_SERIALIZATION_MODE', ''].includes(each ?? ''),
      ),
    ).toEqual([])
  })

  test('can be killed: the server goes on, and the next request starts it again', async () => {
    await send('/sandbox/openapi.json')
    const starts = await gaugeOf('onedoor_sandbox_starts')
    process.kill(await sandboxPid(), 'SIGKILL')
    await expect.poll(() => gaugeOf('onedoor_sandbox_running')).toBe(0)
    expect((await send('/health/live')).status).toBe(200)
    expect((await send('/sandbox/openapi.json')).status).toBe(200)
    expect(await gaugeOf('onedoor_sandbox_starts')).toBe(starts + 1)
  })
})

/** The child of this process that runs the sandbox. */
async function sandboxPid(): Promise<number> {
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').trim().split(' ')
  const found = children.find((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('sandbox-process'))
  return Number(found)
}
