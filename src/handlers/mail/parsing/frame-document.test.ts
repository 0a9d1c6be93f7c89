import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import { describe, expect, test } from 'vitest'
import { frameDocument, maxPictureCharacters } from './frame-document.ts'

const picture = (id: string, characters: number) => ({ id, address: `data:image/png;base64,${'A'.repeat(characters)}` })

function elementsOf(node: DefaultTreeAdapterTypes.Node): DefaultTreeAdapterTypes.Element[] {
  const own = 'tagName' in node ? [node] : []
  return [...own, ...('childNodes' in node ? node.childNodes.flatMap(elementsOf) : [])]
}

describe('the document of a message', () => {
  test('has the pictures of the message wherever it names them, and no others', () => {
    const html = '<img src="cid:own@x"><img src=cid:own@x><td style="background:url(cid:own@x)"><img src="cid:other">'
    const shown = frameDocument(html, [picture('own@x', 4)])
    expect(shown.split('data:image/png;base64,AAAA')).toHaveLength(4)
    expect(shown).toContain('<img src="cid:other">')
  })

  test('does not grow beyond its bound, however often a picture is named', () => {
    const large = picture('a', 1024 * 1024)
    const shown = frameDocument('<img src="cid:a">'.repeat(10_000), [large])
    expect(shown.length).toBeLessThan(maxPictureCharacters + 200_000)
    expect(shown.split(large.address).length - 1).toBe(Math.floor(maxPictureCharacters / large.address.length))
  })

  const url = 'https://tracker.example/x'
  test.each([
    `<link rel="preconnect" href="${url}">`,
    `<LINK/rel=preconnect href=${url}>`,
    '<meta http-equiv="refresh" content="0;url=/notes">',
    `<iframe src="${url}"></iframe>`,
    `<ifr\u0000ame src="${url}">`,
    `<iframe srcdoc="<img src='${url}'>">`,
    `<frameset><frame src="${url}"></frameset>`,
    `<object data="${url}"></object><embed src="${url}"><applet code="${url}">`,
    `<portal src="${url}"></portal><fencedframe></fencedframe>`,
    `<video src="${url}" poster="${url}"><source src="${url}"><track src="${url}"></video><audio src="${url}">`,
    `<svg><image href="${url}"/><style><iframe src="${url}"></style></svg>`,
    `<math><mtext><table><mglyph><style><!--</style><iframe title="--><iframe src='${url}'>">`,
    `<form action="${url}"><input type="image" src="${url}"><button formaction="${url}">`,
    `<script src="${url}"></script><script><!--<script></script><iframe src="${url}">--></script>`,
    `<noscript><iframe src="${url}"></noscript><template><iframe src="${url}"></template>`,
    `<base href="${url}"><html manifest="${url}">`,
    `<b ping="${url}" onclick="x" is="x-y">`,
    `<title><iframe src="${url}"></title><textarea><iframe src="${url}"></textarea>`,
    `<style></style><iframe src="${url}">`,
    `<plaintext><iframe src="${url}">`,
    '<a href="javascript:alert(1)">',
  ])('has no element and no attribute that could connect or redirect: %s', (markup) => {
    const document = parse(frameDocument(`<p>Hello</p>${markup}`, []))
    const found = elementsOf(document).slice(5)
    expect(found.map(({ tagName }) => tagName)).toContain('p')
    for (const { tagName, attrs } of found) {
      expect(tagName).toMatch(/^(?:[abp]|body|style|table)$/)
      expect(attrs.filter(({ name }) => name !== 'target' && name !== 'rel')).toEqual([])
    }
  })

  test('keeps text, tables, styles and links as they were', () => {
    const html =
      '<style>p > b{color:red}</style><table bgcolor="#fff"><tbody><tr><td style="color:red">1 &lt; 2 &amp; "3"</td></tr></tbody></table><b>a<i>b</b>c</i>'
    expect(frameDocument(html, [])).toContain(`<body>${html.replaceAll('"3"', '&quot;3&quot;')}</body>`)
    expect(frameDocument('<a href="https://example.org/?a=1&amp;b=2" onclick="x">go</a>', [])).toContain(
      '<a target="_blank" rel="noopener noreferrer" href="https://example.org/?a=1&amp;b=2">go</a>',
    )
    expect(frameDocument('<style>b{}', [])).toContain('<style>b{}</style></body>')
    for (const kept of ['<style media="only screen and (max-width:480px)">td{display:block}</style>', '<a name="top">'])
      expect(frameDocument(kept, [])).toContain(kept.replace('<a ', '<a target="_blank" rel="noopener noreferrer" '))
    expect(frameDocument('<a href="//example.org/x">', [])).toContain('href="//example.org/x"')
    expect(frameDocument('<textarea><style></textarea><p>visible', [])).toContain('<body><p>visible</body>')
  })

  test.each(['<b>', '<p><div>', '<table><td>', ' a', '<style>', '</b'])(
    'takes linear time for a message of the largest size with nothing but %s',
    (markup) => {
      const started = performance.now()
      frameDocument(`<b ${markup.repeat(1_000_000 / markup.length)}`, [])
      frameDocument(markup.repeat(1_000_000 / markup.length), [])
      expect(performance.now() - started).toBeLessThan(10_000)
    },
    60_000,
  )
})
