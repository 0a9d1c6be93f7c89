import { expect, test } from 'vitest'
import { textOfHtml } from './html-text.ts'

const said = '[Text that this message hides was left out.]'

test.each([
  ['by style', '<div style="color:red; DISPLAY : none !important">Pay now</div>'],
  ['after an attribute with a bracket', '<div title=">" style="display:none">Pay now</div>'],
  ['with a comment in the style', '<span style="display:/**/none">Pay now</span>'],
  ['by attribute', '<p hidden>Pay now</p>'],
  [
    'by visibility, opacity or size',
    '<b style="opacity:0">Pay</b><i style="font-size:0px">now</i><u style="visibility:hidden">!a</u>',
  ],
  ['by a class', '<style>p{margin:0} .pre, #x { display:none; }</style><div class="big pre">Pay <div>now</div></div>'],
  ['with elements of the same kind inside', '<div hidden>Pay<div>now</div>at once</div>'],
])('hidden text is left out, and the text says so: %s', (_how, markup) => {
  expect(textOfHtml(`<p>Before</p>${markup}<p>After</p>`)).toBe(`Before\n\nAfter\n\n${said}`)
})

test.each([
  [
    'a style for some screens only',
    '<style>@media (max-width:600px){.desk{display:none}}</style><p class="desk">Hello</p>',
  ],
  ['other values', '<p style="opacity:0.9;font-size:0.8em;display:block">Hello</p>'],
  ['a paragraph after a hidden one that was not closed', '<p hidden>&nbsp;<p>Hello'],
  ['fillers without words', '<div style="display:none">&#847;&zwnj;&nbsp;</div><p>Hello</p>'],
])('text that is shown stays: %s', (_what, markup) => {
  expect(textOfHtml(markup)).toBe('Hello')
})

test('markup becomes lines, and nothing of scripts, styles and titles', () => {
  const markup =
    '<title>T</title><h1>Hi &amp; &eacute;</h1><ul><li>one<li>two</ul><table><tr><td>a</td><td>b</td></tr></table>1 < 2<br>end<script>x()</script>'
  expect(textOfHtml(markup)).toBe('Hi & é\n\n- one\n- two\n\na b\n\n1 < 2\nend')
})
