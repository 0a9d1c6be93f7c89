import { expect, test } from 'vitest'
import type { Query } from '#runtime/store/types.ts'
import { pagesByCursor } from '#testing/pages-by-cursor.ts'
import { forEachServer } from '#testing/server.ts'
import { body50, publisherOn } from '../fixtures/published.ts'
import blogList from './list.ts'

forEachServer((server) => {
  const publish = publisherOn(server)

  test('posts are listed newest first, own private ones in their place, with the total', async () => {
    const [ada, ben] = [await server().account(), await server().account()]
    const first = await publish(ada, 'Teal 1')
    const second = await publish(ada, 'Teal 2', { private: true })
    const third = await publish(ben, 'Teal 3', { tags: 'ducks' })
    await publish(ben, 'Teal 4', { private: true })
    const { items, total } = await ada.ok('blog.list', { limit: 3 })
    expect(items).toEqual([{ ...third, mine: false }, second, first])
    const everything = await ada.ok('blog.list', { limit: 500 })
    expect(everything.items).toHaveLength(total)
    expect((await server().anonymous.ok('blog.list', { limit: 2 })).items.map(({ title }) => title)).toEqual([
      'Teal 3',
      'Teal 1',
    ])
    server().clock.advance(1000)
    await ada.ok('blog.update', { id: first.id, title: 'Teal one' })
    expect((await ada.ok('blog.list', { limit: 3 })).items.map(({ title }) => title)).toEqual([
      'Teal 3',
      'Teal 2',
      'Teal one',
    ])
  })

  test('posts are counted only for a page that is not all of them', async () => {
    const ada = await server().account()
    await publish(ada, 'Smew 1')
    await publish(ada, 'Smew 2')
    const { store, clock } = server()
    let counts = 0
    const get = (query: Query) => {
      counts += 1
      return store.get(query)
    }
    const counting = { all: store.all.bind(store), get }
    const list = async (args: object) =>
      (await blogList()(args, { store: counting, clock } as never)) as { total: number }
    const { total } = await list({ limit: 500 })
    expect(counts).toBe(0)
    expect((await list({ limit: 1 })).total).toBe(total)
    expect(counts).toBe(1)
  })

  test('a list pages to its end by cursor, with own private posts in their place, also among posts of the same time', async () => {
    const [ada, ben] = [await server().account(), await server().account()]
    const post = (title: string, caller = ada, isPrivate = false) =>
      caller.ok('blog.create', { content: body50, title, private: isPrivate })
    await post('Pintail 1')
    await post('Pintail 2', ada, true)
    await post('Pintail 3', ben)
    await post('Pintail 4', ben, true)
    const whole = (await ada.ok('blog.list', { limit: 500 })).items.map(({ id }) => id)
    const pages = await pagesByCursor((from) => ada.ok('blog.list', { limit: 2, ...from }))
    expect(pages.flatMap(({ items }) => items.map(({ id }) => id))).toEqual(whole)
    expect(pages.every(({ total }) => total === whole.length)).toBe(true)
    const titles = pages.flatMap(({ items }) => items.map(({ title }) => title))
    expect(titles.filter((title) => title.startsWith('Pintail'))).toHaveLength(3)
  })

  test('a list without a limit is the 100 most recent', async () => {
    const ada = await server().account()
    await Promise.all(Array.from({ length: 101 }, (_, i) => publish(ada, `Wigeon ${i}`)))
    const { items, total } = await server().anonymous.ok('blog.list', {})
    expect(items).toHaveLength(100)
    expect(total).toBeGreaterThan(100)
    expect(items.map(({ created }) => created)).toEqual(
      items
        .map(({ created }) => created)
        .sort()
        .reverse(),
    )
  })
})
