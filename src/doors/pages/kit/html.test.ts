import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Html, html } from './html.ts'

test('a value can neither open a tag nor leave its attribute', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const markup = String(html`${text}`)
      expect(markup).not.toMatch(/[<>"']/)
      const back = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" } as Record<string, string>
      expect(markup.replace(/&(amp|lt|gt|quot|#39);/g, (_, name) => back[name] as string)).toBe(text)
    }),
  )
})

test('markup is taken as it is, lists are joined, nothing is nothing', () => {
  const entries = ['a', '<b>'].map((entry) => html`<li>${entry}</li>`)
  expect(String(html`<ul id="${1}">${entries}${undefined}${false}</ul>`)).toBe(
    '<ul id="1"><li>a</li><li>&lt;b&gt;</li></ul>',
  )
  expect(html``).toBeInstanceOf(Html)
})
