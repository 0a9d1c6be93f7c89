import { expect, test } from 'vitest'
import { noticeOf } from './notice.ts'

const notices = { saved: 'It was saved.' }

test('only a name that the page has makes a notice', () => {
  const others = ['gone', 'constructor', '__proto__', ['saved'], { saved: '' }, undefined]
  expect(['saved', ...others].map((done) => noticeOf(notices, done))).toEqual([
    'It was saved.',
    ...others.map(() => undefined),
  ])
})
