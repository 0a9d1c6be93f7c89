import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testByteStore, testPage } from '#testing/byte-store.ts'
import { allOf } from '../../testing/all-of.ts'
import { type S3Server, startS3 } from '../../testing/s3-server.ts'
import { openS3 } from './s3.ts'
import { Spool } from './spool.ts'

let server: S3Server
let home = ''
beforeAll(async () => {
  server = await startS3()
  home = await mkdtemp(join(tmpdir(), 'onedoor-s3-test-'))
})
afterAll(async () => {
  await server.stop()
  await rm(home, { recursive: true, force: true })
})

testByteStore('an S3 store', () => openS3({ ...server.account, prefix: 'onedoor/one/', pageKeys: testPage }))

describe('a bucket', () => {
  test('is shared by instances that see only their own keys', async () => {
    const [mine, yours] = [
      await openS3({ ...server.account, prefix: 'onedoor/mine/' }),
      await openS3({ ...server.account, prefix: 'onedoor/yours/' }),
    ]
    const spool = await Spool.open(join(home, 'arriving'))
    const onTooLong = () => new Error('too long')
    await mine.keep('blob_1', await spool.write('blob_1', Buffer.from('mine'), { maxBytes: 4, onTooLong }))
    expect(await allOf(mine.list())).toEqual([['blob_1']])
    expect(await allOf(yours.list())).toEqual([[]])
    expect(await yours.open('blob_1')).toBeUndefined()
    mine.close()
    yours.close()
  })

  test.each([
    ['secretAccessKey', 'wrong', /status 403 \(SignatureDoesNotMatch\)/],
    ['accessKeyId', 'wrong', /status 403 \(InvalidAccessKeyId\)/],
    ['bucket', 'no-such-bucket', /status 404 \(NoSuchBucket\)/],
    ['endpoint', 'http://127.0.0.1:9', /ECONNREFUSED/],
  ])('with a wrong %s is rejected at the start, naming the settings', async (name, value, reason) => {
    const opening = openS3({ ...server.account, prefix: 'onedoor/one/', [name]: value })
    await expect(opening).rejects.toThrow(reason)
    await expect(openS3({ ...server.account, prefix: 'onedoor/one/', [name]: value })).rejects.toThrow(
      /AWS_SECRET_ACCESS_KEY/,
    )
  })
})

describe('a store that fails', () => {
  test('is retried after temporary failures, but not after a rejection', async () => {
    const statuses = [200, 503, 500, 204, 403, 200]
    const seen: string[] = []
    const flaky = createServer((req, res) => {
      seen.push(`${req.method}`)
      res.writeHead(statuses.shift() ?? 200).end()
    }).listen(0, '127.0.0.1')
    await once(flaky, 'listening')
    const endpoint = `http://127.0.0.1:${(flaky.address() as AddressInfo).port}`
    const store = await openS3({ ...server.account, endpoint, prefix: '' })
    await store.delete(['blob_1'])
    expect(seen).toEqual(['GET', 'DELETE', 'DELETE', 'DELETE'])
    await expect(store.delete(['blob_2'])).rejects.toMatchObject({ code: 'unavailable', retryAfterS: 5 })
    expect(seen).toHaveLength(5)
    store.close()
    flaky.closeAllConnections()
    flaky.close()
  })

  test('by its silence is not waited for when the signal aborts, and not asked again', async () => {
    const asked = Promise.withResolvers<void>()
    const left = Promise.withResolvers<void>()
    let heads = 0
    const silent = createServer((req, res) => {
      if (req.method === 'GET') return void res.end()
      heads += 1
      res.once('close', left.resolve)
      asked.resolve()
    }).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const endpoint = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
    const store = await openS3({ ...server.account, endpoint, prefix: '' })
    const late = new AbortController()
    const size = store.size('readiness', late.signal)
    await asked.promise
    late.abort()
    await expect(size).rejects.toThrow(/aborted/)
    await left.promise
    expect(heads).toBe(1)
    store.close()
    silent.close()
  })

  test('in the middle of a body fails its reader, so that a truncated file is never considered complete', async () => {
    const cutting = createServer((req, res) => {
      if (req.url?.includes('max-keys')) return void res.end()
      res.writeHead(200, { 'Content-Length': '1000' }).write('x'.repeat(10))
      setImmediate(() => res.destroy())
    }).listen(0, '127.0.0.1')
    await once(cutting, 'listening')
    const endpoint = `http://127.0.0.1:${(cutting.address() as AddressInfo).port}`
    const store = await openS3({ ...server.account, endpoint, prefix: '' })
    const stream = await store.open('blob_1')
    await expect(stream?.toArray()).rejects.toThrow(/aborted/)
    store.close()
    cutting.close()
  })
})
