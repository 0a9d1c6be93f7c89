import { once } from 'node:events'
import { type ClientHttp2Session, connect, constants, createServer, type Http2Server } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { universalResponseToNodeResponse } from '@connectrpc/connect-node'
import { afterEach, describe, expect, test } from 'vitest'
import { untilTaken } from './rpc-door.ts'

const size = 1024 * 1024
const opened: (Http2Server | ClientHttp2Session)[] = []

afterEach(() => {
  for (const each of opened.splice(0)) each.close()
})

/** A server that responds with a megabyte, and counts the waiting bytes of its responses. */
async function serving(stallMs: number) {
  const seen = { held: 0 }
  const hold = (bytes: number) => {
    seen.held += bytes
    return () => {
      seen.held -= bytes
    }
  }
  async function* whole() {
    yield Buffer.alloc(size, 'orchard')
  }
  const server = createServer((_req, res) => {
    res.on('error', () => undefined)
    const body = untilTaken(whole(), res, hold, stallMs)
    universalResponseToNodeResponse({ status: 200, header: new Headers(), body }, res).catch(() => undefined)
  })
  opened.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const session = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, {
    settings: { initialWindowSize: 1024 },
  })
  opened.push(session)
  return { seen, session }
}

describe('a whole response over HTTP/2', () => {
  test('that nobody reads is given up, and its memory released', async () => {
    const { seen, session } = await serving(50)
    const stream = session.request({ ':path': '/' })
    stream.on('error', () => undefined)
    await once(stream, 'response')
    expect(seen.held).toBe(size)
    // Nothing is read, so the window of 1 KiB stays closed.
    await expect.poll(() => seen.held).toBe(0)
    await expect.poll(() => stream.rstCode).toBe(constants.NGHTTP2_CANCEL)
  })

  test('that is read arrives complete, even with a small window', async () => {
    const { seen, session } = await serving(10_000)
    const stream = session.request({ ':path': '/' })
    let received = 0
    stream.on('data', (piece: Buffer) => {
      received += piece.length
    })
    await once(stream, 'end')
    expect(received).toBe(size)
    await expect.poll(() => seen.held).toBe(0)
  })
})
