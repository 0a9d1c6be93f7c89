import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { rawConnection, requestHead } from '#testing/raw-http.ts'
import { serverForTests } from '#testing/server.ts'
import { watchUnread } from '../../http/pieces.ts'

/** More than the socket buffers; three of them exceed the unread bytes of an account. */
const text = 'x'.repeat(6 * 1024 * 1024)
const note = {
  id: 'note_1',
  title: 'Long',
  text,
  created: '2026-11-21T09:30:00.000Z',
  updated: '2026-11-21T09:30:00.000Z',
}
let changes = 0
const server = serverForTests({
  handlers: {
    notes: {
      get: async () => ({ note }),
      add: async () => {
        changes += 1
        return { note, is_new: true }
      },
    },
  } as never,
})

test('an account with long unread responses gets no more of them until it has read one; others do', async () => {
  const [ann, ben] = [await server().account(), await server().account()]
  const head = requestHead('GET', '/api/v1/notes/get?title=Long', { Authorization: `Bearer ${ann.token}` })
  const unread = async () => {
    const connection = await rawConnection(server().url)
    const begun = new Promise<number>((resolve) => {
      connection.socket.once('data', (chunk: Buffer) => {
        connection.socket.pause()
        resolve(Number(chunk.toString('latin1').split(' ')[1]))
      })
    })
    connection.write(head)
    return { connection, status: await begun }
  }
  const get = (token: string | undefined) =>
    fetch(`${server().url}/api/v1/notes/get?title=Long`, { headers: { Authorization: `Bearer ${token}` } })
  const two = [await unread(), await unread()]
  expect(two.map(({ status }) => status)).toEqual([200, 200])
  const refused = await get(ann.token)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
  expect(((await refused.json()) as { error: string }).error).toContain('of unread responses')
  const others = await get(ben.token)
  expect([others.status, (await others.text()).length > text.length]).toEqual([200, true])
  // The result of a change is sent, regardless of how much waits.
  const changed = await fetch(`${server().url}/api/v1/notes/add`, {
    method: 'POST',
    body: JSON.stringify({ title: 'a', text: 'b' }),
    headers: { Authorization: `Bearer ${ann.token}`, 'Content-Type': 'application/json' },
  })
  expect([changed.status, changes]).toEqual([200, 1])
  await changed.text()
  two[0]?.connection.close()
  await expect.poll(async () => (await get(ann.token)).status).toBe(200)
  two[1]?.connection.close()
})

test('a client that reads nothing is disconnected, and its waiting bytes are no longer counted', async () => {
  let held = 0
  const plain = createServer((_req, res) => {
    res.end(text)
    const hold = (bytes: number) => {
      held += bytes
      return () => {
        held -= bytes
      }
    }
    watchUnread(res, hold, 50)
  })
  await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve))
  const connection = await rawConnection(`http://127.0.0.1:${(plain.address() as AddressInfo).port}`)
  const begun = new Promise<void>((resolve) => {
    connection.socket.once('data', () => {
      connection.socket.pause()
      resolve()
    })
  })
  connection.write(requestHead('GET', '/', {}))
  await begun
  expect(held).toBeGreaterThan(0)
  await expect.poll(() => held, { timeout: 10_000 }).toBe(0)
  connection.close()
  plain.close()
})
