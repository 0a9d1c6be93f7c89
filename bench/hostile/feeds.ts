import type { Draw, Family } from './draw.ts'
import { compressed, endless, type Response, redirects, whole } from './sites.ts'

const type = 'application/rss+xml'
const xml = (body: string | Buffer) => whole(body, { 'content-type': type })
const json = (body: string) => whole(body, { 'content-type': 'application/feed+json' })
const rss = (items: string, channel = '') =>
  '<?xml version="1.0"?><rss version="2.0"><channel><title>T</title><link>https://site.example/</link>' +
  `${channel}${items}</channel></rss>`
const item = (title: string, rest = '') =>
  `<item><title>${title}</title><link>https://site.example/1</link>${rest}</item>`
const described = (text: string) => xml(rss(item('x', `<description><![CDATA[${text}]]></description>`)))
const mebibyte = 1024 * 1024
const absurdTimes = ['9'.repeat(100_000), '-271821-04-20', ' '.repeat(1_000_000), 'Fri, 99 Nov 99999']
const oddLinks = [
  'javascript:alert(1)',
  `https://${'a.'.repeat(100_000)}`,
  'https://[',
  `https://x/${'%'.repeat(1_000_000)}`,
]

/** A feed with these entities, and a title that uses them. */
const declared = (entities: string, title: string) =>
  rss(item(title)).replace('<rss', () => `<!DOCTYPE rss [${entities}]><rss`)

function laughs(draw: Draw): string {
  const levels = draw.between(10, 30)
  const entities = Array.from({ length: levels }, (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`)
  return declared(`<!ENTITY e0 "ha">${entities.join('')}`, `&e${levels};`)
}

function quadratic(draw: Draw): string {
  const size = draw.between(50_000, 200_000)
  return declared(`<!ENTITY a "${'a'.repeat(size)}">`, '&a;'.repeat(size))
}

const external = (address: string) =>
  declared(`<!ENTITY x SYSTEM "${address}"><!ENTITY % y SYSTEM "${address}"> %y;`, '&x;')

/** Feeds that are hostile to a parser. */
export const feedFamilies: Readonly<Record<string, Family<Response>>> = {
  'expanding entities': (draw) => xml(laughs(draw)),
  'quadratic entities': (draw) => xml(quadratic(draw)),
  'external entities': (draw) =>
    xml(external(draw.one(['file:///etc/passwd', 'file:///dev/zero', 'http://127.0.0.1:9/']))),
  'deep nesting': (draw) => xml(rss('<a>'.repeat(draw.between(50_000, 800_000)))),
  'huge attribute': (draw) => xml(rss(`<item a="${'x'.repeat(draw.between(1, 3) * mebibyte)}"/>`)),
  'many attributes': (draw) =>
    xml(rss(`<item ${Array.from({ length: draw.between(50_000, 200_000) }, (_, n) => `a${n}="1"`).join(' ')}/>`)),
  'many items': (draw) => xml(rss(item('x').repeat(draw.between(10_000, 40_000)))),
  'huge title': (draw) => xml(rss(item('x'.repeat(draw.between(1, 3) * mebibyte)))),
  'character references': (draw) => xml(rss(item('&#x41;&amp;&lt;'.repeat(draw.between(100_000, 200_000))))),
  'unclosed parts': (draw) =>
    xml(rss(draw.one(['<![CDATA[', '<!--', '<item a="', '<?x ', '<!DOCTYPE ['])) + '<a>'.repeat(900_000)),
  'many unclosed comments': (draw) =>
    xml(rss(draw.one(['<!-', '<!--', '<![CDATA', '<?']).repeat(draw.between(200_000, 600_000)))),
  'NUL and invalid UTF-8': (draw) => xml(Buffer.concat([Buffer.from(rss('').slice(0, 100)), draw.bytes(1_000_000)])),
  'odd encoding': (draw) =>
    xml(
      Buffer.concat([
        Buffer.from(
          `<?xml version="1.0" encoding="${draw.one(['utf-16', 'utf-7', 'x'.repeat(100_000), 'iso-2022-jp'])}"?>`,
        ),
        draw.bytes(200_001),
      ]),
    ),
  namespaces: (draw) =>
    xml(Array.from({ length: draw.between(5000, 20_000) }, (_, n) => `<a${n}:b xmlns:a${n}="u${n}">`).join('')),
  'markup in descriptions': (draw) => described('<div>'.repeat(draw.between(100_000, 600_000))),
  'unclosed markup in descriptions': (draw) =>
    described(draw.one(['<', '<!--', '<script>', '<p a="', '&']).repeat(draw.between(100_000, 400_000))),
  'spaces in titles': (draw) => xml(rss(item(`x${' '.repeat(draw.between(1, 3) * mebibyte)}x`))),
  'absurd times': (draw) =>
    xml(
      rss(
        item('x', `<pubDate>${draw.one(absurdTimes)}</pubDate>`),
        `<ttl>1e309</ttl>${'<skipHours><hour>-1</hour></skipHours>'.repeat(1000)}`,
      ),
    ),
  'odd links': (draw) => xml(rss(`<item><title>x</title><link>${draw.one(oddLinks)}</link></item>`)),
  'Atom of many links': (draw) =>
    xml(
      `<feed xmlns="http://www.w3.org/2005/Atom"><entry xml:base="${'../'.repeat(100_000)}"><title>x</title>` +
        `${'<link href="a"/>'.repeat(draw.between(50_000, 150_000))}</entry></feed>`,
    ),
  'deep JSON': (draw) => json(draw.one(['[', '{"a":', '{"items":[']).repeat(draw.between(100_000, 300_000))),
  'JSON of many keys': (draw) =>
    json(`{${Array.from({ length: draw.between(100_000, 300_000) }, (_, n) => `"k${n}":1`).join()}}`),
  'JSON with prototypes': () =>
    json(
      '{"version":"https://jsonfeed.org/version/1.1","__proto__":{"items":[]},' +
        '"items":[{"constructor":{"prototype":1},"id":{},"url":[],"title":1e999}]}',
    ),
  'gzip bomb': (draw) => compressed(type, '<rss><channel><title>', draw.between(60, 200), 'gzip'),
  'brotli bomb': (draw) => compressed(type, '<rss><channel><title>', draw.between(60, 200), 'br'),
  'endless body': () => endless(type, '<rss><channel><title>', false),
  'trickling body': () => endless(type, '<rss><channel><title>', true),
  'endless redirects': () => redirects('/feed'),
  binary: (draw) => xml(draw.bytes(500_000)),
  nothing: (draw) => xml(draw.one(['', ' ', '\ufeff', '<'])),
}
