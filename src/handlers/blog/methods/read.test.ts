import { expect, test } from 'vitest'
import { forEachServer } from '#testing/server.ts'
import { publisherOn } from '../fixtures/published.ts'

forEachServer((server) => {
  const publish = publisherOn(server)

  test('a private post neither makes a title ambiguous for others nor is named to them', async () => {
    const [ada, ben] = [await server().account(), await server().account()]
    const secret = await publish(ada, 'Curlew', { private: true })
    const open = await publish(ben, 'Curlew')
    const part = await publish(ben, 'Curlew on the moor')
    expect(await ben.ok('blog.read', { title: 'curlew' })).toMatchObject({ id: open.id })
    expect(await server().anonymous.ok('blog.read', { title: 'CURLEW' })).toMatchObject({ id: open.id })
    const refused = await server().anonymous.fails('blog.read', { title: 'curle' })
    expect([refused.status, refused.body.code]).toEqual([400, 'failed_precondition'])
    expect(refused.body.error).toContain(`"Curlew on the moor" (${part.id}), "Curlew" (${open.id})`)
    expect(refused.body.error).not.toContain(secret.id)
    const toTheAuthor = await ada.fails('blog.read', { title: 'curlew' })
    expect(toTheAuthor.body.code).toBe('failed_precondition')
    expect(toTheAuthor.body.error).toContain(secret.id)
  })

  test('a whole title wins over a part of another, and a part must fit one post only', async () => {
    const ada = await server().account()
    const short = await publish(ada, 'Dunlin')
    const long = await publish(ada, 'Dunlin at dusk')
    expect(await ada.ok('blog.read', { title: 'dunlin' })).toMatchObject({ id: short.id })
    expect(await ada.ok('blog.read', { title: 'AT  DUSK' })).toMatchObject({ id: long.id })
    expect((await ada.fails('blog.read', { title: 'dunli' })).body.code).toBe('failed_precondition')
    expect((await ada.fails('blog.read', { title: 'dunlin at dawn' })).body.code).toBe('not_found')
  })

  test('a part of a title is read as text, not as a pattern', async () => {
    const ada = await server().account()
    const post = await publish(ada, 'Plover: 100 % off_shore! Größe')
    for (const title of ['100 %', '% off_', 'off_shore!', 'GRÖSSE']) {
      expect(await ada.ok('blog.read', { title })).toMatchObject({ id: post.id })
    }
    for (const title of ['plover%shore', 'off-shore', 'plover_ 100', 'plover!']) {
      expect((await ada.fails('blog.read', { title })).body.code).toBe('not_found')
    }
  })

  test('a refusal that fits very many posts says that it names only some', async () => {
    const ada = await server().account()
    for (let i = 0; i < 12; i++) await publish(ada, `Sanderling ${i}`)
    const { body } = await ada.fails('blog.read', { title: 'sanderling' })
    expect(body.error).toContain('matches more than 10 posts: "Sanderling 11"')
    expect(body.error).toContain('and others')
  })
})
