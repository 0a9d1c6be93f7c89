import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { rawConnection, requestHead } from '#testing/raw-http.ts'
import { serverForTests } from '#testing/server.ts'

const server = serverForTests()

test('an account gets a few long exports at a time, is told when there are too many, and costs nobody else', async () => {
  const ada = await server().account()
  const { store } = server()
  // More than the sockets hold, and nothing that can be compressed.
  const rows = Array.from({ length: 120 }, (_, index) => ({
    id: `note_${String(index).padStart(26, '0')}`,
    owner: ada.id,
    title: `${index}`,
    title_key: `${index}`,
    text: randomBytes(100_000).toString('base64'),
    created_at: 1,
    updated_at: 1,
  }))
  for (const row of rows) await store.run(store.sql('notes').insert(row))
  const { cookie, csrfToken } = await ada.inBrowser()
  const body = new URLSearchParams({ csrf_token: csrfToken }).toString()
  const head = requestHead('POST', '/settings/export', {
    Cookie: cookie,
    'Content-Type': 'application/x-www-form-urlencoded',
    'Content-Length': body.length,
  })
  const open = async () => {
    const connection = await rawConnection(server().url)
    const begun = new Promise<string>((resolve) => {
      connection.socket.once('data', (chunk: Buffer) => {
        connection.socket.pause()
        resolve(chunk.toString('latin1'))
      })
    })
    connection.write(head + body)
    return { connection, status: Number((await begun).split(' ')[1]) }
  }
  const four = [await open(), await open(), await open(), await open()]
  expect(four.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const fifth = await open()
  expect(fifth.status).toBe(429)
  const ben = await (await server().account()).inBrowser()
  const others = await fetch(`${server().url}/settings/export`, {
    method: 'POST',
    headers: { cookie: ben.cookie },
    body: new URLSearchParams({ csrf_token: ben.csrfToken }),
  })
  expect([others.status, (await others.arrayBuffer()).byteLength > 0]).toEqual([200, true])
  for (const { connection } of [...four, fifth]) connection.close()
})
