import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { forEachServer, forOneServer } from '#testing/server.ts'

const mebibyte = 1024 * 1024
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')

const settings = { QUOTA_MIB: '24' }

forEachServer(
  (server) => {
    describe('files', () => {
      const putText = async (
        caller: { ok: Awaited<ReturnType<ReturnType<typeof server>['account']>>['ok'] },
        name = 'a.txt',
      ) => caller.ok('files.put', { name, content: `content of ${name}` })

      test('a text is stored with what is known of it, and read back as it was', async () => {
        const ada = await server().account()
        const content = 'tree,kg\r\nBramley,148\n"買い物 👩‍👩‍👧",\u202e\ufeff\n'
        const file = await ada.ok('files.put', { name: 'C:\\plans/harvest-2026.csv', content })
        expect(file).toEqual({
          id: expect.stringMatching(/^file_[0-9a-z]{26}$/),
          name: 'harvest-2026.csv',
          type: 'text/csv',
          size_bytes: Buffer.byteLength(content),
          sha256: sha256(content),
          public: false,
          owner: ada.username,
          url: `${server().url}/files/${file.id}`,
          created: '2026-11-21T09:30:00.000Z',
          updated: '2026-11-21T09:30:00.000Z',
        })
        expect(await ada.ok('files.get', { id: file.id })).toEqual({ ...file, content })
      })

      test('bytes are stored and read back as base64, and put takes what get returns', async () => {
        const ada = await server().account()
        const bytes = randomBytes(1000)
        const sent = {
          name: 'a.bin',
          content: bytes.toString('base64'),
          encoding: 'base64',
          type: 'image/x-odd',
        } as const
        const file = await ada.ok('files.put', sent)
        expect(file).toMatchObject({ type: 'image/x-odd', size_bytes: 1000, sha256: sha256(bytes) })
        const { content, encoding } = await ada.ok('files.get', { id: file.id })
        expect([content, encoding]).toEqual([sent.content, 'base64'])
        const again = await ada.ok('files.put', { name: 'b.bin', content, encoding: 'base64' })
        expect([again.sha256, again.id === file.id]).toEqual([file.sha256, false])
      })

      test.each([
        ['text sent as base64', Buffer.from('plain'), undefined],
        ['nothing', Buffer.alloc(0), undefined],
        ['half a character', Buffer.from('é').subarray(0, 1), 'base64'],
        ['U+0000', Buffer.from('a\0b'), 'base64'],
      ])('what is returned as text depends on the content alone: %s', async (_, bytes, encoding) => {
        const ada = await server().account()
        const { id } = await ada.ok('files.put', { name: 'x', content: bytes.toString('base64'), encoding: 'base64' })
        const found = await ada.ok('files.get', { id })
        expect(found.encoding).toBe(encoding)
        expect(found.content).toBe(bytes.toString(encoding === 'base64' ? 'base64' : 'utf8'))
      })

      test('the same bytes under the same name are two files', async () => {
        const ada = await server().account()
        const [one, two] = [await putText(ada), await putText(ada)]
        expect(one.id).not.toBe(two.id)
        await ada.ok('files.delete', { id: one.id })
        expect((await ada.ok('files.get', { id: two.id })).content).toBe('content of a.txt')
      })

      test('files are listed newest first, without their contents and with the space they take', async () => {
        const ada = await server().account()
        const quota_bytes = 24 * mebibyte
        const { used_bytes: before, ...none } = await ada.ok('files.list', {})
        expect(none).toEqual({ items: [], quota_bytes })
        const files = []
        for (const name of ['a.txt', 'b.txt', 'c.txt']) {
          server().clock.advance(1000)
          files.unshift(await putText(ada, name))
        }
        const { used_bytes, ...list } = await ada.ok('files.list', {})
        expect(list).toEqual({ items: files, quota_bytes })
        // Their contents, and a row for each.
        expect([used_bytes - before > 3 * 216, used_bytes - before < 3 * 1000]).toEqual([true, true])
      })

      test('a file is private until it is shared, and private again when that is taken back', async () => {
        const [ada, ben] = [await server().account(), await server().account()]
        const file = await putText(ada)
        const missing = await ben.fails('files.get', { id: 'file_01k9y3r2s4t6v8w0x2y4z6a8b0' })
        const hidden = await ben.fails('files.get', { id: file.id })
        expect(hidden.body.error.replace(file.id, '')).toBe(
          missing.body.error.replace('file_01k9y3r2s4t6v8w0x2y4z6a8b0', ''),
        )
        expect(hidden.status).toBe(400)
        server().clock.advance(60_000)
        const shared = await ada.ok('files.share', { id: file.id, public: true })
        expect(shared).toEqual({ ...file, public: true, updated: expect.stringMatching(/Z$/) })
        expect(shared.updated > file.updated).toBe(true)
        expect(await ben.ok('files.get', { id: file.id })).toEqual({ ...shared, content: 'content of a.txt' })
        expect((await ben.ok('files.list', {})).items).toEqual([])
        await ada.ok('files.share', { id: file.id, public: false })
        expect((await ben.fails('files.get', { id: file.id })).body.code).toBe('not_found')
      })

      test('a deleted file is gone, with the space it took, and deleting it again says so', async () => {
        const ada = await server().account()
        const before = await ada.ok('files.list', {})
        const { id } = await putText(ada)
        expect(await ada.ok('files.delete', { id })).toEqual({ id, deleted: true })
        for (const method of ['files.get', 'files.delete', 'files.share'] as const) {
          const args = method === 'files.share' ? { id, public: true } : { id }
          expect((await ada.fails(method, args)).body.code).toBe('not_found')
        }
        expect(await ada.ok('files.list', {})).toEqual(before)
      })

      test("another account's file is neither shared nor deleted, even a public one", async () => {
        const [ada, ben] = [await server().account(), await server().account()]
        const { id } = await putText(ada)
        await ada.ok('files.share', { id, public: true })
        for (const [method, args] of [
          ['files.share', { id, public: false }],
          ['files.delete', { id }],
        ] as const) {
          expect((await ben.fails(method, args)).body).toEqual({
            code: 'not_found',
            error: `You have no file with the id "${id}". Use files.list to list your files.`,
          })
        }
        expect((await ada.ok('files.get', { id })).public).toBe(true)
      })

      test('an account holds at most 5,000 files, even empty ones, also when several are stored at once', async () => {
        const ada = await server().account()
        const { store } = server()
        const owner = ada.id
        for (let at = 0; at < 4998; at += 357) {
          const ids = Array.from({ length: 357 }, (_, i) => String(at + i).padStart(5, '0'))
          const blobs = ids.map((id) => ({ id: `blob_${owner}${id}`, owner, state: 'stored', bytes: 0, created_at: 1 }))
          const rows = ids.map((id) => ({
            id: `file_${owner}${id}`,
            owner,
            name: id,
            type: 'text/plain',
            bytes: 0,
            checksum: sha256(''),
            is_text: true,
            public: false,
            blob_id: `blob_${owner}${id}`,
            created_at: 1000 + Number(id),
            updated_at: 1000 + Number(id),
          }))
          await store.write(async (tx) => {
            for (let i = 0; i < 357; i += 51) {
              await tx.run(tx.sql('blobs').insert(blobs.slice(i, i + 51)))
              await tx.run(tx.sql('files').insert(rows.slice(i, i + 51)))
            }
          })
        }
        const puts = await Promise.all(
          Array.from({ length: 5 }, () => ada.call('files.put', { name: 'last', content: '' })),
        )
        expect(puts.map(({ status }) => status).sort()).toEqual([200, 200, 400, 400, 400])
        const { items } = await ada.ok('files.list', {})
        expect(items).toHaveLength(5000)
        expect(items.slice(2).map(({ name }) => Number(name))).toEqual(Array.from({ length: 4998 }, (_, i) => 4997 - i))
        const { body } = await ada.fails('files.put', { name: 'one more', content: '' })
        expect(body.error).toBe('An account can store at most 5,000 files. Nothing was stored. Delete a file first.')
      }, 60_000)

      test.each([
        ['a name that is a folder', { name: 'folder/', content: '' }, ['name']],
        ['no base64', { name: 'a', content: 'YQ', encoding: 'base64' }, ['content']],
        ['base64 with a line break', { name: 'a', content: 'YWJj\nYWI', encoding: 'base64' }, ['content']],
        ['a type with a line break', { name: 'a', content: '', type: 'text/html\r\nX: y' }, ['type']],
      ])('%s is refused by name and nothing is stored', async (_, args, paths) => {
        const ada = await server().account()
        const before = await ada.ok('files.list', {})
        const { status, body } = await ada.fails('files.put', args)
        expect([status, body.code]).toEqual([400, 'invalid_argument'])
        expect(body.details?.map(({ path }) => path).sort()).toEqual(paths)
        expect(await ada.ok('files.list', {})).toEqual(before)
      })
    })
  },
  { settings },
)

