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
  test('any object arrives unchanged', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(
          fc.string().filter((key) => key !== '__proto__'),
          fc.jsonValue(),
        ),
        async (value) => {
          fc.pre(!/"(__proto__|constructor)"/.test(JSON.stringify(value)))
          expect(await parseBody(Buffer.from(JSON.stringify(value)))).toEqual(JSON.parse(JSON.stringify(value)))
        },
      ),
    )
  })

  test('no bytes at all are no arguments', async () => {
    expect(await parseBody(Buffer.alloc(0))).toEqual({})
  })

  test.each(['[]', '[{"title":"A"}]', '"text"', 'null', 'true', '7'])(
    '%s is rejected: it is not an object',
    async (text) => {
      await expect(parseBody(Buffer.from(text))).rejects.toEqual(
        refusal('The body must be a JSON object such as {"title": "Groceries"}.'),
      )
    },
  )

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
  ])('%s is rejected: it is not JSON', async (text) => {
    await expect(parseBody(Buffer.from(text))).rejects.toEqual(
      refusal(expect.stringMatching(/^The body is not valid JSON[:.]/)),
    )
  })

  test('a body that is cut off anywhere is rejected and nothing of it is used', async () => {
    const whole = JSON.stringify({ title: 'Grüße', text: '🌳', tags: ['a', { b: [1, 2.5e3, null, true] }] })
    for (let length = 1; length < Buffer.byteLength(whole); length++) {
      await expect(parseBody(Buffer.from(whole).subarray(0, length))).rejects.toEqual(refusal())
    }
  })

  test('any bytes are an object or an error for the caller, never another failure', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
        try {
          expect(await parseBody(Buffer.from(bytes))).toBeTypeOf('object')
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
  ])('%s that is not UTF-8 is rejected', async (_, bytes) => {
    await expect(parseBody(Buffer.from(bytes))).rejects.toEqual(
      refusal('The body is not UTF-8 text. Send JSON in UTF-8.'),
    )
  })

  test.each([
    '{"__proto__":{"isAdmin":true}}',
    '{"title":"A","a":[{"__proto__":1}]}',
    '{"\\u005f_proto__":{"isAdmin":true}}',
    '{"constructor":{"prototype":{"isAdmin":true}}}',
  ])('%s is rejected: a key would reach a prototype', async (text) => {
    await expect(parseBody(Buffer.from(text))).rejects.toEqual(
      refusal(expect.stringContaining('__proto__ or constructor')),
    )
    expect(({} as { isAdmin?: unknown }).isAdmin).toBeUndefined()
  })

  test('a text that only mentions prototypes is a text', async () => {
    const body = { text: '"__proto__": never', title: '"constructor": {"prototype": 1}' }
    expect(await parseBody(Buffer.from(JSON.stringify(body)))).toEqual(body)
  })

  test('a long body with more values than any call needs is rejected before it is parsed', async () => {
    const keys = (count: number) => Array.from({ length: count }, (_, index) => `"key${index}":0`).join(',')
    const tooMany = (what: string) => refusal(`The body contains more than ${what}. Send less in one call.`)
    expect(Object.keys((await parseBody(Buffer.from(`{${keys(20_000)}}`))) as object)).toHaveLength(20_000)
    await expect(parseBody(Buffer.from(`{${keys(20_001)}}`))).rejects.toEqual(tooMany('20000 keys'))
    const list = (count: number) => Buffer.from(JSON.stringify({ a: Array(count).fill(0) }))
    expect(await parseBody(list(99_000))).toEqual({ a: Array(99_000).fill(0) })
    await expect(parseBody(list(101_000))).rejects.toEqual(tooMany('100000 values'))
    // Not even valid JSON: nothing behind the last value that is allowed is looked at.
    await expect(parseBody(Buffer.from(`{"a":[${'0,'.repeat(110_000)}`))).rejects.toEqual(tooMany('100000 values'))
    const links = JSON.stringify({
      links: Array.from({ length: 500 }, () => ({ url: 'https://example.com', tags: Array(20).fill('a') })),
    })
    expect(await parseBody(Buffer.from(links))).toBeTypeOf('object')
  })

  test('of long bodies that have arrived together, one is parsed in each turn of the event loop', async () => {
    const body = Buffer.from(JSON.stringify({ text: 'x'.repeat(70_000) }))
    const turns = new Set<number>()
    let turn = 0
    let isOver = false
    const count = () => {
      turn += 1
      if (!isOver) setImmediate(count)
    }
    setImmediate(count)
    await Promise.all(Array.from({ length: 8 }, () => parseBody(body).then(() => turns.add(turn))))
    isOver = true
    expect(turns.size).toBe(8)
  })

  test('a long body with more levels than any argument has is rejected before it is parsed', async () => {
    const nested = (levels: number) =>
      `{"text":${'['.repeat(levels)}${']'.repeat(levels)},"pad":"${'x'.repeat(70_000)}"}`
    expect(Object.keys((await parseBody(Buffer.from(nested(60)))) as object)).toEqual(['text', 'pad'])
    await expect(parseBody(Buffer.from(nested(64)))).rejects.toEqual(
      refusal('The body is nested more than 64 levels deep.'),
    )
  })

  test('punctuation inside a long text is not counted', async () => {
    const body = { text: '{["\\",":'.repeat(20_000), more: '\\' }
    expect(await parseBody(Buffer.from(JSON.stringify(body)))).toEqual(body)
  })

  test('the error for bad JSON says where it goes wrong and repeats nothing of it', async () => {
    await expect(parseBody(Buffer.from('{"password":"hunter2" oops}'))).rejects.toEqual(
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

describe('an argument that is an alias of another', () => {
  const nearby = contract.operation('places.nearby')
  const read = (query: string) => ({
    ...checkArguments(contract, nearby, { path: undefined, query: parseQuery(query, nearby), body: undefined }),
  })

  test.each([
    ['under its main name', 'near=Bank&radius_m=500', 500],
    ['under its alias, in spite of the default of the main name', 'near=Bank&radius=500', 500],
    ['under both names with one value', 'near=Bank&radius=500.0&radius_m=500', 500],
    ['not at all', 'near=Bank', 1000],
  ])('reaches the handler under its main name: given %s', (_, query, radius) => {
    expect(read(query)).toEqual({ near: 'Bank', radius_m: radius })
  })

  test.each([
    ['different values, even if one is the default', 'near=Bank&radius=500&radius_m=1000'],
    ['different values', 'near=Bank&radius=500&radius_m=501'],
  ])('is rejected under both names with %s, naming both', (_, query) => {
    expect(() => read(query)).toThrow(
      refusal('radius is an alias of radius_m and has another value: send only radius_m.'),
    )
  })

  test('is checked under the name that the caller used', () => {
    expect(() => read('near=Bank&radius=0.5')).toThrow(refusal('radius must be at least 1.'))
    expect(() => read('near=Bank&radius=1&radius=2')).toThrow(refusal('radius is given more than once.'))
  })

  test('is found in a body too', () => {
    const operation = { ...contract.operation('notes.add'), aliases: { text: 'title' } }
    const body = { title: 'Oats', text: 'Oats' }
    expect(checkArguments(contract, operation, { path: undefined, query: {}, body })).toEqual({ title: 'Oats' })
  })
})
