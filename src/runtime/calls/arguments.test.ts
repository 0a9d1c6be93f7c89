import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { OperationId } from '#generated/server/operations.ts'
import { checkArguments, parseBody, parseQuery } from './arguments.ts'
import { createContract } from './contract.ts'

const contract = createContract()
const notesGet = contract.operation('notes.get')
const nearest = contract.operation('routes.nearest')

const refusal = (message: unknown = expect.any(String)) =>
  expect.objectContaining({ code: 'invalid_argument', message })

describe('a query string', () => {
  const name = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => text.isWellFormed())
  const value = fc.string({ unit: 'grapheme' }).filter((text) => text.isWellFormed())

  test('returns every encoded name and value, a repeated name as a list in order', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(name, value)), (pairs) => {
        const expected = new Map<string, string[]>()
        for (const [key, text] of pairs) expected.set(key, [...(expected.get(key) ?? []), text])
        const parsed = parseQuery(new URLSearchParams(pairs).toString(), notesGet)
        expect(new Map(Object.entries(parsed))).toEqual(
          new Map([...expected].map(([key, texts]) => [key, texts.length === 1 ? texts[0] : texts])),
        )
      }),
    )
  })

  test('a list argument is a list even if it comes once; another one is not', () => {
    expect({ ...parseQuery('to=Euston&from=Bank', nearest) }).toEqual({ to: ['Euston'], from: 'Bank' })
    expect({ ...parseQuery('to=Euston&to=Bank', nearest) }).toEqual({ to: ['Euston', 'Bank'] })
  })

  test('a comma is part of a value, never a separator', () => {
    expect({ ...parseQuery('title=a,b', notesGet) }).toEqual({ title: 'a,b' })
    expect({ ...parseQuery('to=a,b', nearest) }).toEqual({ to: ['a,b'] })
  })

  test('a plus is a space and an encoded plus is a plus, as browsers write them', () => {
    expect({ ...parseQuery('title=a+b%2Bc', notesGet) }).toEqual({ title: 'a b+c' })
  })

  test.each([
    'title=%',
    'title=%f',
    'title=%zz',
    'title=%ff',
    'title=%c3%28',
    'title=%ed%a0%80',
    '%ff=1',
    'title=%f0%9f',
  ])('%s is rejected: it is not percent-encoded UTF-8', (text) => {
    expect(() => parseQuery(text, notesGet)).toThrow(
      refusal('The address is not percent-encoded UTF-8. Write each % as %25.'),
    )
  })

  test('names of built-in properties are names like any other, and unknown', () => {
    for (const word of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      const query = parseQuery(`title=Groceries&${word}=x`, notesGet)
      expect(() => checkArguments(contract, notesGet, { path: undefined, query, body: undefined })).toThrow(
        refusal(`${word} is not an argument of notes.get.`),
      )
    }
    expect(({} as { x?: unknown }).x).toBeUndefined()
  })
})

