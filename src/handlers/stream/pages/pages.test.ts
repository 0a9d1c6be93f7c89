import { describe, expect, test } from 'vitest'
import { browserForTests, screens, viewer } from '#testing/browser.ts'
import { publish } from '#testing/publish.ts'
import { serverForTests } from '#testing/server.ts'

const content = `The **heron** has stood below the weir every morning this week.

## What it waits for

- light
- [fish](https://fish.example/)

\`\`\`
${'a long line of code that must not make the page wide '.repeat(3)}
\`\`\`

| day | birds |
| --- | --- |
| Monday | 3 |
`

const open = browserForTests()
const server = serverForTests()

async function get(path: string) {
  const response = await fetch(`${server().url}${path}`)
  return { status: response.status, headers: response.headers, text: await response.text() }
}

test('what is public is on the pages and in the feeds, what is private is nowhere', async () => {
  const ada = await server().account()
  const post = await ada.ok('blog.create', { content, title: 'The <heron>', tags: 'birds' })
  const secret = await ada.ok('blog.create', { content, title: 'A secret diary', private: true })
  await server().bus.settle()
  const stream = await get('/stream')
  expect(stream.text).toContain(
    `/blog/${post.id}" rel="nofollow ugc">${ada.username} published &quot;The &lt;heron&gt;&quot;</a>`,
  )
  expect(stream.headers.get('cache-control')).toBe('public, max-age=30')
  expect(stream.headers.get('content-security-policy')).toContain("default-src 'none'")
  const atom = await get('/stream/feed.xml')
  expect([atom.status, atom.headers.get('content-type')]).toEqual([200, 'application/atom+xml; charset=utf-8'])
  expect(atom.text).toContain(`published &quot;The &lt;heron&gt;&quot;</title>`)
  const json = JSON.parse((await get('/stream/feed.json')).text)
  expect(json.items).toMatchObject([{ title: `${ada.username} published "The <heron>"` }])
  const blog = await get('/blog')
  expect(blog.text).toContain(`<h2><a href="/blog/${post.id}">The &lt;heron&gt;</a></h2>`)
  const posts = JSON.parse((await get('/blog/feed.json')).text)
  expect(posts.items).toMatchObject([
    { title: 'The <heron>', authors: [{ name: ada.username }], date_published: post.created },
  ])
  const blogAtom = await get('/blog/feed.xml')
  expect(blogAtom.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8')
  expect(blogAtom.text).toContain('<title>The &lt;heron&gt;</title>')
  const page = await get(`/blog/${post.id}`)
  expect(page.text).toContain('<h2>What it waits for</h2>')
  for (const { text } of [stream, atom, blog, blogAtom, await get('/stream/feed.json'), await get('/blog/feed.json')])
    expect(text).not.toContain('secret')
  const [hidden, missing] = [await get(`/blog/${secret.id}`), await get('/blog/post_none')]
  expect([hidden.status, missing.status]).toEqual([404, 404])
  expect(hidden.text.replaceAll(secret.id, 'post_none')).toBe(missing.text)
})

describe('stream and blog are accessible, and fit their screens', () => {
  test.each(screens)(
    '%s',
    async (name, options) => {
      const { page } = await open(options)
      const look = viewer(page, `stream ${name}`)
      const ada = await server().account()
      const title = `The heron at the mill pond, and ${'averyverylongwordindeed'.repeat(4)}`
      const post = await ada.ok('blog.create', { content, title, tags: 'birds, river' })
      const story = { id: `news_${name}`, title: 'Night trains return to the Alps', url: 'https://news.example/trains' }
      await publish(server(), 'news.headline', story)
      for (const path of ['/stream', '/blog', `/blog/${post.id}`]) {
        await page.goto(`${server().url}${path}`)
        await look(path)
      }
    },
    60_000,
  )
})
