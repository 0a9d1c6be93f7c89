import { create, toBinary } from '@bufbuild/protobuf'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { echoMethod, echoRegistry } from '../../gateway/fixtures/echo.ts'
import { type PayloadSource, readPayload } from './request-payload.ts'
import { requestMessage, responseBytes, responseJson } from './transcode.ts'

const described = { method: echoMethod('Call'), registry: echoRegistry, errorId: 'echo.call' }

type Sent = Partial<Omit<PayloadSource, 'body'>> & { body?: string | Buffer }

async function messageOf({ body = '', ...sent }: Sent) {
  const payload = await readPayload({
    verb: 'POST',
    query: '',
    contentType: 'application/json',
    contentEncoding: undefined,
    ...sent,
    body: Buffer.from(body),
  })
  return requestMessage(described, payload)
}

/** The echo of the request, without empty fields. */
async function echoed(sent: Sent): Promise<Record<string, unknown>> {
  const answer = JSON.parse(responseJson(described, await messageOf(sent))) as Record<string, unknown>
  const empty = JSON.parse(responseJson(described, create(described.method.output))) as Record<string, unknown>
  return Object.fromEntries(
    Object.entries(answer).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(empty[name])),
  )
}

const get = (query: string) => ({ verb: 'GET', query, contentType: undefined })
const form = 'application/x-www-form-urlencoded'

