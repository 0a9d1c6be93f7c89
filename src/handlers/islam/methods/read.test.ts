import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ProviderStandIn, startProviderStandIn } from '#testing/provider-stand-in.ts'
import { serverForTests } from '#testing/server.ts'
import { exampleArguments, exampleResult } from '#testing/stand-ins.ts'
import { aslamExamples } from '../providers/aslam-examples.ts'

let standIn: ProviderStandIn
const settings: Record<string, string> = {}
beforeAll(async () => {
  standIn = await startProviderStandIn(aslamExamples, () => server().clock.now())
  settings.ASLAM_BASE_URL = standIn.url
})
const server = serverForTests({ settings })
afterAll(() => standIn[Symbol.asyncDispose]())
beforeEach(() => {
  standIn.answers = aslamExamples
  // So that nothing cached by an earlier test is used.
  server().clock.advance(40 * 86_400_000)
})

const read = (path: string) => server().anonymous.ok('islam.read', { path })

/** Makes the provider return this record. */
function returning(kind: string, record: Readonly<Record<string, unknown>>): void {
  standIn.answers = () => ({ json: { kind, source: kind, url: 'https://aslam.org/x', resource: record } })
}

describe('a bundled text', () => {
  test('is read without a request: a verse of the Quran', async () => {
    const before = standIn.requests.length
    const normalized = (value: unknown): unknown => JSON.parse(JSON.stringify(value).normalize())
    const result = await server().anonymous.ok('islam.read', exampleArguments('islam.read') as never)
    expect(normalized(result)).toEqual(normalized(exampleResult('islam.read')))
    expect(standIn.requests.length).toBe(before)
  })

  test('is the same as in prayer.verse', async () => {
    const { items } = await server().anonymous.ok('prayer.verse', { chapter: 2, verse: 255 })
    const { arabic, translation, reference } = await read('https://aslam.org/quran/2/255')
    expect({ arabic, translation, reference }).toEqual({
      arabic: items[0]?.arabic,
      translation: items[0]?.translation,
      reference: 'Quran 2:255',
    })
  })

  test('is read without a request: the names of Allah', async () => {
    expect(await read('/names/99')).toMatchObject({
      collection: 'names',
      reference: 'Names of Allah 99',
      arabic: 'الصَّبُورُ',
      transliteration: 'As-Sabur',
      translation: 'The Patient',
      url: 'https://aslam.org/names/99',
    })
  })

  test.each([
    ['/quran/115/1', 'The Quran has 114 chapters'],
    ['/quran/112/5', 'Chapter 112 has 4 verses'],
    ['/quran/2/287', 'Chapter 2 has 286 verses'],
    ['/names/100', 'from 1 to 99'],
  ])('does not have %s', async (path, words) => {
    const { status, body } = await server().anonymous.fails('islam.read', { path })
    expect([status, body.code]).toEqual([400, 'not_found'])
    expect(body.error).toContain(words)
  })
})

