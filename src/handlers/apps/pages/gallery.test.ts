import { describe, expect, test } from 'vitest'
import { planOf } from '#testing/plans.ts'
import { forEachServer } from '#testing/server.ts'
import { TestVisitor } from '#testing/visitor.ts'
import { galleryQuery } from './gallery.ts'

forEachServer((server) => {
  describe('the gallery of apps', () => {
    test('shows 50 public apps on a page, each once, and reads no more than it shows', async () => {
      const ada = await server().account()
      const html = '<!doctype html><html lang="en"><title>Tides</title></html>'
      const { id } = await ada.ok('apps.create', { name: 'Tides', html })
      const { store } = server()
      const row = await store.get<Record<string, unknown>>(store.sql('apps').where({ id }))
      const copies = Array.from({ length: 60 }, (_, index) => {
        const name = `tides-${String(index).padStart(2, '0')}`
        return { ...row, id: `app_${name}`, slug: name, public: index >= 5, created_at: index }
      })
      await store.run(store.sql('apps').insert(copies as never))
      const visitor = new TestVisitor(server().url)
      const slugsOn = async (page: number) =>
        [...(await visitor.get(`/apps?page=${page}`)).html.matchAll(/<h2>.*?href="\/apps\/(tides-\d\d)"/g)].map(
          ([, slug]) => slug,
        )
      const pages = [await slugsOn(1), await slugsOn(2), await slugsOn(200)]
      expect(pages.map(({ length }) => length)).toEqual([50, 5, 0])
      expect(pages.flat()).toEqual(
        copies
          .slice(5)
          .map(({ slug }) => slug)
          .toReversed(),
      )
      const read = await Promise.all([1, 2].map((page) => store.all(galleryQuery(page))))
      expect(read.map(({ length }) => length)).toEqual([51, 5])
      const plan = await planOf(store, galleryQuery(1))
      expect(plan).toContain('apps_by_age')
      expect(plan).not.toMatch(/TEMP B-TREE|\bSort\b/)
    })
  })
})
