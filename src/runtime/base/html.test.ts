import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '../../testing/any-character.ts'
import { attributes, type Html, html } from './html.ts'

const anyText = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.string({
    unit: fc.constantFrom('<', '>', '"', "'", '&', '/', '=', ' ', '`', '-', '!', 'b', 'script', '\n', '\0'),
  }),
)

/** Only the parts of a text that form tags and attributes. */
const structure = (markup: Html) => String(markup).replace(/[^<>"']/g, '')

function decoded(markup: string): string {
  const characters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
  return markup.replace(/&(amp|lt|gt|quot|#39);/g, (_, name) => characters[name] as string)
}

test('a value can neither open a tag nor end its attribute', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const markup = String(html`${text}`)
      expect(markup).not.toMatch(/[<>"']/)
      expect(decoded(markup)).toBe(text)
    }),
  )
})

test('a page has the same tags and attributes for any texts', () => {
  const page = (title: string, name: string, entries: readonly string[]) => html`<!doctype html>
<!-- "a comment" -->
<script src="/a.js" defer></script>
<p title="${title} of ${name}"${attributes({ id: name, hidden: true })}>${title}</p>
<ul>${entries.map((entry) => html`<li><a href="${entry}">${entry}</a></li>`)}</ul>
<input value="${name}" disabled>${html`<br>`}${name}
`
  fc.assert(
    fc.property(anyText, anyText, fc.array(anyText, { maxLength: 3 }), (title, name, entries) => {
      const plain = page(
        'a',
        'b',
        entries.map(() => 'c'),
      )
      expect(structure(page(title, name, entries))).toBe(structure(plain))
    }),
  )
})

test('attributes are quoted and escaped, have no value for true, and are left out for nothing', () => {
  const left = { d: false, e: undefined, f: null } as const
  expect(String(attributes({ a: 'x"><b>', 'data-b': 1, c: true, ...left }))).toBe(
    ' a="x&quot;&gt;&lt;b&gt;" data-b="1" c',
  )
  for (const name of ['', 'a b', 'a=b', 'on"', '><b']) {
    expect(() => attributes({ [name]: 'x' }), name).toThrow(/is not the name of an attribute/)
  }
})

test('markup is inserted unchanged, lists are joined, undefined is empty', () => {
  const entries = ['a', '<b>'].map((entry) => html`<li>${entry}</li>`)
  expect(String(html`<ul id="${1}">${entries}${undefined}${false}${null}</ul>`)).toBe(
    '<ul id="1"><li>a</li><li>&lt;b&gt;</li></ul>',
  )
  expect(String(html``)).toBe('')
})

test('a value is allowed in text, in double quotes and as attributes, and nowhere else', () => {
  const text = 'x'
  const refused: Record<string, () => Html> = {
    'no quotes': () => html`<a href=${text}>a</a>`,
    'single quotes': () => html`<a href='${text}'>a</a>`,
    'the name of a tag': () => html`<${text}>a</a>`,
    'the end of a name': () => html`<h${text}>a</h1>`,
    'the name of an attribute': () => html`<a ${text}="b">a</a>`,
    'a text as attributes': () => html`<a${' onclick="x"'}>a</a>`,
    'markup as attributes': () => html`<a${html` onclick`}>a</a>`,
    'markup in an attribute': () => html`<a title="${html`<b></b>`}">a</a>`,
    'attributes in text': () => html`<a>${attributes({ href: 'b' })}</a>`,
    'a script': () => html`<script>${text}</script>`,
    'a style': () => html`<style>${text}</style>`,
    'a comment': () => html`<!-- ${text} -->`,
    'an object that says it is markup': () => html`<a>${{ toString: () => '<b>' } as unknown as Html}</a>`,
  }
  for (const [where, make] of Object.entries(refused)) expect(make, where).toThrow(TypeError)
})

test('a template that ends inside a tag is rejected, because the following text would become attributes', () => {
  for (const make of [() => html`<a`, () => html`<a title="b`, () => html`<!-- a`, () => html`a < b`]) {
    expect(make).toThrow(TypeError)
  }
})