// What is stored is not in the database.
forOneServer(
  (server) => {
    test('the largest file is stored and read, as bytes and as text; one byte more is refused by name', async () => {
      const ada = await server().account()
      const bytes = randomBytes(10 * mebibyte)
      const file = await ada.ok('files.put', {
        name: 'big.bin',
        content: bytes.toString('base64'),
        encoding: 'base64',
      })
      const { content } = await ada.ok('files.get', { id: file.id })
      expect(sha256(Buffer.from(content, 'base64'))).toBe(sha256(bytes))
      const text = '🌳'.repeat((10 * mebibyte) / 4)
      const trees = await ada.ok('files.put', { name: 'trees.txt', content: text })
      expect((await ada.ok('files.get', { id: trees.id })).content === text).toBe(true)
      const over = [
        { content: `${text}x` },
        { content: Buffer.alloc(10 * mebibyte + 1).toString('base64'), encoding: 'base64' },
      ]
      for (const each of over) {
        const { status, body } = await ada.fails('files.put', { name: 'over', ...each })
        expect([status, body.details]).toEqual([
          400,
          [{ path: 'content', message: 'must be at most 10 MiB (10485760 bytes)' }],
        ])
      }
      const { used_bytes } = await ada.ok('files.list', {})
      expect([used_bytes > 20 * mebibyte, used_bytes < 20.01 * mebibyte]).toEqual([true, true])
    }, 60_000)

    test('the quota of the account is named when it is reached, and deleting makes room', async () => {
      const ada = await server().account()
      const content = Buffer.alloc(10 * mebibyte).toString('base64')
      const put = { name: 'a.bin', content, encoding: 'base64' } as const
      let last = ''
      for (let i = 0; i < 2; i++) last = (await ada.ok('files.put', put)).id
      const { status, body } = await ada.fails('files.put', put)
      expect([status, body.code]).toEqual([400, 'failed_precondition'])
      expect(body.error).toContain('24 MiB that an account may store (QUOTA_MIB)')
      expect((await ada.ok('files.list', {})).items).toHaveLength(2)
      await ada.ok('files.delete', { id: last })
      await ada.ok('files.put', put)
    }, 60_000)
  },
  { settings },
)
