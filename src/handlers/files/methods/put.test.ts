import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { manualClock } from '#runtime/base/clock.ts'
import { createLog } from '#runtime/base/log.ts'
import { Blobs } from '#runtime/blobs/blobs.ts'
import { openFolder } from '#runtime/blobs/folder.ts'
import { Spool } from '#runtime/blobs/spool.ts'
import type { Context } from '#runtime/calls/context.ts'
import { forOneDatabase } from '#testing/databases.ts'
import { fundedAccount } from '#testing/funded-account.ts'
import { forEachServer } from '#testing/server.ts'
import type { FilesDeps } from '../index.ts'
import put from './put.ts'

const mebibyte = 1024 * 1024
const json = { 'Content-Type': 'application/json' }
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')

forEachServer((server) => {
  test('a long text that could be base64 is a text unless the call says otherwise', async () => {
    const ada = await server().account()
    const content = 'orchard1'.repeat(20_000)
    const text = await ada.ok('files.put', { name: 'a.txt', content })
    expect([text.size_bytes, text.sha256]).toEqual([content.length, sha256(content)])
    const bytes = await ada.ok('files.put', { name: 'a.bin', content, encoding: 'base64' })
    expect([bytes.size_bytes, bytes.sha256]).toEqual([120_000, sha256(Buffer.from(content, 'base64'))])
  })

  test('long base64 is refused in the words that short base64 is refused with', async () => {
    const ada = await server().account()
    const good = Buffer.alloc(90_000, 'orchard').toString('base64')
    const put = (content: string) => ada.call('files.put', { name: 'a.bin', content, encoding: 'base64' })
    for (const wrong of [`${good}YR==`, `${good}=`, `${good}-_-_`, `${good}YQ==YQ==`]) {
      const { status, body } = await put(wrong)
      expect(status).toBe(400)
      expect(JSON.stringify(body)).toContain('must be base64 (RFC 4648)')
    }
  })

  test('an idempotency key distinguishes long contents, and returns the same file for the same one', async () => {
    const ada = await server().account()
    const put = (byte: string) => {
      const content = Buffer.alloc(90_000, byte).toString('base64')
      const body = JSON.stringify({ name: 'a.bin', content, encoding: 'base64' })
      return ada.send('files.put', { body, headers: { ...json, 'Idempotency-Key': 'long' } })
    }
    const first = await put('a')
    expect(await put('a')).toMatchObject({ status: 200, body: first.body })
    expect((await put('b')).status).toBe(422)
  })

  test('a body over the cap of the method is too large', async () => {
    const ada = await server().account()
    const body = JSON.stringify({ name: 'a', content: 'x'.repeat(17 * mebibyte) })
    const { status } = await ada.send('files.put', { body, headers: json })
    expect(status).toBe(413)
  })
})

forOneDatabase((_dialect, openTestStore, newDatabase) => {
  test('a call that is cancelled while its bytes arrive stores nothing', async () => {
    const { dataDir } = await newDatabase()
    const [store, clock] = [await openTestStore(), manualClock()]
    const bytes = await openFolder(join(dataDir, 'kept'))
    const spool = await Spool.open(join(dataDir, 'arriving'))
    const log = createLog({ logLevel: 'silent' })
    const blobs = new Blobs({ store, clock, log, bytes, spool, quotaBytes: 1000 })
    const leaving = new AbortController()
    async function* attached() {
      yield Buffer.from('whole ')
      leaving.abort(new Error('gone'))
      yield Buffer.from('file')
    }
    const account = { id: await fundedAccount(store, 0), username: 'ada' }
    const ctx = { account, clock, attached: attached(), signal: leaving.signal } as unknown as Context
    const handler = put({ blobs, baseUrl: 'https://onedoor.example' } as unknown as FilesDeps)
    await expect(handler({ name: 'a.txt', content: '' }, ctx)).rejects.toThrow('gone')
    const rows = await store.all(store.sql('blobs').select('id').unionAll(store.sql('files').select('id')))
    expect([rows, await spool.list()]).toEqual([[], []])
  })
})
