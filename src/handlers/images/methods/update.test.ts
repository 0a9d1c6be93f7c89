import { expect, test } from 'vitest'
import { forEachServer } from '#testing/server.ts'
import { upload } from '../fixtures/uploaded.ts'

const rtl = 'صورة \u202eexe.gpj'

forEachServer(
  (server) => {
    test('title, description and tags are changed, and stay where they are not given', async () => {
      const ada = await server().account()
      const { id } = await upload(ada)
      const tags = ['garden', rtl, '<b>']
      const first = await ada.ok('images.update', { id, title: ' Ladder\nbehind ', description: ' A shed. ', tags })
      expect(first).toMatchObject({ title: 'Ladder behind', description: 'A shed.', tags })
      const second = await ada.ok('images.update', { id, title: rtl })
      expect(second).toMatchObject({ title: rtl, description: 'A shed.', tags })
      const third = await ada.ok('images.update', { id, tags: [] })
      expect(third).toMatchObject({ title: rtl, tags: [] })
      server().clock.advance(1000)
      for (const method of ['images.update', 'images.get'] as const) expect(await ada.ok(method, { id })).toEqual(third)
    })

    test('10,000 tags are more than an update takes', async () => {
      const ada = await server().account()
      const { id } = await upload(ada)
      const { status, body } = await ada.fails('images.update', {
        id,
        tags: Array.from({ length: 10_000 }, (_, i) => `tag ${i}`),
      })
      expect([status, body.code]).toEqual([413, 'too_large'])
    })
  },
  { settings: { QUOTA_MIB: '8' } },
)
