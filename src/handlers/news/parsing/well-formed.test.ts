import { describe, expect, test } from 'vitest'
import { parseFeed } from './parse-feed.ts'

const now = Date.parse('2026-11-21T09:30:00Z')
const url = 'https://feeds.example/d/rss.xml'
const read = (text: string, at = url) => parseFeed(text, at, now).stories
const titles = (text: string) => read(text).map(({ title }) => title)

const item = (name: string) => `<item><title>${name}</title><link>https://site.example/${name.length}</link></item>`
const rss = (items: string, start = '') =>
  `${start}<rss version="2.0"><channel><title>T</title>${items}</channel></rss>`
const cut = (text: string, before: string) => text.slice(0, text.lastIndexOf(before))

describe('a feed that is not well-formed', () => {
  test.each([
    ['bare ampersands', rss(item('AT&T & Co')), ['AT&T & Co']],
    ['a bare angle bracket', rss(item('3 < 5') + item('next one')), ['3 < 5', 'next one']],
    ['an element that is never closed', rss(item('Rain<br>and wind')), ['Rain and wind']],
    [
      'names in another case',
      rss(item('A')).replace('<rss', '<RSS').replace('<title>A</title>', '<Title>A</tItle>'),
      ['A'],
    ],
    ['attributes without quotes', rss(item('A')).replace('<item>', '<item n=1 flag>'), ['A']],
    ['text before it', rss(item('A'), 'Warning: no such file<br>\n'), ['A']],
    ['an element in the channel that is never closed', rss(`<image><url>/x</url>${item('A')}`), ['A']],
  ])('with %s is read', (_name, text, expected) => expect(titles(text)).toEqual(expected))

  test.each([
    ['after an item', '</channel>'],
    ['in the start of an item', 'title>Third'],
    ['in a title', 'ird'],
    ['in an address', 'example/5'],
    ['before the end of an item', '</item>'],
  ])('and ends %s has the items before', (_name, before) => {
    const three = rss(item('One') + item('Other') + (before === '</channel>' ? '' : item('Third')))
    expect(titles(cut(three, before))).toEqual(['One', 'Other'])
  })

  test('and ends in CDATA, or before its first item', () => {
    expect(titles(cut(rss(`${item('One')}<item><title><![CDATA[Unfinished]]></title>`), ']]>'))).toEqual(['One'])
    expect(() => read(cut(rss(item('One')), '</title>'))).toThrow('ends before its first item')
  })

  test('and nested deeper than any feed is refused', () => {
    expect(titles(rss(item(`${'<b>'.repeat(90)}A`)))).toEqual(['A'])
    expect(() => read(rss(item(`${'<b>'.repeat(100)}A`)))).toThrow('nested too deeply')
  })
})

describe('the document type of a feed', () => {
  test.each([
    ['of RSS 0.91', '<!DOCTYPE rss PUBLIC "-//Netscape//DTD RSS 0.91//EN" "http://x.example/rss.dtd">', 'A'],
    ['that names entities of HTML', '<!DOCTYPE rss [<!ENTITY nbsp "&#160;">]>', 'A'],
    [
      'with brackets in quotes and comments',
      `<!DOCTYPE rss SYSTEM "a>b]" [<!ATTLIST a b CDATA "]>"> <!-- ]> ' " --> <!ENTITY x '<item>]>'>]>`,
      'A',
    ],
    [
      'that declares entities',
      '<!DOCTYPE rss [<!ENTITY a "AAAA"><!ENTITY b "&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]>',
      '&b; &c;',
    ],
  ])('%s is left out, and its entities are never expanded', (_name, type, title) => {
    expect(titles(rss(item(title), `<?xml version="1.0"?>${type}`))).toEqual([title])
  })

  test.each(['<!DOCTYPE rss [', `<!DOCTYPE rss [${'<!--'.repeat(1_000_000)}`])('without an end is refused', (type) => {
    expect(() => read(rss(item('A'), type))).toThrow('document type')
  })
})

describe('relative addresses of a feed', () => {
  const links = (text: string, at?: string) => read(text, at).map((story) => story.url)
  const story = (n: number, attributes = '') =>
    `<item${attributes}><title>${n}</title><link>${n}?a=1&amp;b=2</link></item>`

  test('are resolved by xml:base, also in RSS and by the bases of its items', () => {
    const text = rss(`<link>https://other.example/</link>${story(1)}${story(2, ' xml:base="deep/"')}`)
    expect(links(text.replace('<rss', '<rss xml:base="/base/"'))).toEqual([
      'https://feeds.example/base/1?a=1&b=2',
      'https://feeds.example/base/deep/2?a=1&b=2',
    ])
  })

  test('are resolved by the bases of a feed, its entries and their links in Atom', () => {
    const atom = `<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://b.example/x/"><title>T</title>
<entry xml:base="y/"><id>1</id><title>e</title><link href="z?a=1&amp;b=2"/></entry>
<entry><id>2</id><title>f</title><link xml:base="/q/" href="z"/></entry>
<entry xml:base="javascript:alert(1)"><id>3</id><title>g</title><link href="z"/></entry></feed>`
    expect(links(atom)).toEqual(['https://b.example/x/y/z?a=1&b=2', 'https://b.example/q/z', 'https://b.example/x/z'])
  })

  test.each([
    'http://127.0.0.1:1200/feed',
    'http://localhost/feed',
    'http://feeds.localhost./feed',
    'http://0.0.0.0/feed',
    'http://[::1]/feed',
    'http://[::]/feed',
    'http://[::ffff:127.0.0.1]/feed',
  ])('never lead to %s, which is another machine for each reader', (at) => {
    expect(links(rss(story(1)), at)).toEqual([])
    expect(links(rss(`<link>https://home.example/</link>${story(1)}`), at)).toEqual(['https://home.example/1?a=1&b=2'])
    const items = [{ id: '1', url: '/1', title: 't' }]
    const json = {
      version: 'https://jsonfeed.org/version/1.1',
      title: 'J',
      home_page_url: 'https://home.example/',
      items,
    }
    expect(links(JSON.stringify(json), at)).toEqual(['https://home.example/1'])
  })
})
