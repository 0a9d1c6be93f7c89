import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { typeLine } from '#testing/typed-line.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'onedoor-arguments-'))
  await writeFile(join(folder, 'note.txt'), 'Oats\nLemons\n')
  await writeFile(join(folder, 'bytes.bin'), Buffer.from([0xff, 0x00, 0x80]))
  await writeFile(join(folder, 'note.json'), '{"title": "From a file", "text": "x"}')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const env = { ONEDOOR_URL: 'http://onedoor.example' }

/** The address's query, or the body, of the request that a line would send. */
async function sent(words: string[], input = ''): Promise<unknown> {
  const { code, out, err } = await typeLine([...words, '--dry-run'], { env, input })
  if (code !== 0) throw new Error(err)
  const body = /--data-raw '(.*)'\n$/s.exec(out)?.[1]
  if (body !== undefined) return JSON.parse(body.replaceAll("'\\''", "'"))
  const address = /^curl '?([^' ]+)/.exec(out)?.[1] ?? ''
  return [...new URL(address).searchParams]
}

describe('typed values', () => {
  test.each<[string, string[], unknown]>([
    [
      'numbers',
      ['places', 'nearby', '--near', 'x', '--lat', '-6.2', '--lon', '1e2'],
      [
        ['near', 'x'],
        ['lat', '-6.2'],
        ['lon', '100'],
      ],
    ],
    [
      'objects as JSON',
      ['url', 'create_many', '--links', '{"destinationURL":"https://ferries.example/"}', '--links', '{"id":"x"}'],
      { links: [{ destinationURL: 'https://ferries.example/' }, { id: 'x' }] },
    ],
    ['a list as a repeated option', ['mail', 'markread', '--ids', 'a', '--ids', 'b,c'], { ids: ['a', 'b,c'] }],
    [
      'a flag',
      ['docs', 'write', '--title', 'x', '--content', 'y', '--public'],
      { title: 'x', content: 'y', public: true },
    ],
    [
      'its opposite',
      ['docs', 'write', '--title', 'x', '--content', 'y', '--no-public'],
      { title: 'x', content: 'y', public: false },
    ],
    ['no flag', ['docs', 'write', '--title', 'x', '--content', 'y'], { title: 'x', content: 'y' }],
    [
      'names as the API spells them',
      ['hazards', 'quakes', '--within_km', '5', '--lat', '1', '--lon', '2'],
      [
        ['lat', '1'],
        ['lon', '2'],
        ['within_km', '5'],
      ],
    ],
    ['the name of the operation', ['call', 'notes.get', '--title=a=b'], [['title', 'a=b']]],
    ['an empty text where allowed', ['docs', 'list', '--query', ''], { query: '' }],
    ['a text that begins with @', ['notes', 'get', '--title', '@@ann'], [['title', '@ann']]],
    ['a text that looks like an option', ['notes', 'get', '--title', '--x'], [['title', '--x']]],
  ])('%s', async (_, words, request) => {
    expect(await sent(words)).toEqual(request)
  })

  test('texts from files, unchanged or in base64, and from standard input', async () => {
    const note = ['notes', 'add', '--title', 'x', '--text']
    expect(await sent([...note, `@${join(folder, 'note.txt')}`])).toEqual({ title: 'x', text: 'Oats\nLemons\n' })
    expect(await sent([...note, '@-'], 'typed é\n')).toEqual({ title: 'x', text: 'typed é\n' })
    const upload = ['images', 'upload', '--data', `@base64:${join(folder, 'bytes.bin')}`]
    expect(await sent(upload)).toEqual({ data: '/wCA' })
  })

  test('arguments in JSON from a file, standard input or the line, over which options win', async () => {
    const add = ['notes', 'add', '--json']
    expect(await sent([...add, join(folder, 'note.json')])).toEqual({ title: 'From a file', text: 'x' })
    expect(await sent([...add, '-'], '{"title": "a", "text": "b"}')).toEqual({ title: 'a', text: 'b' })
    expect(await sent([...add, '{"title": "a", "text": "b"}', '--title', 'c'])).toEqual({ title: 'c', text: 'b' })
  })
})