describe('a JSON body', () => {
  test('any object arrives unchanged', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.string().filter((key) => key !== '__proto__'),
          fc.jsonValue(),
        ),
        (value) => {
          fc.pre(!/"(__proto__|constructor)"/.test(JSON.stringify(value)))
          expect(parseBody(Buffer.from(JSON.stringify(value)))).toEqual(JSON.parse(JSON.stringify(value)))
        },
      ),
    )
  })

  test('no bytes at all are no arguments', () => {
    expect(parseBody(Buffer.alloc(0))).toEqual({})
  })

  test.each(['[]', '[{"title":"A"}]', '"text"', 'null', 'true', '7'])('%s is rejected: it is not an object', (text) => {
    expect(() => parseBody(Buffer.from(text))).toThrow(
      refusal('The body must be a JSON object such as {"title": "Groceries"}.'),
    )
  })

  test.each([
    '{',
    '{"title"',
    '{"title":}',
    '{"title":"A",}',
    "{'title':'A'}",
    '{"n":NaN}',
    '{"n":Infinity}',
    '{"n":01}',
    '{} {}',
    ' ',
  ])('%s is rejected: it is not JSON', (text) => {
    expect(() => parseBody(Buffer.from(text))).toThrow(
      refusal(expect.stringMatching(/^The body is not valid JSON[:.]/)),
    )
  })

  test('a body that is cut off anywhere is rejected and nothing of it is used', () => {
    const whole = JSON.stringify({ title: 'Grüße', text: '🌳', tags: ['a', { b: [1, 2.5e3, null, true] }] })
    for (let length = 1; length < Buffer.byteLength(whole); length++) {
      expect(() => parseBody(Buffer.from(whole).subarray(0, length))).toThrow(refusal())
    }
  })

  test('any bytes are an object or an error for the caller, never another failure', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        try {
          expect(parseBody(Buffer.from(bytes))).toBeTypeOf('object')
        } catch (failure) {
          expect(failure).toEqual(refusal())
        }
      }),
    )
  })

  test.each([
    ['a single byte', [0x7b, 0xff, 0x7d]],
    ['an overlong slash', [0x22, 0xc0, 0xaf, 0x22]],
    ['an encoded surrogate', [0x22, 0xed, 0xa0, 0x80, 0x22]],
    ['UTF-16', [0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]],
  ])('%s that is not UTF-8 is rejected', (_, bytes) => {
    expect(() => parseBody(Buffer.from(bytes))).toThrow(refusal('The body is not UTF-8 text. Send JSON in UTF-8.'))
  })

  test.each([
    '{"__proto__":{"isAdmin":true}}',
    '{"title":"A","a":[{"__proto__":1}]}',
    '{"\\u005f_proto__":{"isAdmin":true}}',
    '{"constructor":{"prototype":{"isAdmin":true}}}',
  ])('%s is rejected: a key would reach a prototype', (text) => {
    expect(() => parseBody(Buffer.from(text))).toThrow(refusal(expect.stringContaining('__proto__ or constructor')))
    expect(({} as { isAdmin?: unknown }).isAdmin).toBeUndefined()
  })

  test('a text that only mentions prototypes is a text', () => {
    const body = { text: '"__proto__": never', title: '"constructor": {"prototype": 1}' }
    expect(parseBody(Buffer.from(JSON.stringify(body)))).toEqual(body)
  })

  test('100,000 levels are parsed like any others', () => {
    const deep = `{"text":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
    expect(Object.keys(parseBody(Buffer.from(deep)) as object)).toEqual(['text'])
  })

  test('the error for bad JSON says where it goes wrong and repeats nothing of it', () => {
    expect(() => parseBody(Buffer.from('{"password":"hunter2" oops}'))).toThrow(
      refusal('The body is not valid JSON: it ends or goes wrong at character 22.'),
    )
  })
})

describe('checked arguments', () => {
  const checked = (id: OperationId, given: { query?: string; body?: unknown; path?: Record<string, string> }) => {
    const operation = contract.operation(id)
    return checkArguments(contract, operation, {
      path: given.path,
      query: given.query ? parseQuery(given.query, operation) : {},
      body: given.body,
    })
  }

  test('an address returns values of the declared types, with defaults', () => {
    expect({ ...checked('archive.list', { query: 'kind=news' }) }).toEqual({ kind: 'news', limit: 20 })
    expect({ ...checked('archive.list', { query: 'limit=7' }) }).toEqual({ limit: 7 })
  })

  test.each([
    ['prayer.qibla', 'lat=%20&lon=0', 'lat must be a number.'],
    ['prayer.qibla', 'lat=0x10&lon=0', 'lat must be a number.'],
    ['prayer.qibla', 'lat=Infinity&lon=0', 'lat must be a number.'],
    ['prayer.qibla', 'lat=&lon=NaN', 'lat must be a number; lon must be a number.'],
    ['archive.list', 'limit=1e1', 'limit must be a whole number.'],
    ['archive.list', 'limit=5.5', 'limit must be a whole number.'],
    ['archive.list', 'limit=%20', 'limit must be a whole number.'],
  ] as const)('%s?%s is rejected: a number is written in decimal digits', (id, query, message) => {
    expect(() => checked(id, { query })).toThrow(
      expect.objectContaining({ code: 'invalid_argument', message: expect.stringContaining(message.slice(0, -1)) }),
    )
  })

  test('an id of digits stays a text', () => {
    expect({ ...checked('blog.read', { query: 'id=0042' }) }).toEqual({ id: '0042' })
  })

  test('in a body nothing is converted to another type', () => {
    expect(() => checked('bookmarks.list', { body: { limit: '5' } })).toThrow(refusal('limit must be a whole number.'))
    expect(checked('bookmarks.list', { body: { limit: 5 } })).toMatchObject({ limit: 5 })
  })

  test('zero, false and the empty text are values', () => {
    expect(checked('files.share', { body: { id: 'file_1', public: false } })).toEqual({ id: 'file_1', public: false })
    expect(checked('bookmarks.annotate', { body: { id: 'bookmark_1', note: '' } })).toMatchObject({ note: '' })
  })

  test('the value of a path is an argument like the others', () => {
    expect(checked('agent.ask_named', { path: { name: 'writer' }, body: { prompt: 'Hello' } })).toEqual({
      name: 'writer',
      prompt: 'Hello',
    })
  })

  test('faults of the address and of the body come together', () => {
    expect(() => checked('notes.add', { query: 'title=A', body: { text: 7 } })).toThrow(
      expect.objectContaining({
        details: expect.arrayContaining([
          { path: 'title', message: 'belongs in the JSON body, not in the address' },
          { path: 'text', message: 'must be text' },
        ]),
      }),
    )
  })

  test('lengths are counted in characters, not in the units of any encoding', () => {
    const longest = '🌳'.repeat(200)
    expect({ ...checked('notes.get', { query: `title=${encodeURIComponent(longest)}` }) }).toEqual({ title: longest })
    expect(() => checked('notes.get', { query: `title=${encodeURIComponent(`${longest}x`)}` })).toThrow(
      refusal('title must have at most 200 characters.'),
    )
  })
})
