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
  [
    'by a class after a rule without a block',
    '<style>@import url(x.css); .pre{display:none}</style><div class=pre>Pay now</div>',
  ],
  ['by a class in a commented style sheet', '<style><!-- .pre{display:none} --></style><div class=pre>Pay now</div>'],
  [
    'by a class after a million spaces',
    `<style>${' '.repeat(1_000_000)}.pre{display:none}</style><div class=pre>Pay now</div>`,
  ],
  ['by a size with a point', '<b style="opacity:.0">Pay</b><i style="font-size:0.00em">now</i>'],
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
  ['a style after the beginning of a comment', '<p style="color:red/*;display:none">Hello</p>'],
  ['values that begin with zeros', '<p style="opacity:00.01;font-size:010px">Hello</p>'],
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

test.each([
  ['zeros', `opacity:${'0'.repeat(499_900)}1`],
  ['zeros after a point', `font-size:0.${'0'.repeat(499_900)}1`],
  ['beginnings of comments', '/* '.repeat(166_000)],
  ['beginnings and ends of comments', '/*'.repeat(249_000)],
  ['spaces before a colon', `display${' '.repeat(499_900)}`],
  ['spaces after a colon', `display:${' '.repeat(499_900)}`],
  ['declarations without a colon', 'display '.repeat(62_000)],
])('a style with nothing but %s is read in linear time', (_what, style) => {
  expect(textOfHtml(`<p style="${style}">Hello</p>`)).toBe('Hello')
  expect(textOfHtml(`<style>.a{${style}}</style><p class="b">Hello</p>`)).toBe('Hello')
})
