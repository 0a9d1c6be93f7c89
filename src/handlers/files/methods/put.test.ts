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
import type { FilesDeps } from '../index.ts'
import put from './put.ts'

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
