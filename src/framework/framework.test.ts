import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { createLazyHandler } from './framework.ts'
import { openRpcPort, type PortHandler, type RpcPort } from './grpc/port.ts'

const working: PortHandler = {
  request: (_req, res) => void res.end('done'),
  upgrade: (_req, socket) => socket.end('HTTP/1.1 101 Switching Protocols\r\n\r\n'),
}
const broken: PortHandler = {
  request() {
    throw new Error('the password is hunter2')
  },
  upgrade() {
    throw new Error('the password is hunter2')
  },
}

let port: RpcPort | undefined
afterEach(() => port?.drain(0))

async function open(load: () => PortHandler | Promise<PortHandler>) {
  const faults: unknown[] = []
  port = await openRpcPort(
    createLazyHandler(load, (failure) => faults.push(failure)),
    { host: '127.0.0.1', port: 0 },
  )
  return { faults, url: `http://127.0.0.1:${port.port}`, port: port.port }
}

async function upgraded(to: number): Promise<string> {
  const socket = connect(to, '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
  return text(socket)
}

test('requests that arrive while the handler is loading are handled by it', async () => {
  const loaded = Promise.withResolvers<PortHandler>()
  let isAsked = Promise.withResolvers<void>()
  const { url, faults } = await open(() => {
    isAsked.resolve()
    return loaded.promise
  })
  const first = fetch(url)
  await isAsked.promise
  isAsked = Promise.withResolvers()
  const second = fetch(url)
  await isAsked.promise
  loaded.resolve(working)
  expect(await Promise.all([first, second].map(async (response) => (await response).text()))).toEqual(['done', 'done'])
  expect(faults).toEqual([])
})

test('its errors and those of loading are only logged; the next request may succeed', async () => {
  const unloadable = () => Promise.reject(new Error('the password is hunter2'))
  for (const failing of [() => broken, async () => broken, unloadable]) {
    let load: () => PortHandler | Promise<PortHandler> = failing
    const { url, faults, port: number } = await open(() => load())
    const response = await fetch(url)
    expect(response.status).toBe(500)
    const body = await response.json()
    expect(body).toMatchObject({ id: 'gateway', code: 500, status: 'Internal Server Error' })
    expect(JSON.stringify(body)).not.toContain('hunter2')
    expect(await upgraded(number)).toBe('')
    expect(faults).toMatchObject([{ message: 'the password is hunter2' }, { message: 'the password is hunter2' }])
    load = () => working
    expect(await (await fetch(url)).text()).toBe('done')
    expect(await upgraded(number)).toContain('101')
    await port?.drain(0)
  }
})