describe('a passage of the provider', () => {
  test('has original, translation, narrator and grading in separate fields', async () => {
    const { text, ...passage } = await read('/hadith/1')
    expect(passage).toMatchObject({
      path: '/hadith/1',
      work: 'Sahih al-Bukhari',
      reference: 'Sahih al-Bukhari 1',
      title: 'Revelation',
      narrator: 'An example narrator',
      arabic: 'مثال',
      translation: 'An example of a saying in the form that the provider sends.',
      grading: 'Sahih',
      other: [
        { name: 'BookNumber', text: '1' },
        { name: 'Number', text: '1' },
      ],
      source: 'aslam.org',
      attribution: 'aslam.org',
      is_truncated: false,
    })
    expect(passage).not.toHaveProperty('body')
    expect(text).toContain('\n\nOriginal: مثال\n\nTranslation: An example of a saying')
    expect(Object.fromEntries(standIn.requests.at(-1)?.query ?? [])).toEqual({ path: '/hadith/1' })
  })

  test('has no empty fields', async () => {
    const passage = await read('/salihin/1')
    for (const field of ['narrator', 'arabic', 'grading', 'commentary', 'transliteration', 'body']) {
      expect(passage).not.toHaveProperty(field)
    }
    expect(passage).toMatchObject({ translation: 'An example of a saying.' })
  })

  test.each([
    [
      '/islamqa/what-is-islam',
      { body: 'An example of an answer that was written in English.', title: 'What is an example?' },
    ],
    ['/ghazali/the-book-of-knowledge', { translation: 'An example of a chapter in translation.' }],
    ['/seerah/page/8', { translation: 'An example of a page in translation.', translator: 'Issam Diab' }],
    [
      '/adhkar/before-sleeping',
      {
        arabic: 'مثال',
        transliteration: 'mithal',
        commentary: 'An example of a note.',
        reference: 'Example collection 1',
      },
    ],
  ])('at %s has its text in the field for its kind', async (path, expected) => {
    const passage = await read(path)
    expect(passage).toMatchObject(expected)
    expect('body' in passage && 'translation' in passage).toBe(false)
  })

  test('has all fields without a counterpart in `other`', async () => {
    returning('islamqa', { ID: 1, Question: 'Q?', Answer: 'A.', Scholar: 'S.', Views: 12, Tags: ['a'], Hidden: null })
    expect((await read('/islamqa/x')).other).toEqual([
      { name: 'Scholar', text: 'S.' },
      { name: 'Views', text: '12' },
    ])
  })

  test('is cut if a part is too long, and says so', async () => {
    returning('ghazali', { Chapter: 'Long', Content: 'x'.repeat(100_001) })
    const { translation = '', is_truncated } = await read('/ghazali/long')
    expect([translation.length, is_truncated]).toEqual([100_000, true])
    // A surrogate pair is not cut in half.
    returning('ghazali', { Chapter: 'Long', Content: `x${'𞤀'.repeat(100_000)}` })
    const letters = (await read('/ghazali/longer')).translation ?? ''
    expect([letters.isWellFormed(), [...letters].length]).toEqual([true, 100_000])
  })

  test('is not found if the provider does not have it', async () => {
    const { status, body } = await server().anonymous.fails('islam.read', { path: '/hadith/7404' })
    expect([status, body.code]).toEqual([400, 'not_found'])
  })

  test.each([
    ['a record of another collection', 'hadith', { Text: 'x', Answer: 'y' }],
    ['a record without a text', 'islamqa', { Question: 'Q?', Answer: '' }],
    ['a record whose text is an object', 'islamqa', { Answer: { text: 'x' } }],
  ])('is never %s', async (_what, kind, record) => {
    returning(kind, record)
    expect(await server().anonymous.fails('islam.read', { path: '/islamqa/x' })).toMatchObject({ status: 502 })
  })

  test('is requested without anything of the caller', async () => {
    const ada = await server().account()
    await ada.ok('islam.read', { path: '/hadith/2' })
    const { headers } = standIn.requests.at(-1) ?? {}
    expect(headers).not.toHaveProperty('authorization')
    expect(headers).not.toHaveProperty('cookie')
  })
})

test.each([
  [{ path: `/islamqa/${'a'.repeat(491)}` }],
  [{ path: `/islamqa/${'a'.repeat(300)}` }],
  [{ path: '/etc/passwd' }],
  [{ path: '/quran/../../etc/passwd' }],
  [{ path: 'http://169.254.169.254/quran/2/255' }],
])('islam.read rejects %j', async (args) => {
  const before = standIn.requests.length
  const { status, body } = await server().anonymous.fails('islam.read', args)
  expect([status, body.code, body.details?.map(({ path }) => path)]).toEqual([400, 'invalid_argument', ['path']])
  expect(standIn.requests.length).toBe(before)
})

describe('with PROVIDERS=examples', () => {
  const trying = serverForTests({ settings: { PROVIDERS: 'examples' } })

  test('a passage is marked as an example', async () => {
    expect(await trying().anonymous.ok('islam.read', { path: '/hadith/1' })).toMatchObject({ source: 'example' })
    expect(await trying().anonymous.ok('islam.read', { path: '/quran/1/1' })).toMatchObject({
      source: 'Tanzil Project',
    })
  })
})