describe('a message is built from the request', () => {
  test.each<[string, Sent, unknown]>([
    ['a text', get('name=Alice'), { name: 'Alice' }],
    ['digits for a text', get('name=123'), { name: '123' }],
    ['digits for a number', get('size=5&hitCount=9007199254740993'), { size: 5, hitCount: '9007199254740993' }],
    ['a number and a boolean', get('ratio=0.5&is_flagged=true'), { ratio: 0.5, is_flagged: true }],
    ['a boolean as a digit', get('isFlagged=1'), { is_flagged: true }],
    ['an enum by name', get('color=RED'), { color: 'RED' }],
    ['an enum by number', get('color=1'), { color: 'RED' }],
    [
      'fields of a field',
      get('inner[name]=1&inner[hitCount]=2'),
      expect.objectContaining({ inner: expect.anything() }),
    ],
    ['a list', get('tags[]=x&tags[]=y'), { tags: ['x', 'y'] }],
    ['a list without brackets', get('tags=x&tags=y'), { tags: ['x', 'y'] }],
    ['a list of one', get('tags=x'), { tags: ['x'] }],
    ['a list of numbers', get('numbers=1&numbers=2'), { numbers: [1, 2] }],
    ['a list as JSON', get('numbers=[1,2]'), { numbers: [1, 2] }],
    ['a list of texts as JSON', get(`tags=${encodeURIComponent('["a","b"]')}`), { tags: ['a', 'b'] }],
    ['a text that only begins like a list', get('tags=[draft]%20x'), { tags: ['[draft] x'] }],
    ['a long number', { body: '{"hitCount":9223372036854775807}' }, { hitCount: '9223372036854775807' }],
    ['a long negative number', { body: '{"hitCount":-9223372036854775808}' }, { hitCount: '-9223372036854775808' }],
    ['a long number deep down', { body: '{"inner":{"hitCount":9007199254740993}}' }, expect.anything()],
    ['a long number for a text', { body: '{"name":9007199254740993}' }, { name: '9007199254740993' }],
    ['a long number for a fraction', { body: '{"ratio":9007199254740993}' }, { ratio: 9007199254740992 }],
    ['a long number anywhere', { body: '{"anything":[9007199254740993]}' }, { anything: [9007199254740992] }],
    ['digits in a text', { body: '{"name":"9007199254740993"}' }, { name: '9007199254740993' }],
    ['a map', get('labels[a.b]=1&labels.c=2'), { labels: { 'a.b': '1', c: '2' } }],
    ['a map as JSON', get(`labels=${encodeURIComponent('{"a":1}')}`), { labels: { a: '1' } }],
    ['a time', get('made_at=2026-01-02T03:04:05Z'), { made_at: '2026-01-02T03:04:05Z' }],
    ['a free object', get('extra[a]=1&extra[b]=x'), { extra: { a: 1, b: 'x' } }],
    ['anything', get('anything=true'), { anything: true }],
    ['a wrapped number', get('wrapped=7'), { wrapped: '7' }],
    ['an unknown field', get('name=a&nobody=1'), { name: 'a' }],
    ['nothing of HEAD', { verb: 'HEAD', query: 'name=a' }, {}],
    ['no body of GET', { ...get('name=a'), body: '{"name":"b"}' }, { name: 'a' }],
    ['no body', { body: '' }, {}],
    ['JSON', { body: '{"name":"a","size":2,"inner":null}' }, { name: 'a', size: 2 }],
    ['JSON without a type', { contentType: undefined, body: '{"name":"a"}' }, { name: 'a' }],
    ['JSON under another type', { contentType: 'text/plain; charset=utf-8', body: '{"name":"a"}' }, { name: 'a' }],
    ['a number for a text', { body: '{"name":123}' }, { name: '123' }],
    [
      'a text for a number',
      { body: '{"size":"5","hitCount":"6","ratio":"0.5"}' },
      { size: 5, hitCount: '6', ratio: 0.5 },
    ],
    ['both spellings of a name', { body: '{"isFlagged":true}' }, { is_flagged: true }],
    ['one value for a list', { body: '{"tags":"x","numbers":"3"}' }, { tags: ['x'], numbers: [3] }],
    ['bytes', { body: '{"data":"aGk="}' }, { data: 'aGk=' }],
    ['body over query', { query: 'name=a&size=1', body: '{"name":"b"}' }, { name: 'b', size: 1 }],
    ['body over query in the other spelling', { query: 'is_flagged=true', body: '{"isFlagged":false}' }, {}],
    ['null removes', { query: 'name=a&size=1', body: '{"name":null}' }, { size: 1 }],
    ['lists as a whole', { query: 'tags=a', body: '{"tags":["b"]}' }, { tags: ['b'] }],
    ['maps entry by entry', { query: 'labels[a]=1', body: '{"labels":{"b":"2"}}' }, { labels: { a: '1', b: '2' } }],
    ['a form', { contentType: form, body: 'name=a+b&size=3' }, { name: 'a b', size: 3 }],
    ['a form over the query', { contentType: form, query: 'name=x&size=1', body: 'name=y' }, { name: 'y', size: 1 }],
    ['a text in parts', { contentType: form, body: 'name=a&name=b' }, { name: 'a,b' }],
    ['a list in a form', { contentType: form, body: 'tags=a&tags=b' }, { tags: ['a', 'b'] }],
    ['JSON that curl calls a form', { contentType: form, body: ' {"name":"a"}' }, { name: 'a' }],
    [
      'JSON-RPC by name',
      { contentType: 'application/json-rpc', body: '{"params":{"name":"a"},"id":1}' },
      { name: 'a' },
    ],
    ['JSON-RPC by position', { contentType: 'application/json-rpc', body: '{"params":[{"name":"a"}]}' }, { name: 'a' }],
    ['JSON-RPC of nothing', { contentType: 'application/json-rpc', body: '{"method":"x"}' }, {}],
  ])('%s', async (_, sent, expected) => {
    expect(await echoed(sent)).toEqual(expected)
  })

  test('fields of a field have the types of the message', async () => {
    const { inner } = (await echoed(get('inner[name]=1&inner.hitCount=2'))) as { inner: Record<string, unknown> }
    expect(inner).toMatchObject({ name: '1', hitCount: '2' })
  })

  test('a multipart form, its files as base64', async () => {
    const data = new FormData()
    data.append('name', 'Ann')
    data.append('tags', 'a')
    data.append('tags', 'b')
    data.append('data', new Blob(['hi']), 'hi.txt')
    const request = new Request('http://x', { method: 'POST', body: data })
    const contentType = request.headers.get('content-type') as string
    const body = Buffer.from(await request.arrayBuffer())
    expect(await echoed({ contentType, body })).toEqual({ name: 'Ann', tags: ['a', 'b'], data: 'aGk=' })
  })

  test('a multipart form whose file contains the text of the boundary', async () => {
    const part = (head: string, content: string) =>
      `--limit\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`
    const file = 'a limit b\r\nlimit\r\n-limit'
    const body = `${part('name="data"; filename="x"', file)}${part('name="name"', 'no limit')}--limit--\r\n`
    expect(await echoed({ contentType: 'multipart/form-data; boundary=limit', body })).toEqual({
      name: 'no limit',
      data: Buffer.from(file).toString('base64'),
    })
  })

  test('a multipart form of more than a thousand parts is rejected, not truncated', async () => {
    const part = '--limit\r\nContent-Disposition: form-data; name="tags"\r\n\r\na\r\n'
    const contentType = 'multipart/form-data; boundary=limit'
    const body = (count: number) => `${part.repeat(count)}--limit--\r\n`
    expect((await echoed({ contentType, body: body(1000) })).tags).toHaveLength(1000)
    await expect(messageOf({ contentType, body: body(1001) })).rejects.toMatchObject({ status: 400 })
  })

  test('protobuf, as it is', async () => {
    const bytes = toBinary(described.method.input, await messageOf({ body: '{"name":"a","hitCount":"7"}' }))
    const message = await messageOf({ contentType: 'application/protobuf', body: Buffer.from(bytes) })
    expect(Buffer.from(responseBytes(described, message))).toEqual(Buffer.from(bytes))
  })
})

