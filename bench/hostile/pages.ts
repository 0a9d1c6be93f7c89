import { hostilePages } from '#handlers/browser/fixtures/hostile-pages.ts'
import type { Family } from './draw.ts'
import { compressed, endless, type Response, redirects, whole } from './sites.ts'

const type = 'text/html'
const html = (body: string | Buffer) => whole(body, { 'content-type': 'text/html; charset=utf-8' })
const script = (code: string) => html(`<title>x</title><p>fine</p><script>${code}</script>`)
const mebibyte = 1024 * 1024
const charsets = ['utf-16le', 'iso-2022-jp', 'utf-7', 'gb18030', 'x'.repeat(5000)]

const markup: Record<string, Family<Response>> = {
  'deep nesting': (draw) => html('<div>'.repeat(draw.between(50_000, 500_000))),
  'misnested formatting': (draw) => html('<a><b><i><p>x</a></b>'.repeat(draw.between(2000, 8000))),
  'huge attribute': (draw) => html(`<p title="${'x'.repeat(draw.between(5, 20) * mebibyte)}">fine</p>`),
  'many attributes': (draw) =>
    html(`<p ${Array.from({ length: draw.between(50_000, 200_000) }, (_, n) => `a${n}=1`).join(' ')}>fine</p>`),
  'many elements': (draw) => html('<p>x'.repeat(draw.between(100_000, 500_000))),
  'unclosed everything': (draw) =>
    html(draw.one(['<!--', '<script>', '<title>', '<textarea>', '<p a="']) + '<p>x'.repeat(200_000)),
  'nested tables': (draw) => html('<table><tr><td>'.repeat(draw.between(1000, 10_000))),
  'nested foreign content': (draw) => html('<svg><foreignObject><math><mtext>'.repeat(draw.between(500, 5000))),
  'huge text': (draw) => html(draw.one(['x', 'x ', '\u0600', '\u{1f469}\u200d']).repeat(draw.between(2, 4) * mebibyte)),
  'NUL and invalid UTF-8': (draw) => html(Buffer.concat([Buffer.from('<p>fine'), draw.bytes(500_000)])),
  'odd charset': (draw) =>
    whole(Buffer.concat([Buffer.from([0xff, 0xfe, 0]), draw.bytes(100_001)]), {
      'content-type': `text/html; charset=${draw.one(charsets)}`,
    }),
  'frames of itself': () => html(`<p>fine</p>${'<iframe src="?"></iframe>'.repeat(20)}`),
  'selectors that backtrack': (draw) =>
    html(
      `<style>${`${':has(* *) '.repeat(3)}*{color:red}`.repeat(50)}</style>${'<p>'.repeat(draw.between(500, 2000))}`,
    ),
}

const transfer: Record<string, Family<Response>> = {
  'gzip bomb': (draw) => compressed(type, '<p>', draw.between(60, 200), 'gzip'),
  'brotli bomb': (draw) => compressed(type, '<p>', draw.between(60, 200), 'br'),
  'endless body': () => endless(type, '<p>fine</p>', false),
  'trickling body': () => endless(type, '<p>fine</p>', true),
  'endless redirects': () => redirects('/page'),
  'many large cookies': (draw) =>
    whole('<p>fine</p>', {
      'content-type': type,
      'set-cookie': Array.from({ length: draw.between(20, 50) }, (_, n) => `c${n}=${'x'.repeat(4000)}`),
    }),
}

const scripts: Record<string, Family<Response>> = {
  'endless loop': (draw) => script(`setTimeout(() => { for (;;); }, ${draw.between(0, 500)})`),
  'endless navigation': (draw) =>
    script(`setInterval(() => { location = '?' + Math.random() }, ${draw.between(1, 50)})`),
  'endless refresh': () => html('<meta http-equiv=refresh content="0;url=?"><p>fine</p>'),
  'endless history': () =>
    script("setInterval(() => history.pushState({ x: 'x'.repeat(1e6) }, '', '?' + Math.random()), 1)"),
  'growing document': () => script("setInterval(() => { document.body.innerHTML += '<p>x</p>'.repeat(1000) }, 1)"),
  memory: () => script('const kept = []; setInterval(() => kept.push(new Uint8Array(32 << 20).fill(1)), 10)'),
  'backtracking regular expression': (draw) =>
    script(`setTimeout(() => /^(a|a)*$/.test('${'a'.repeat(draw.between(40, 80))}b'), 100)`),
  'changed prototypes': () =>
    script(
      'for (const of of [Object, Array, Promise, Function])' +
        ' for (const name of Object.getOwnPropertyNames(of.prototype))' +
        " try { Object.defineProperty(of.prototype, name, { get: () => 'x'.repeat(1e8) }) } catch {}",
    ),
  'busy workers': (draw) =>
    script(`for (let i = 0; i < ${draw.between(10, 50)}; i++) new Worker(URL.createObjectURL(new Blob(['for(;;);'])))`),
  'many requests': (draw) => script(`for (let i = 0; i < ${draw.between(500, 5000)}; i++) fetch('?' + i)`),
  'huge canvas': (draw) =>
    script(
      `for (let i = 0; i < ${draw.between(2, 20)}; i++)` +
        " Object.assign(document.createElement('canvas'), { width: 16384, height: 16384 })" +
        ".getContext('2d').fillRect(0, 0, 9, 9)",
    ),
  ...Object.fromEntries(
    Object.entries(hostilePages).map(([path, body]) => [`page that ${path.slice(1)}`, () => html(body)]),
  ),
}

/** Pages that are hostile to a browser or to what reads it. */
export const pageFamilies: Readonly<Record<string, Family<Response>>> = { ...markup, ...transfer, ...scripts }
