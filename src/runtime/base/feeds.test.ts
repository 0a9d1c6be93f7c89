import { expect, test } from 'vitest'
import { atomFeed, type Feed, jsonFeed } from './feeds.ts'

const feed: Feed = {
  title: 'Posts',
  pageUrl: 'https://onedoor.example/blog',
  feedUrl: 'https://onedoor.example/blog/feed.xml',
  author: 'Onedoor',
  entries: [
    {
      id: 'https://onedoor.example/blog/post_1',
      title: 'Herons & <weirs>\u0007\ufffe \ud800',
      summary: '"Early" birds',
      url: 'https://onedoor.example/blog/post_1?a=1&b=2',
      author: 'layla',
      published: 1_000,
      updated: 2_000,
    },
    { id: 'https://onedoor.example/stream/2', title: 'Short', published: 500, updated: 500 },
  ],
}

test('an Atom feed escapes texts and leaves out characters that XML does not allow', () => {
  expect(atomFeed(feed)).toBe(`<feed xmlns="http://www.w3.org/2005/Atom">
<id>https://onedoor.example/blog/feed.xml</id>
<title>Posts</title>
<author><name>Onedoor</name></author>
<link rel="self" type="application/atom+xml" href="https://onedoor.example/blog/feed.xml"/>
<link rel="alternate" type="text/html" href="https://onedoor.example/blog"/>
<updated>1970-01-01T00:00:02.000Z</updated>
<entry>
<id>https://onedoor.example/blog/post_1</id>
<title>Herons &amp; &lt;weirs&gt;\ufffd\ufffd \ufffd</title>
<author><name>layla</name></author>
<link rel="alternate" href="https://onedoor.example/blog/post_1?a=1&amp;b=2"/>
<published>1970-01-01T00:00:01.000Z</published>
<updated>1970-01-01T00:00:02.000Z</updated>
<summary>&quot;Early&quot; birds</summary>
</entry>
<entry>
<id>https://onedoor.example/stream/2</id>
<title>Short</title>
<published>1970-01-01T00:00:00.500Z</published>
<updated>1970-01-01T00:00:00.500Z</updated>
</entry>
</feed>
`)
})

test('a JSON feed says the same', () => {
  expect(JSON.parse(jsonFeed(feed))).toEqual({
    version: 'https://jsonfeed.org/version/1.1',
    title: 'Posts',
    home_page_url: feed.pageUrl,
    feed_url: feed.feedUrl,
    items: [
      {
        id: 'https://onedoor.example/blog/post_1',
        url: 'https://onedoor.example/blog/post_1?a=1&b=2',
        title: 'Herons & <weirs>\u0007\ufffe \ud800',
        content_text: '"Early" birds',
        authors: [{ name: 'layla' }],
        date_published: '1970-01-01T00:00:01.000Z',
        date_modified: '1970-01-01T00:00:02.000Z',
      },
      {
        id: 'https://onedoor.example/stream/2',
        title: 'Short',
        content_text: 'Short',
        date_published: '1970-01-01T00:00:00.500Z',
        date_modified: '1970-01-01T00:00:00.500Z',
      },
    ],
  })
})
