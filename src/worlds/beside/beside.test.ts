import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, get } from 'node:http'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createClient } from '#generated/client/index.js'
import { browserForTests } from '#testing/browser.ts'
import { closeServer, openOnLoopback } from '#testing/loopback.ts'
import { mainFile } from '#testing/program.ts'
import { serverForTests } from '#testing/server.ts'
import { once as onlyOnce } from '../../runtime/base/once.ts'
import { openSandboxBeside } from './sandbox-beside.ts'

const openPage = browserForTests({ mayLogErrors: true })
const server = serverForTests({
  settings: { SANDBOX_WORLDS: '3' },
  openBeside: openSandboxBeside([await mainFile(), 'sandbox-process']),
})

/** The first account is that of the administrator. */
const administrator = onlyOnce(() => server().account())

interface MadeWorld {
  readonly name: string
  readonly base_url: string
  readonly accounts: readonly { readonly username: string; readonly token: string }[]
}

async function createWorld(): Promise<MadeWorld & { readonly token: string }> {
  const response = await send('/sandbox/worlds', { method: 'POST', body: '{}' })
  expect(response.status).toBe(200)
  const world = (await response.json()) as MadeWorld
  onTestFinished(async () => {
    expect((await send(`/sandbox/worlds/${world.name}`, { method: 'DELETE' })).status).toBe(204)
  })
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
  })

  test('is used by pages of another origin, which send the header', async () => {
    const { name, token } = await createWorld()
    const elsewhere = createServer((_req, res) => res.setHeader('Content-Type', 'text/html').end('<title>x</title>'))
    const address = await openOnLoopback(elsewhere)
    onTestFinished(() => closeServer(elsewhere))
    const { page } = await openPage()
    await page.goto(address)
    const headers = { ...bearer(token), 'X-Onedoor-World': name, 'Content-Type': 'application/json' }
    const init = { method: 'POST', headers, body: JSON.stringify({ title: 'From elsewhere', text: 'x' }) }
    const script = `fetch(${JSON.stringify(`${server().url}/api/v1/notes/add`)}, ${JSON.stringify(init)}).then((each) => each.json())`
    expect(await page.evaluate(script)).toMatchObject({ result: { note: { title: 'From elsewhere' } } })
  })

  test('makes no world of a name that a visitor chooses, and lists none', async () => {
    expect((await send('/sandbox/worlds')).status).toBe(403)
    expect((await send('/sandbox/worlds', { method: 'POST', body: '{"name":"mine"}' })).status).toBe(403)
    for (const path of ['/sandbox/worlds/mine', '/w/mine/api/v1/notes/list', '/sandbox/worlds/m%69ne'])
      expect((await send(path)).status, path).toBe(400)
    expect((await send('/', { headers: { 'X-Onedoor-World': 'mine' } })).status).toBe(400)
  })

  test('is refused the tokens and the cookies of the accounts of the server', async () => {
    const account = await administrator()
    const { name } = await createWorld()
    const path = `/w/${name}/api/v1/notes/list`
    const withToken = await send(path, { headers: bearer(account.token) })
    expect([withToken.status, await withToken.text()]).toEqual([403, expect.stringContaining('on this server')])
    const { cookie } = await account.inBrowser()
    expect((await send(path, { headers: { cookie } })).status).toBe(401)
  })

  test('shows what a world contains without any right to the account of a visitor', async () => {
    const { cookie } = await (await administrator()).inBrowser()
    const { name, base_url, token } = await createWorld()
    const planted = await plant(base_url, token)
    const { page, context } = await openPage()
    const [session = '', secret = ''] = cookie.split('=')
    await context.addCookies([{ name: session, value: secret, url: server().url }])
    const downloads: string[] = []
    for (const address of [`${base_url}/`, `${base_url}/docs`, ...planted]) {
      const isShown = await page.goto(address).catch((failure: Error) => {
        expect(failure.message).toContain('Download is starting')
        downloads.push(address)
      })
      if (!isShown) continue
      expect(isShown.status(), address).toBe(200)
      const got = await page.evaluate(hostileScript(server().url))
      expect(got, address).toEqual({
        ...{ origin: 'null', cookie: 'refused', storage: 'refused', worker: 'refused' },
        ...{ read: 'refused', changed: 'refused', page: 'refused', frame: 'refused' },
      })
    }
    // Files are saved and never shown.
    expect(downloads).toEqual(planted.slice(2))
    // What a page of the server would load as its own is refused as well.
    const asScript = { 'sec-fetch-dest': 'script', 'sec-fetch-site': 'same-origin' }
    expect((await send(`/w/${name}/robots.txt`, { headers: asScript })).status).toBe(403)
    await page.goto(`${server().url}/settings/data`)
    expect(await page.title()).toContain('data')
  })

  test('passes on streams and WebSockets as they arrive', async () => {
    const { name, token } = await createWorld()
    const stream = await send(`/sandbox/worlds/${name}/calls/stream`)
    expect(stream.headers.get('content-type')).toContain('text/event-stream')
    await send(`/w/${name}/api/v1/notes/list`, { headers: bearer(token) })
    const reader = (stream.body as ReadableStream<Uint8Array>).getReader()
    let seen = ''
    while (!seen.includes('notes.list')) seen += new TextDecoder().decode((await reader.read()).value)
    await reader.cancel()
    const socket = new WebSocket(`${server().url.replace('http', 'ws')}/w/${name}/v1/notes/list`, [token])
    const message = await new Promise<string>((resolve) => {
      socket.onmessage = ({ data }) => resolve(String(data))
      socket.onopen = () => socket.send('{}')
      socket.onclose = ({ code, reason }) => resolve(`closed ${code} ${reason}`)
    })
    expect(message).toBe('{"items":[]}')
    socket.close()
  })

  test('answers 20 requests of a world at once, streams included', async () => {
    const { name, token } = await createWorld()
    const open = () => send(`/sandbox/worlds/${name}/calls/stream`)
    const streams = await Promise.all(Array.from({ length: 20 }, open))
    expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]))
    const refused = await send(`/w/${name}/api/v1/notes/list`, { headers: bearer(token) })
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
    await Promise.all(streams.map(({ body }) => body?.cancel()))
  })

  test('has at most SANDBOX_WORLDS worlds', async () => {
    await Promise.all([createWorld(), createWorld(), createWorld()])
    const more = await send('/sandbox/worlds', { method: 'POST', body: '{}' })
    expect([more.status, await more.text()]).toEqual([429, expect.stringContaining('3 worlds')])
  })

  const shownToAdministrators = async () => {
    const { cookie } = await (await administrator()).inBrowser()
    const text = await (await send('/admin', { headers: { cookie } })).text()
    return /<dt>Sandbox<\/dt><dd>(.*?) \(/.exec(text)?.[1]
  }

  test('is shown to administrators: its worlds, its memory, and what was refused', async () => {
    const page = shownToAdministrators
    await createWorld()
    await createWorld()
    await expect.poll(page, { timeout: 10_000 }).toMatch(/^works: 2 open worlds and 0 parked ones, with [1-9]\d+ MiB/)
    const refused = Number(/(\d+) requests were refused/.exec((await page()) ?? '')?.[1])
    expect(
      (await send('/w/mine/', { headers: { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'script' } })).status,
    ).toBe(403)
    expect(await page()).toContain(`; ${refused + 1} requests were refused`)
    expect(await gaugeOf('onedoor_sandbox_worlds_open')).toBe(2)
    expect(await gaugeOf('onedoor_sandbox_worlds_parked')).toBe(0)
    expect(await gaugeOf('onedoor_sandbox_memory_bytes')).toBeGreaterThan(10_000_000)
  })

  test('ends after ten minutes without requests, and the next one starts it again', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const made = await send('/sandbox/worlds', { method: 'POST', body: '{}' })
    const { name } = (await made.json()) as MadeWorld
    // fetch has its own timeouts, which would pass as well.
    const stream = get(`${server().url}/sandbox/worlds/${name}/calls/stream`).on('error', () => undefined)
    await once(stream, 'response')
    const pid = await sandboxPid()
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(await gaugeOf('onedoor_sandbox_running')).toBe(1)
    stream.destroy()
    await expect.poll(() => gaugeOf('onedoor_sandbox_requests')).toBe(0)
    await vi.advanceTimersByTimeAsync(599_999)
    expect([await sandboxPid(), await gaugeOf('onedoor_sandbox_running')]).toEqual([pid, 1])
    await vi.advanceTimersByTimeAsync(1)
    expect([await gaugeOf('onedoor_sandbox_running'), await gaugeOf('onedoor_sandbox_memory_bytes')]).toEqual([0, 0])
    // Its worlds ended with it.
    expect((await send(`/sandbox/worlds/${name}`)).status).toBe(400)
    expect(await sandboxPid()).not.toBe(pid)
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

  test('can be killed: running calls fail, the server goes on, and the next request starts it again', async () => {
    await send('/sandbox/openapi.json')
    const endless = new ReadableStream({ start: (controller) => controller.enqueue('{"text":"') })
    const call = send('/sandbox/worlds/any/clock', { method: 'POST', body: endless, duplex: 'half' } as RequestInit)
    await expect.poll(() => gaugeOf('onedoor_sandbox_requests')).toBe(1)
    const starts = await gaugeOf('onedoor_sandbox_starts')
    process.kill(await sandboxPid(), 'SIGKILL')
    const failed = await call
    expect([failed.status, failed.headers.get('retry-after')]).toEqual([503, '1'])
    await expect.poll(() => gaugeOf('onedoor_sandbox_running')).toBe(0)
    expect((await send('/health/live')).status).toBe(200)
    expect((await send('/sandbox/openapi.json')).status).toBe(200)
    expect(await gaugeOf('onedoor_sandbox_starts')).toBe(starts + 1)
  })

  test('is shown to administrators as broken once it has ended twice, until it runs again', async () => {
    const runs = () =>
      expect.poll(async () => (await send('/sandbox/openapi.json')).status, { timeout: 10_000 }).toBe(200)
    for (let killed = 0; killed < 2; killed++) {
      await runs()
      process.kill(await sandboxPid(), 'SIGKILL')
      await expect.poll(() => gaugeOf('onedoor_sandbox_running')).toBe(0)
    }
    expect(await shownToAdministrators()).toMatch(/^broken: has ended [23] times in the last five minutes/)
    await runs()
    await expect.poll(shownToAdministrators).toMatch(/^works: 0 open worlds/)
  })
})

