import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkAddress, messageOf, topicOf } from './notification.ts'

const base = 'https://onedoor.example'

describe('the address of a notification', () => {
  test.each(['https://courier.example/track?n=1#x', 'http://a', '/', '/settings', '/u/winter?x=1', '/a//b', '/ü'])(
    '%j is taken',
    (url) => expect(() => checkAddress(url)).not.toThrow(),
  )

  test.each([
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    'https://',
    'https:///evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'mailto:a@b',
    'a',
    '',
    ' https://a',
    'https://a\n',
    '/\u0000',
  ])('%j is refused', (url) => expect(() => checkAddress(url)).toThrow())

  test('a path never leads off the instance', () => {
    const tricky = fc.array(
      fc.constantFrom('/', '\\', '.', '@', ':', '?', '#', '%', 'a', 'evil.example', '\u2028', 'ä'),
      {
        maxLength: 12,
      },
    )
    fc.assert(
      fc.property(tricky, (parts) => {
        const url = `/${parts.join('')}`
        try {
          checkAddress(url)
        } catch {
          return
        }
        expect(new URL(url, base).origin).toBe(base)
      }),
      { numRuns: 2000 },
    )
  })
})

test('a message that push services would refuse is refused before, and the fault names what is too long', () => {
  const title = 'x'.repeat(100)
  expect(messageOf({ title, body: '\u{1F980}'.repeat(300), url: `https://a/${'x'.repeat(2038)}` }).length).toBeLessThan(
    3994,
  )
  const long = { title, url: `https://a/${'ä'.repeat(2038)}` }
  expect(() => messageOf(long)).toThrow(/^url must be shorter: .* can be at most 3993 bytes in total, but are 42\d\d/)
})

test('a topic is what push services take, and differs where tags do', () => {
  expect(topicOf({ title: 'x' })).toBeUndefined()
  const topics = ['a', 'b', 'x'.repeat(500)].map((tag) => topicOf({ title: 'x', tag }) ?? '')
  for (const topic of topics) expect(topic).toMatch(/^[\w-]{32}$/)
  expect(new Set(topics).size).toBe(3)
})
