import { expect, test } from 'vitest'
import { mayLoadPictures } from './mailbox-markup.ts'

test.each([
  ['with quotation marks', '<img src="https://tracker.example/x.png">'],
  ['with spaces', "<IMG alt=x SRC = ' http://tracker.example/x.png'>"],
  ['without a scheme', '<img src=//tracker.example/x.png>'],
  ['after 7,000 letters', `<img ${'alt="x" '.repeat(1000)} src="https://tracker.example/x.png">`],
  ['in a style', '<td style="background: URL(https://tracker.example/x.png)">'],
])('a picture of another server is found %s', (_how, markup) => {
  expect(mayLoadPictures(markup)).toBe(true)
})

test.each([
  '<p>Hello</p>',
  '<img src="cid:own">',
  '<img src="data:image/png;base64,x">',
  '<a href="https://a.example/">',
])('a message without them has none: %s', (markup) => {
  expect(mayLoadPictures(markup)).toBe(false)
})

test.each([
  ['spaces after an equals sign', `<img src=${' '.repeat(400_000)}`],
  ['spaces after a quotation mark', `<img src="${' '.repeat(400_000)}`],
  ['spaces before an equals sign', `<img src${' '.repeat(400_000)}`],
  ['spaces after every part', `<img src${' '.repeat(130_000)}=${' '.repeat(130_000)}"${' '.repeat(130_000)}`],
  ['beginnings of pictures', '<img src="'.repeat(100_000)],
])('HTML with nothing but %s is searched in linear time', (_what, markup) => {
  expect(mayLoadPictures(markup)).toBe(false)
})