const markup = '<script>document.title="planted"</script><img src=x onerror=document.title="planted">'

/** Addresses in the world that contain scripts: a post, an app, and files of types that browsers can show. */
async function plant(baseUrl: string, token: string): Promise<string[]> {
  const world = createClient({ baseUrl, token })
  const post = await world.blog.create({ content: `# Planted\n\n${markup}`, public: true })
  const app = await world.apps.create({
    name: 'Planted',
    html: `<!doctype html><title>x</title>${markup}`,
    public: true,
  })
  const files = [
    ['page.html', `<!doctype html>${markup}`],
    ['picture.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>document.title="planted"</script></svg>'],
    ['text.txt', markup],
  ] as const
  const shared = files.map(async ([name, content]) => {
    const { id } = await world.files.put({ name, content })
    return (await world.files.share({ id, public: true })).url
  })
  return [`${baseUrl}/blog/${post.id}`, app.url, ...(await Promise.all(shared))]
}

/** The result of what a planted script would try, if nothing in the page stopped it from running. */
const hostileScript = (url: string) => `(async () => {
  const tried = async (work) => { try { return 'done: ' + await work() } catch { return 'refused' } }
  const credentials = 'include', headers = { 'content-type': 'application/json' }, method = 'POST'
  const body = JSON.stringify({ title: 'Planted', text: 'x' })
  return {
    origin: self.origin,
    cookie: await tried(() => document.cookie),
    storage: await tried(() => localStorage.length),
    worker: await tried(() => navigator.serviceWorker.register('/sw.js')),
    read: await tried(() => fetch('${url}/api/v1/notes/list', { credentials })),
    changed: await tried(() => fetch('${url}/api/v1/notes/add', { credentials, method, body, headers })),
    page: await tried(() => fetch('${url}/settings/data', { credentials })),
    frame: await tried(async () => {
      const frame = document.createElement('iframe')
      const loaded = new Promise((resolve) => frame.addEventListener('load', resolve))
      frame.src = '${url}/settings/data'
      document.documentElement.append(frame)
      await loaded
      return frame.contentWindow.document.title
    }),
  }
})()`

/** The child of this process that runs the sandbox. */
async function sandboxPid(): Promise<number> {
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').trim().split(' ')
  const found = children.find((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('sandbox-process'))
  return Number(found)
}