describe('invalid values are rejected with 400', () => {
  test.each<[string, Sent, RegExp]>([
    ['no number', get('size=many'), /size must be a whole number/],
    ['a fraction', { body: '{"size":1.5}' }, /size must be a whole number/],
    ['a number over 32 bits', { body: '{"size":4294967296}' }, /size/],
    ['a rounded number', { body: '{"hitCount":9.007199254740993e15}' }, /hitCount must be a text of digits/],
    ['a number over 64 bits', { body: '{"hitCount":99999999999999999999}' }, /hit_?[cC]ount/],
    ['a long number for an enum', { body: '{"color":9007199254740993}' }, /color must be a whole number of 32 bits/],
    ['a long number over 32 bits', { body: '{"size":9007199254740993}' }, /size/],
    ['a list of numbers that is not JSON', get('numbers=[1,'), /numbers must be a list/],
    ['a path that is not a list', get('name=a%zz'), /percent-encoded/],
    ['no boolean', get('is_flagged=maybe'), /is_flagged must be true or false/],
    ['an unknown name', { body: '{"color":"BLUE"}' }, /color must be one of UNKNOWN, RED/],
    ['an object for a text', { body: '{"name":{}}' }, /name must be a text/],
    ['a text for an object', { body: '{"inner":"x"}' }, /inner must be an object/],
    ['an object for a list', { body: '{"tags":{"a":1}}' }, /tags must be a list/],
    ['two for one', get('name=a&name=b'), /name must be given once/],
    ['bytes that are not base64', { body: '{"data":"?"}' }, /data/],
    ['no time', { body: '{"made_at":"yesterday"}' }, /made_at must be a time such as/],
    ['deep down', { body: '{"items":[{},{"inner":{"size":"x"}}]}' }, /items\[1\]\.inner\.size must be a whole number/],
    ['several at once', { body: '{"size":"x","ratio":"y"}' }, /size .* ratio /],
    ['no JSON', { body: '{"name":' }, /not valid JSON/],
    ['a list', { body: '[1]' }, /JSON object/],
    ['a prototype', { body: '{"__proto__":{"a":1}}' }, /__proto__/],
    ['no protobuf', { contentType: 'application/protobuf', body: Buffer.from([0x0a, 0xff]) }, /binary form/],
    [
      'multipart that breaks off',
      {
        contentType: 'multipart/form-data; boundary=x',
        body: '--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nA',
      },
      /multipart/,
    ],
    ['no multipart', { contentType: 'multipart/form-data; boundary=x', body: 'nothing' }, /multipart/],
    ['multipart without a boundary', { contentType: 'multipart/form-data', body: 'nothing' }, /multipart/],
    ['a form in another encoding', { contentType: form, body: Buffer.from([0x61, 0x3d, 0xff]) }, /UTF-8/],
    ['too deep', { body: `${'{"inner":'.repeat(70)}{}${'}'.repeat(70)}` }, /nested at most 64 deep/],
    ['too deep inside anything', { body: `{"anything":${'['.repeat(70)}${']'.repeat(70)}}` }, /nested at most 64/],
  ])('%s', async (_, sent, detail) => {
    await expect(messageOf(sent)).rejects.toMatchObject({ name: 'RpcError', status: 400 })
    await expect(messageOf(sent)).rejects.toThrow(detail)
  })

  test.each([
    ['gRPC frames', { contentType: 'application/grpc+proto', body: 'x' }],
    ['compressed bodies', { contentEncoding: 'gzip', body: 'x' }],
  ])('%s with 415', async (_, sent) => {
    await expect(messageOf(sent)).rejects.toMatchObject({ status: 415 })
  })
})

describe('answers', () => {
  test('have every field under its original name, 64-bit numbers as texts', () => {
    expect(JSON.parse(responseJson(described, create(described.method.output)))).toEqual({
      name: '',
      hitCount: '0',
      size: 0,
      ratio: 0,
      is_flagged: false,
      data: '',
      color: 'UNKNOWN',
      tags: [],
      numbers: [],
      items: [],
      labels: {},
    })
  })

  test('of any valid JSON are returned as they were sent', async () => {
    const thing = fc.record(
      {
        name: fc.string({ unit: 'grapheme' }),
        hitCount: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String),
        size: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
        tags: fc.array(fc.string({ unit: 'grapheme' })),
        labels: fc.dictionary(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' })),
        anything: fc.jsonValue().filter((value) => !JSON.stringify(value).includes('__proto__')),
      },
      { requiredKeys: ['name', 'hitCount', 'size', 'tags', 'labels'] },
    )
    await fc.assert(
      fc.asyncProperty(thing, async (given) => {
        const text = JSON.stringify(given)
        fc.pre(!text.includes('__proto__') && !text.includes('constructor'))
        const answer = JSON.parse(responseJson(described, await messageOf({ body: text })))
        expect(answer).toMatchObject(JSON.parse(text))
      }),
    )
  })

  test('every body either works or fails with a status for the caller', async () => {
    const body = fc.oneof(
      fc.string().map((text) => Buffer.from(text)),
      fc
        .jsonValue()
        .map((value) => Buffer.from(JSON.stringify({ name: value, inner: value, tags: value, extra: value }))),
      fc.uint8Array().map((bytes) => Buffer.from(bytes)),
    )
    const contentType = fc.constantFrom(
      'application/json',
      form,
      'application/protobuf',
      'multipart/form-data; boundary=a',
    )
    await fc.assert(
      fc.asyncProperty(body, contentType, async (sent, type) => {
        const failure = await messageOf({ contentType: type, body: sent }).then(
          () => undefined,
          (reason: unknown) => reason,
        )
        if (failure !== undefined) expect(failure).toMatchObject({ name: 'RpcError' })
      }),
    )
  })
})
