import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { rawConnection, requestHead } from '#testing/raw-http.ts'
import { type S3Server, startS3 } from '#testing/s3-server.ts'
import { serverForTests } from '#testing/server.ts'

const mebibyte = 1024 * 1024
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

let s3: S3Server
const inS3: Record<string, string> = {}
beforeAll(async () => {
  s3 = await startS3()
  Object.assign(inS3, s3.settings)
})
afterAll(() => s3.stop())

describe.each([
  ['in a folder', {}],
  ['in an S3-compatible store', inS3],
])('files %s', (_where, settings) => {
  const server = serverForTests({ settings })

  /** A form with a file of these bytes, as a browser sends it. */
  function formOf(csrfToken: string, bytes: Uint8Array) {
    const field = (name: string, more = '') => `--edge\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`
    return Buffer.concat([
      Buffer.from(`${field('csrf_token')}${csrfToken}\r\n${field('file', '; filename="a.bin"')}`),
      bytes,
      Buffer.from('\r\n--edge--\r\n'),
    ])
  }

  async function uploading() {
    const account = await server().account()
    const { cookie, csrfToken } = await account.inBrowser()
    const bytes = randomBytes(3 * mebibyte)
    const form = formOf(csrfToken, bytes)
    const head = requestHead('POST', '/settings/files', {
      ...{ Cookie: cookie, 'Content-Type': 'multipart/form-data; boundary=edge', 'Content-Length': form.length },
      ...{ Origin: server().url, Accept: 'text/html' },
    })
    const connection = await rawConnection(server().url)
    connection.write(head)
    return { account, bytes, form, connection }
  }

  test('an upload is stored as it was sent, and read whole and in parts', async () => {
    const { account, bytes, form, connection } = await uploading()
    connection.write(form)
    expect(await connection.response()).toMatchObject({ status: 303 })
    connection.close()
    const { items } = await account.ok('files.list', {})
    expect(items).toMatchObject([{ name: 'a.bin', size_bytes: bytes.length, sha256: sha256(bytes) }])
    const headers = { Authorization: `Bearer ${account.token}` }
    const address = `${server().url}/files/${items[0]?.id}`
    const whole = await fetch(address, { headers })
    expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true)
    const part = await fetch(address, { headers: { ...headers, Range: 'bytes=1048570-1048585' } })
    expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, bytes.subarray(1048570, 1048586)])
    await account.ok('files.delete', { id: items[0]?.id as string })
    expect((await fetch(address, { headers })).status).toBe(404)
  })

  test('an upload that breaks off leaves no file and takes no space', async () => {
    const { account, form, connection } = await uploading()
    const { used_bytes } = await account.ok('files.list', {})
    connection.write(form.subarray(0, 2 * mebibyte))
    const blobs = () => server().store.all<{ state: string }>(server().store.sql('blobs').where({ owner: account.id }))
    await vi.waitFor(async () => expect(await blobs()).toHaveLength(1), { timeout: 10_000 })
    connection.close()
    await vi.waitFor(async () => expect(await blobs()).toEqual([]), { timeout: 10_000 })
    expect(await account.ok('files.list', {})).toMatchObject({ items: [], used_bytes })
  })
})
