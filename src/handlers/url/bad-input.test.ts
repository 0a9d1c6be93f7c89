import { describe, expect, test } from 'vitest'
import type { OperationId } from '#generated/server/operations.ts'
import { serverForTests } from '#testing/server.ts'

const destinationURL = 'https://ferries.example/timetable'
const settings = { BASE_URL: 'https://onedoor.example', HOST_ALIASES: 'old.example' }

describe('bad input', () => {
  const server = serverForTests({ settings })
  const long = `https://ferries.example/${'x'.repeat(10_000)}`

  const cases: [what: string, operation: OperationId, args: Record<string, unknown>, status: number, detail: string][] =
    [
      ['no destination', 'url.create', { id: 'x' }, 400, 'destinationURL is required'],
      ['an empty destination', 'url.shorten', { destinationURL: '' }, 400, 'destinationURL is required'],
      ['a script', 'url.create', { destinationURL: 'javascript:alert(1)' }, 400, 'must begin with http'],
      ['a script to shorten', 'url.shorten', { destinationURL: ' jAvAscript:alert(1)' }, 400, 'must begin with http'],
      [
        'a script to change to',
        'url.update',
        { id: 'taken', destinationURL: 'javascript:1' },
        400,
        'must begin with http',
      ],
      ['data', 'url.create', { destinationURL: 'data:text/html,x' }, 400, 'must begin with http'],
      ['10 kB', 'url.create', { destinationURL: long }, 400, 'destinationURL must have at most 8192 characters'],
      ['10 kB to shorten', 'url.shorten', { destinationURL: long }, 400, 'destinationURL must have at most 8192'],
      ['a control character', 'url.create', { destinationURL: 'https://a.example/\u0007' }, 400, 'control characters'],
      ['a null character', 'url.create', { destinationURL: 'https://a.example/\0' }, 400, 'destinationURL must not'],
      ['a short link', 'url.create', { destinationURL: 'https://onedoor.example/u/taken' }, 400, 'is a short link'],
      ['a short link of old', 'url.create', { destinationURL: 'http://old.example/u/x' }, 400, 'is a short link'],
      ['a taken id', 'url.create', { destinationURL, id: 'taken' }, 409, 'id already exists'],
      ['a reserved id', 'url.create', { destinationURL, id: 'Log_In' }, 400, 'is a reserved word'],
      [
        'an id with a slash',
        'url.create',
        { destinationURL, id: 'a/b' },
        400,
        'letters, digits, underscores and hyphens',
      ],
      ['an id with a line end', 'url.create', { destinationURL, id: 'ab\n' }, 400, 'letters, digits, underscores'],
      ['a long id', 'url.create', { destinationURL, id: 'x'.repeat(65) }, 400, 'id must have at most 64 characters'],
      ['a long title', 'url.create', { destinationURL, title: 'x'.repeat(201) }, 400, 'title must have at most 200'],
      [
        'a tag with a comma',
        'url.create',
        { destinationURL, tags: ['a', 'b,c'] },
        400,
        'tags[1] must not contain commas',
      ],
      ['a tag with a quotation mark', 'url.create', { destinationURL, tags: ['"'] }, 400, 'tags[0] must not contain'],
      ['an end in the past', 'url.create', { destinationURL, expiresAt: '2020-01-01T00:00:00Z' }, 400, 'in the future'],
      ['an end on no day', 'url.create', { destinationURL, expiresAt: '2027-02-30T00:00:00Z' }, 400, 'a real day'],
      ['an end without an offset', 'url.create', { destinationURL, expiresAt: '2027-02-20' }, 400, 'with an offset'],
      ['an unknown argument', 'url.create', { destinationURL, colour: 'red' }, 400, 'colour is not an argument'],
      ['a number for a text', 'url.create', { destinationURL: 5 }, 400, 'destinationURL must be text'],
      ['no link', 'url.resolve', {}, 400, 'id or shortURL is required'],
      ['empty names', 'url.delete', { id: '', shortURL: '' }, 400, 'id or shortURL is required'],
      ['an unknown id', 'url.resolve', { id: 'no-such-link' }, 404, 'There is no link no-such-link'],
      [
        'an unknown address',
        'url.resolve',
        { shortURL: 'https://onedoor.example/u/nope' },
        404,
        'There is no link nope',
      ],
      ['an address elsewhere', 'url.resolve', { shortURL: 'https://evil.example/u/taken' }, 400, 'on this instance'],
      ['another page', 'url.resolve', { shortURL: 'https://onedoor.example/docs' }, 400, 'on this instance'],
      ['an id for an address', 'url.resolve', { shortURL: 'taken' }, 400, 'must be a short link on this instance'],
      ['an address elsewhere to list', 'url.list', { shortURL: 'https://evil.example/u/x' }, 400, 'on this instance'],
      [
        'two that disagree',
        'url.resolve',
        { id: 'taken', shortURL: 'https://onedoor.example/u/Taken' },
        400,
        'shortURL does not match id; it names Taken',
      ],
      [
        'two that disagree',
        'url.delete',
        { id: 'x', shortURL: 'https://onedoor.example/u/taken' },
        400,
        'shortURL does not match id; it names taken',
      ],
      [
        'nothing to change',
        'url.update',
        { id: 'taken' },
        400,
        'destinationURL or another field to change is required',
      ],
      [
        'nothing but an empty address',
        'url.update',
        { id: 'taken', destinationURL: '' },
        400,
        'destinationURL or another field to change is required',
      ],
      ['too large a page', 'url.list', { limit: 1001 }, 400, 'limit must be at most 1000'],
      ['too many words', 'url.list', { search: [...Array(30).keys()].join(' ') }, 400, 'words'],
      [
        'a picture too small for the code',
        'url.qr',
        { id: 'taken', format: 'png', size: 64, margin: 16, errorCorrection: 'high' },
        400,
        'size must be at least 65',
      ],
      ['too many days', 'url.stats', { id: 'taken', days: 367 }, 400, 'days must be at most 366'],
      ['no links at all', 'url.create_many', { links: [] }, 400, 'links must have at least 1 entry'],
    ]

  test.each(cases)('%s: %s', async (_, operation, args, status, detail) => {
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
