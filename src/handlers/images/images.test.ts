import { describe, expect, test } from 'vitest'
import { forEachServer } from '#testing/server.ts'
import { samplePictures } from './fixtures/pictures.ts'
import { upload } from './fixtures/uploaded.ts'

const unknownId = 'image_01k9y3r2s4t6v8w0x2y4z6a8b0'

forEachServer(
  (server) => {
    describe('images', () => {
      test('a private picture is missing for others, and a published one is seen but not changed by them', async () => {
        const [ada, ben] = [await server().account(), await server().account()]
        const { id } = await upload(ada)
        const hidden = await ben.fails('images.get', { id })
        const missing = await ben.fails('images.get', { id: unknownId })
        expect(hidden.status).toBe(400)
        expect(hidden.body.error.replace(id, '')).toBe(missing.body.error.replace(unknownId, ''))
        server().clock.advance(1000)
        const shared = await ada.ok('images.share', { id, public: true })
        expect([shared.public, shared.updated > shared.created]).toEqual([true, true])
        expect(await ben.ok('images.get', { id })).toEqual(shared)
        for (const [method, args] of [
          ['images.update', { id, title: 'Mine' }],
          ['images.share', { id, public: false }],
          ['images.delete', { id }],
        ] as const) {
          const [theirs, none] = [await ben.fails(method, args), await ben.fails(method, { ...args, id: unknownId })]
          expect(theirs.body).toEqual({ ...none.body, error: none.body.error.replace(unknownId, id) })
          expect(theirs.body.code).toBe('not_found')
        }
        expect(await ada.ok('images.get', { id })).toEqual(shared)
        await ada.ok('images.share', { id, public: false })
        expect((await ben.fails('images.get', { id })).body).toEqual(hidden.body)
      })

      test('share without public is refused, and changes nothing', async () => {
        const ada = await server().account()
        const image = await upload(ada)
        const { body } = await ada.fails('images.share', { id: image.id })
        expect([body.code, body.details]).toEqual([
          'invalid_argument',
          [
            {
              path: 'public',
              message: 'is required: true publishes the picture, and false makes it private',
            },
          ],
        ])
        expect(await ada.ok('images.get', { id: image.id })).toEqual(image)
      })

      test('a deleted picture is gone with its bytes and its room, and deleting it again says so', async () => {
        const ada = await server().account()
        const { used_bytes: before } = await ada.ok('files.list', {})
        const { id } = await upload(ada, samplePictures.photo())
        expect((await ada.ok('files.list', {})).used_bytes).toBeGreaterThan(before + 1000)
        expect(await ada.ok('images.delete', { id })).toEqual({ id, deleted: true })
        expect((await ada.fails('images.delete', { id })).body.code).toBe('not_found')
        const { status } = await fetch(`${server().url}/images/${id}`, {
          headers: { Authorization: `Bearer ${ada.token}` },
        })
        expect(status).toBe(404)
        // The event of the deletion is still there.
        expect((await ada.ok('files.list', {})).used_bytes).toBeLessThan(before + 1000)
        const blobs = await server().store.all(server().store.sql('blobs').where({ owner: ada.id }))
        expect(blobs).toEqual([])
      })

      test('lists are newest first, by scope, and neither repeat nor lose a picture that comes or goes', async () => {
        const [ada, ben] = [await server().account(), await server().account()]
        const own = []
        for (let at = 0; at < 5; at++) own.unshift((await upload(ada)).id)
        const theirs = (await upload(ben)).id
        await ben.ok('images.share', { id: theirs, public: true })
        await ada.ok('images.share', { id: own[1] as string, public: true })
        const ids = async (args: object) => (await ada.ok('images.list', args)).items.map(({ id }) => id)
        expect(await ids({ scope: 'mine' })).toEqual(own)
        expect((await ids({})).slice(0, 2)).toEqual([theirs, own[1]])
        expect((await ids({ scope: 'all' })).slice(0, 6)).toEqual([theirs, ...own])
        const first = await ada.ok('images.list', { scope: 'mine', limit: 2 })
        await upload(ada)
        await ada.ok('images.delete', { id: own[1] as string })
        const second = await ada.ok('images.list', { scope: 'mine', limit: 2, cursor: first.next_cursor as string })
        const third = await ada.ok('images.list', { scope: 'mine', limit: 2, cursor: second.next_cursor as string })
        expect([...first.items, ...second.items, ...third.items].map(({ id }) => id)).toEqual(own)
        expect(third.next_cursor).toBeUndefined()
        const { body } = await ada.fails('images.list', { cursor: 'page 2' })
        expect(body.details).toEqual([{ path: 'cursor', message: 'must be the next_cursor of the previous page' }])
      })
    })
  },
  { settings: { QUOTA_MIB: '8' } },
)
