import { describe, expect, test } from 'vitest'
import type { OperationId } from '#generated/server/operations.ts'
import { serverForTests } from '#testing/server.ts'

const destinationURL = 'https://ferries.example/timetable'
const settings = { BASE_URL: 'https://onedoor.example', HOST_ALIASES: 'old.example' }

type Case = readonly [operation: OperationId, detail: string, args: Record<string, unknown>]

describe('bad input', () => {
  const server = serverForTests({ settings })
  const long = `https://ferries.example/${'x'.repeat(10_000)}`

  const invalid: Case[] = [
    ['url.create', 'destinationURL is required', { id: 'x' }],
    ['url.shorten', 'destinationURL is required', { destinationURL: '' }],
    ['url.create', 'must begin with http', { destinationURL: 'javascript:alert(1)' }],
    ['url.shorten', 'must begin with http', { destinationURL: ' jAvAscript:alert(1)' }],
    ['url.update', 'must begin with http', { id: 'taken', destinationURL: 'javascript:1' }],
    ['url.create', 'destinationURL must have at most 8192 characters', { destinationURL: long }],
    ['url.shorten', 'destinationURL must have at most 8192', { destinationURL: long }],
    ['url.create', 'control characters', { destinationURL: 'https://a.example/\u0007' }],
    ['url.create', 'is a short link', { destinationURL: 'https://onedoor.example/u/taken' }],
    ['url.create', 'is a reserved word', { destinationURL, id: 'Log_In' }],
    ['url.create', 'letters, digits, underscores and hyphens', { destinationURL, id: 'a/b' }],
    ['url.create', 'title must have at most 200', { destinationURL, title: 'x'.repeat(201) }],
    ['url.create', 'tags[1] must not contain commas', { destinationURL, tags: ['a', 'b,c'] }],
    ['url.create', 'tags[0] must not contain', { destinationURL, tags: ['"'] }],
    ['url.create', 'in the future', { destinationURL, expiresAt: '2020-01-01T00:00:00Z' }],
    ['url.create', 'a real day', { destinationURL, expiresAt: '2027-02-30T00:00:00Z' }],
    ['url.create', 'with an offset', { destinationURL, expiresAt: '2027-02-20' }],
    ['url.create', 'colour is not an argument', { destinationURL, colour: 'red' }],
    ['url.create', 'destinationURL must be text', { destinationURL: 5 }],
    ['url.resolve', 'id or shortURL is required', {}],
    ['url.delete', 'id or shortURL is required', { id: '', shortURL: '' }],
    ['url.resolve', 'on this instance', { shortURL: 'https://evil.example/u/taken' }],
    ['url.resolve', 'on this instance', { shortURL: 'https://onedoor.example/docs' }],
    ['url.resolve', 'must be a short link on this instance', { shortURL: 'taken' }],
    ['url.list', 'on this instance', { shortURL: 'https://evil.example/u/x' }],
    [
      'url.resolve',
      'shortURL does not match id; it names Taken',
      { id: 'taken', shortURL: 'https://onedoor.example/u/Taken' },
    ],
    [
      'url.delete',
      'shortURL does not match id; it names taken',
      { id: 'x', shortURL: 'https://onedoor.example/u/taken' },
    ],
    ['url.update', 'destinationURL or another field to change is required', { id: 'taken' }],
    ['url.update', 'destinationURL or another field to change is required', { id: 'taken', destinationURL: '' }],
    ['url.list', 'limit must be at most 1000', { limit: 1001 }],
    ['url.list', 'words', { search: [...Array(30).keys()].join(' ') }],
    [
      'url.qr',
      'size must be at least 65',
      { id: 'taken', format: 'png', size: 64, margin: 16, errorCorrection: 'high' },
    ],
    ['url.stats', 'days must be at most 366', { id: 'taken', days: 367 }],
    ['url.create_many', 'links must have at least 1 entry', { links: [] }],
  ]
  const others: (readonly [...Case, number])[] = [
    ['url.resolve', 'There is no link with the id no-such-link', { id: 'no-such-link' }, 404],
    ['url.resolve', 'There is no link with the id nope', { shortURL: 'https://onedoor.example/u/nope' }, 404],
    ['url.create', 'id already exists', { destinationURL, id: 'taken' }, 409],
  ]

  const cases = [...invalid.map((each) => [...each, 400] as const), ...others]

  test.each(cases)('%s: %s', async (operation, detail, args, status) => {
    const ann = await server().account()
    await ann.call('url.create', { destinationURL, id: 'taken' })
    // Changes need a link of the caller with this id.
    const { store } = server()
    await store.run(store.sql('links').where({ id: 'taken' }).update({ owner: ann.id }))
    const answer = await ann.fails(operation, args)
    expect(answer.body).toEqual({
      id: operation,
      code: status,
      detail: expect.stringContaining(detail),
      status: expect.stringMatching(/^(Bad Request|Not Found|Conflict)$/),
    })
    expect(answer.status).toBe(status)
    expect(await ann.ok('url.resolve', { id: 'taken' })).toEqual({ destinationURL })
  })

  test('a body that is not JSON is rejected in the older form', async () => {
    const ann = await server().account()
    const headers = { 'Content-Type': 'application/json' }
    for (const body of ['{"destinationURL": ', '[]', '"x"', '{"__proto__": {}}', '\u0000']) {
      const answer = await ann.send('url.create', { body, headers })
      expect(answer.body).toMatchObject({ id: 'url.create', code: 400, status: 'Bad Request' })
    }
  })

  test('anonymous callers cannot create, list or change links', async () => {
    for (const id of ['url.create', 'url.shorten', 'url.list', 'url.update', 'url.delete', 'url.export'] as const) {
      const { status, body } = await server().anonymous.call(id, {})
      expect([id, status]).toEqual([id, 401])
      expect(body).toMatchObject({ id, code: 401, status: 'Unauthorized' })
    }
  })

  test('id and short address may be given together if they match, by any name of this server', async () => {
    const ann = await server().account()
    await ann.ok('url.create', { destinationURL, id: 'both' })
    for (const shortURL of [
      'https://onedoor.example/u/both',
      'http://ONEDOOR.example/u/both/?utm_source=x#y',
      'https://old.example/u/both',
    ]) {
      expect(await ann.ok('url.resolve', { id: 'both', shortURL })).toEqual({ destinationURL })
    }
  })
})