describe('invalid arguments are rejected before anything is sent, with the valid values', () => {
  test.each<[string, string[]]>([
    ['--title is missing: Title of the note.', ['notes', 'add', '--text', 'x']],
    ['--limit must be a whole number from 1 to 100; it is 500', ['tasks', 'list', '--limit', '500']],
    ['--limit must be a whole number from 1 to 100; it is "ten"', ['tasks', 'list', '--limit', 'ten']],
    ['--limit must be a whole number from 1 to 100; it is 1.5', ['tasks', 'list', '--limit', '1.5']],
    ['--limit must be a whole number from 1 to 100; it is "0x10"', ['tasks', 'list', '--limit', '0x10']],
    ['it is "tood" (did you mean todo?)', ['tasks', 'list', '--status', 'tood']],
    ['--title must not be empty', ['notes', 'get', '--title', '']],
    ['--title must be a text of 1 to 200 characters; it has 201', ['notes', 'get', '--title', 'é'.repeat(201)]],
    ['It was given twice, but it accepts only one value.', ['notes', 'get', '--title', 'a', '--title', 'b']],
    [
      '--to may be given at most 10 times; it is given 11 times',
      ['routes', 'nearest', ...Array(11).fill(['--to', 'x']).flat()],
    ],
    ['Did you mean --title?', ['notes', 'get', '--titel', 'x']],
    ['Did you mean add?', ['notes', 'ad']],
    ['Did you mean notes?', ['note', 'add']],
    ['Did you mean notes.add?', ['call', 'notes.ad']],
    ['"zzzzzzzzzz" is not an operation. "onedoor --help" lists the families', ['call', 'zzzzzzzzzz']],
    ['the file does not exist', ['notes', 'get', '--title', '@/nowhere/at/all']],
    ['has no file name after the @', ['notes', 'get', '--title', '@']],
    ['both read standard input', ['notes', 'add', '--title', '@-', '--text', '@-']],
    ['"titel" in --json is not an argument; did you mean "title"?', ['notes', 'get', '--json', '{"titel": "x"}']],
    ['--title must be a text of 1 to 200 characters; it is 5', ['notes', 'get', '--json', '{"title": 5}']],
    ['--ids must be a list', ['mail', 'markread', '--json', '{"ids": "a"}']],
    [
      '--public must be true or false; it is "yes"',
      ['docs', 'write', '--json', '{"title":"a","content":"b","public":"yes"}'],
    ],
    ['is not JSON', ['notes', 'get', '--json', '{"title": ']],
    ['must contain an object of arguments', ['notes', 'get', '--json', '-']],
    ["option '--output <form>' argument 'yaml' is invalid", ['notes', 'list', '--output', 'yaml']],
    ['Use a number of seconds greater than 0.', ['notes', 'list', '--time-limit', '0']],
    ['ONEDOOR_URL must be the http:// or https:// address', ['notes', 'list', 'ONEDOOR_URL=onedoor.example']],
  ])('%s', async (message, words) => {
    const url = words.at(-1)?.startsWith('ONEDOOR_URL=') ? { ONEDOOR_URL: words.pop()?.slice(12) ?? '' } : env
    const answer = await typeLine(words, { env: url, input: '[1]' })
    expect(answer).toMatchObject({ code: 2, out: '' })
    expect(answer.err).toContain(message)
  })

  test('bytes that are not text, with the way to send them', async () => {
    const { code, err } = await typeLine(['notes', 'get', '--title', `@${join(folder, 'bytes.bin')}`], { env })
    expect(code).toBe(2)
    expect(err).toContain(`write @base64:${join(folder, 'bytes.bin')}`)
  })

  test('all faults at once, and how to see the valid values', async () => {
    const { err } = await typeLine(['tasks', 'list', '--limit', '0', '--offset', '-1', '--status', 'x'], { env })
    expect(err.split('\n')).toEqual([
      expect.stringMatching(/^onedoor: --status must be one of /),
      expect.stringMatching(/^ {2}--offset must be /),
      expect.stringMatching(/^ {2}--limit must be /),
      '  "onedoor tasks list --help" shows the usage.',
      '',
    ])
  })
})
