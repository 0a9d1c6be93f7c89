import { expect, test } from 'vitest'
import { forEachServer } from '#testing/server.ts'
import { body50 } from '../fixtures/published.ts'

forEachServer((server) => {
  test('without a title one is taken from the content', async () => {
    const ada = await server().account()
    const content = '\n---\n## The [kingfisher](https://example.org) at the **mill pond**\n\nEvery morning this week.'
    const post = await ada.ok('blog.create', { content })
    expect(post).toMatchObject({ title: 'The kingfisher at the mill pond', tags: [] })
    expect(await server().anonymous.ok('blog.read', { title: 'kingfisher at the mill' })).toMatchObject({
      id: post.id,
      text: `# The kingfisher at the mill pond\n\n${ada.username}, 2026-11-21\n\nEvery morning this week.`,
    })
    const long = await ada.ok('blog.create', { content: 'wagtail '.repeat(40) })
    expect(long.title).toBe(`${'wagtail '.repeat(10).trim()}…`)
  })

  test.each([
    [{}, true],
    [{ public: true }, true],
    [{ public: false }, false],
    [{ private: true }, false],
    [{ private: false }, true],
    [{ public: true, private: true }, false],
    [{ public: false, private: false }, false],
  ])('a post created with %j: it is public: %j', async (visibility, isPublic) => {
    const ada = await server().account()
    const post = await ada.ok('blog.create', { content: body50, ...visibility })
    expect(post).toMatchObject({ public: isPublic, private: !isPublic })
    const read = server().anonymous.call('blog.read', { id: post.id })
    expect((await read).status).toBe(isPublic ? 200 : 400)
  })
})
