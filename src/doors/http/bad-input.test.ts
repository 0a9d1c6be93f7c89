import { describe, expect, test } from 'vitest'
import { expectProblem } from '../../testing/problems.ts'
import { rawConnection, rawExchange, requestHead } from '../../testing/raw-http.ts'
import { forEachServer, type TestAccount } from '../../testing/server.ts'

const mib = 1024 * 1024
const good = '{"title":"Groceries","text":"Oats"}'

interface Bad {
  name: string
  status: number
  code: string
  /** Path and query after `/api/v1/notes/`. */
  to?: string
  verb?: string
  body?: string | Buffer
  headers?: Record<string, string>
  /** The arguments that the response has to name. */
  paths?: string[]
}

const invalid = (name: string, body: string | Buffer, paths?: string[]): Bad => {
  return { name, body, status: 400, code: 'invalid_argument', ...(paths && { paths }) }
}

/** An argument of a read, in the address. */
const read = (name: string, to: string, paths?: string[]): Bad => ({ ...invalid(name, '', paths), to, verb: 'GET' })

const unsupported = (name: string, headers: Record<string, string>): Bad => {
  return { name, headers, status: 415, code: 'unsupported_media_type' }
}

const badInput: Bad[] = [
  invalid('arguments of the wrong type', '{"title":7,"text":["x"]}', ['text', 'title']),
  invalid('nothing for null', '{"title":null,"text":null}', ['text', 'title']),
  invalid('missing arguments', '{}', ['text', 'title']),
  invalid('no body at all', '', ['text', 'title']),
  invalid('blank arguments', '{"title":" \\t","text":"\\n"}', ['text', 'title']),
  invalid('empty arguments', '{"title":"","text":""}', ['text', 'title']),
  invalid('a title over its length', JSON.stringify({ title: '🌳'.repeat(201), text: 'x' }), ['title']),
  invalid('an unknown argument', '{"title":"A","text":"x","colour":"red"}', ['colour']),
  invalid('an infinite number', '{"title":1e400,"text":"x"}', ['title']),
  invalid('NaN', '{"title":"A","text":NaN}'),
  invalid(
    'bytes that are not UTF-8',
    Buffer.from([...Buffer.from('{"title":"A","text":"'), 0xff, ...Buffer.from('"}')]),
  ),
  invalid('UTF-16', Buffer.from(good, 'utf16le')),
  invalid('the character U+0000', '{"title":"A\\u0000","text":"x"}', ['title']),
  invalid('half a surrogate pair', '{"title":"\\ud83c","text":"x"}', ['title']),
  invalid('truncated JSON', good.slice(0, -1)),
  invalid('JSON followed by more', `${good}${good}`),
  invalid('a list', '[]'),
  invalid('a text', '"title"'),
  invalid('null', 'null'),
  invalid('1,000 levels of lists', `{"title":"A","text":${'['.repeat(1000)}${']'.repeat(1000)}}`, ['text']),
  invalid('100,000 levels of lists', `{"title":"A","text":${'['.repeat(100_000)}${']'.repeat(100_000)}}`),
  invalid(
    '100,000 levels of objects',
    `{"title":"A","text":"x","a":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}`,
  ),
  invalid('100,000 levels that never end', '[{"a":'.repeat(100_000)),
  invalid('__proto__', '{"title":"A","text":"x","__proto__":{"x":1}}'),
  invalid('constructor.prototype', '{"title":"A","text":"x","constructor":{"prototype":{"x":1}}}'),
  invalid('constructor', '{"title":"A","text":"x","constructor":1}', ['constructor']),
  invalid(
    '50,000 unknown arguments',
    JSON.stringify(Object.fromEntries(Array.from({ length: 50_000 }, (_, n) => [`a${n}`, n]))),
  ),
  { ...invalid('arguments in the address of a POST', good, ['colour']), to: 'add?colour=red' },
  { ...invalid('arguments in the address that is not UTF-8', good), to: 'add?%ff' },
  unsupported('no content type', { 'Content-Type': '' }),
  unsupported('a form', { 'Content-Type': 'application/x-www-form-urlencoded' }),
  unsupported('plain text', { 'Content-Type': 'text/plain' }),
  unsupported('a type that only begins like JSON', { 'Content-Type': 'application/jsonp' }),
  unsupported('another charset', { 'Content-Type': 'application/json; charset=utf-16' }),
  unsupported('a compressed body', { 'Content-Encoding': 'gzip' }),
  unsupported('a type of a thousand characters', { 'Content-Type': `application/${'x'.repeat(1000)}` }),
  { name: 'an announced body over the cap', body: Buffer.alloc(2 * mib, 'x'), status: 413, code: 'too_large' },
  { name: 'an unknown method', to: 'fold', status: 404, code: 'unknown_method' },
  { name: 'an unknown family', to: '../cars/list', status: 404, code: 'unknown_method' },
  { name: 'a method with a built-in name', to: 'constructor', status: 404, code: 'unknown_method' },
  { name: 'a path that is not UTF-8', to: '%ff', status: 404, code: 'unknown_method' },
  { name: 'the wrong verb', verb: 'GET', body: '', status: 405, code: 'method_not_allowed' },
  { name: 'an unknown verb', verb: 'PUT', status: 405, code: 'method_not_allowed' },
  { name: 'PATCH', verb: 'PATCH', status: 405, code: 'method_not_allowed' },
  { name: 'DELETE', verb: 'DELETE', status: 405, code: 'method_not_allowed' },
  ...[
    'Bearer',
    'Bearer ',
    'Bearer junk',
    'Basic YW5uOng=',
    'od_junk',
    'Bearer a b',
    '',
    'Bearer \x80',
    `Bearer ${'x'.repeat(100_000)}`,
  ].map((authorization) => ({
    name: `Authorization: ${authorization.slice(0, 20)}`,
    headers: { Authorization: authorization },
    status: 401,
    code: 'unauthenticated',
  })),
  read('a repeated scalar', 'get?title=A&title=B', ['title']),
  read('a missing argument in the address', 'get', ['title']),
  read('a blank argument in the address', 'get?title=%20', ['title']),
  read('an argument in brackets', 'get?title[]=A', ['title', 'title[]']),
  read('an unknown argument in the address', 'get?title=A&colour=red', ['colour']),
  read('__proto__ in the address', 'get?title=A&__proto__=1', ['__proto__']),
  read('an address that is not UTF-8', 'get?title=%c3%28'),
  read('U+0000 in the address', 'get?title=%00A', ['title']),
  read('a value over its length', `get?title=${'a'.repeat(100_000)}`, ['title']),
]

