import { describe, expect, test } from 'vitest'
import { frameDocument, maxPictureCharacters } from './frame-document.ts'

const picture = (id: string, characters: number) => ({ id, address: `data:image/png;base64,${'A'.repeat(characters)}` })

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

  test.each([
    '<link rel="preconnect" href="https://tracker.example">',
    '<LINK/rel=preconnect href=//tracker.example>',
    '<meta http-equiv="refresh" content="0;url=/notes">',
  ])('has nothing that connects or redirects automatically: %s', (markup) => {
    const [, body = ''] = frameDocument(`<p>Hello</p>${markup}`, []).split('<body>')
    expect(body).toContain('<p>Hello</p><x-')
    expect(body).not.toMatch(/<(?:link|meta)/i)
  })
})