function bytesOf({ verb = 'POST', to = 'add', body = good, headers = {} }: Bad, ann: TestAccount): Buffer {
  const content = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }
  const head = requestHead(verb, `/api/v1/notes/${to}`, {
    Authorization: `Bearer ${ann.token}`,
    ...(verb === 'GET' ? {} : content),
    ...headers,
  })
  return Buffer.concat([Buffer.from(head, 'latin1'), Buffer.from(body)])
}

describe('bad input gets its documented error, nothing is stored, and the next call is served', () => {
  forEachServer((server) => {
    test.each(badInput.map((bad) => [bad.name, bad] as const))('%s', async (_, bad) => {
      const ann = await server().account()
      const response = await rawExchange(server().url, bytesOf(bad, ann))
      expectProblem(response, bad.status, bad.code)
      expect(response.body.length).toBeLessThan(20_000)
      if (bad.paths) {
        const { details } = JSON.parse(response.body) as { details: { path: string }[] }
        expect(details.map(({ path }) => path).sort()).toEqual(bad.paths)
      }
      if (bad.status === 405) expect(response.headers.allow).toBe('POST')
      if (bad.status === 401) {
        expect(response.headers['www-authenticate']).toBe(
          `Bearer realm="onedoor", error="invalid_token", scope="notes:write", resource_metadata="${server().url}/.well-known/oauth-protected-resource"`,
        )
      }
      expect(await ann.ok('notes.list', {})).toEqual({ items: [] })
    })

    test('a body without a declared length is rejected as soon as it exceeds the cap', async () => {
      const ann = await server().account()
      const connection = await rawConnection(server().url)
      const headers = {
        Authorization: `Bearer ${ann.token}`,
        'Content-Type': 'application/json',
        'Transfer-Encoding': 'chunked',
      }
      connection.write(requestHead('POST', '/api/v1/notes/add', headers))
      const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`
      for (let sent = 0; sent < 2 * mib; sent += 0x10000) connection.write(chunk)
      // The end of the body never arrives: the response does not wait for it.
      expectProblem(await connection.response(), 413, 'too_large')
      connection.close()
      expect(await ann.ok('notes.list', {})).toEqual({ items: [] })
    })

    test('fetch gets the error of a body that is too large instead of a closed connection', async () => {
      const ann = await server().account()
      const response = await fetch(`${server().url}/api/v1/notes/add`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${ann.token}`, 'Content-Type': 'application/json' },
        body: 'x'.repeat(8 * mib),
      })
      expect([response.status, await response.json()]).toEqual([413, expect.objectContaining({ code: 'too_large' })])
    })

    test('two Authorization headers are rejected, even if they are equal', async () => {
      const ann = await server().account()
      const head = requestHead('GET', '/api/v1/notes/list', {
        Authorization: `Bearer ${ann.token}`,
        authorization: `Bearer ${ann.token}`,
      })
      expectProblem(await rawExchange(server().url, head), 401, 'unauthenticated')
    })

    test('a client that disconnects in the middle of its body stores nothing and disturbs no other call', async () => {
      const ann = await server().account()
      const head = requestHead('POST', '/api/v1/notes/add', {
        Authorization: `Bearer ${ann.token}`,
        'Content-Type': 'application/json',
        'Content-Length': good.length,
      })
      for (const leave of ['destroy', 'resetAndDestroy'] as const) {
        const connection = await rawConnection(server().url)
        connection.write(head + good.slice(0, -5))
        connection.socket[leave]()
      }
      const halfClosed = await rawConnection(server().url)
      halfClosed.write(head + good.slice(0, -5))
      halfClosed.socket.end()
      expectProblem(await halfClosed.response(), 400, 'invalid_argument')
      expect(await ann.ok('notes.list', {})).toEqual({ items: [] })
    })

    test('a body that arrives byte by byte is read like any other', async () => {
      const ann = await server().account()
      const connection = await rawConnection(server().url)
      connection.socket.setNoDelay(true)
      const headers = {
        Authorization: `Bearer ${ann.token}`,
        'Content-Type': 'application/json',
        'Content-Length': good.length,
      }
      for (const byte of requestHead('POST', '/api/v1/notes/add', headers) + good) connection.write(byte)
      expect((await connection.response()).status).toBe(200)
      connection.close()
    })
  })
})
