import { expect, test } from 'vitest'
import { effectMeanings } from '#runtime/base/effects.ts'
import { html } from '#runtime/base/html.ts'
import { apiDocument, type Document } from '#runtime/base/openapi.ts'
import { catalogueOf } from './about.ts'
import { curlOf, shellWord } from './example.ts'
import { examplePicture } from './example-picture.ts'
import { badgeMeanings, facts, priceFact } from './facts.ts'
import { familyPage } from './family-page.ts'
import { shellOf } from './fixtures/reference-shell.ts'
import { indexPage } from './index-page.ts'
import { methodPage } from './method-page.ts'
import { type Family, type Method, referenceOf } from './model.ts'
import { boundsText, typeText } from './schema-fields.ts'
import { typePage } from './type-page.ts'

function documentWith(text: string): Document {
  return {
    openapi: '3.0.0',
    info: {},
    tags: [{ name: 'notes', description: text }],
    paths: {
      '/api/v1/notes/add': {
        post: {
          operationId: 'notes.add',
          tags: ['notes'],
          summary: text,
          description: text,
          requestBody: {
            content: {
              'application/json': { schema: { $ref: '#/components/schemas/Args' }, example: { title: text } },
            },
          },
          responses: {
            '200': {
              description: text,
              content: {
                'application/json': {
                  schema: { $ref: '#/components/schemas/Answer' },
                  example: { result: { note: text } },
                },
              },
            },
            '400': { description: text },
          },
          'x-needs': 'account',
        },
      },
    },
    components: {
      schemas: {
        Line: { type: 'string', minLength: 1, maxLength: 200, pattern: '\\S', description: 'A line.' },
        Args: {
          type: 'object',
          required: ['title'],
          properties: {
            title: { allOf: [{ $ref: '#/components/schemas/Line' }], maxLength: 80, description: text },
            tags: { type: 'array', items: { type: 'string', enum: [text] }, maxItems: 3 },
          },
        },
        Tree: {
          type: 'object',
          required: ['name'],
          properties: {
            name: { type: 'string', description: text },
            branches: { type: 'array', items: { $ref: '#/components/schemas/Tree' } },
          },
        },
        Answer: {
          type: 'object',
          required: ['result'],
          properties: { result: { $ref: '#/components/schemas/Tree' } },
        },
      },
    },
  }
}

function onlyMethod(document: Document): { family: Family; method: Method } {
  const family = referenceOf(document, () => true)[0] as Family
  return { family, method: family.methods[0] as Method }
}

test.each([
  ['free', {}, 'free', { price: 'free', credits: 0 }],
  ['fixed', { 'x-credits': 3 }, '3 credits a call', { price: 'fixed', credits: 3 }],
  [
    'varying',
    { 'x-price': 'varies', 'x-price-unit': 'for each SMS segment' },
    'price varies: charged for each SMS segment',
    { price: 'varies', price_unit: 'for each SMS segment' },
  ],
])('a %s price is on the page and in the catalogue, and no other price is', (_, marks, fact, entry) => {
  const document = documentWith('Notes')
  Object.assign(document.paths['/api/v1/notes/add']?.post ?? {}, marks)
  const { family, method } = onlyMethod(document)
  expect(priceFact(method)).toBe(fact)
  const [listed] = catalogueOf([family]).items[0]?.methods ?? []
  const { price, credits, price_unit } = listed as Record<string, unknown>
  expect({ price, credits, price_unit }).toEqual({ credits: undefined, price_unit: undefined, ...entry })
})

test('a deprecated method is marked with its dates, and no other', () => {
  const { method } = onlyMethod(documentWith('Notes'))
  const deprecation = { since: '2026-12-01', end: '2027-06-30' }
  const mark = 'deprecated since 2026-12-01, may be missing from 2027-06-30 on'
  expect(facts({ ...method, deprecation })).toEqual([mark, ...facts(method)])
  expect(facts(method).join()).not.toContain('deprecated')
})

test('a method shows what it does, when it does it and whose text it returns, and each badge is explained', () => {
  const { method } = onlyMethod(documentWith('Notes'))
  const effects = ['reads others', 'creates own', 'publishes', 'spends'] as const
  const effectWhen = { publishes: [{ argument: 'public', is: true }] }
  const shown = facts({ ...method, effects, effectWhen, hasForeignText: true })
  const added = shown.filter((fact) => !facts(method).includes(fact))
  expect(added).toEqual([
    'reads others',
    'creates own',
    'publishes if public is true',
    'returns text written by others',
  ])
  const explained = badgeMeanings(true).map(([badge]) => badge)
  expect(explained).toEqual(
    expect.arrayContaining([
      ...Object.keys(effectMeanings).filter((effect) => effect !== 'spends'),
      'returns text written by others',
    ]),
  )
})

const noLink = () => undefined

test('every text of the document is escaped in its pages', async () => {
  const hostile = `"><script>alert(1)</script><img src=x onerror="alert(1)">'`
  const document = documentWith(hostile)
  const { family, method } = onlyMethod(document)
  const shell = shellOf([family], document, noLink)
  const pages = [familyPage(family, shell), await methodPage(family, method, shell), indexPage(shell)]
  for (const type of shell.about.types.values()) pages.push(typePage(type, shell))
  expect(pages).toHaveLength(4)
  for (const markup of pages) expect(markup).not.toMatch(/<script>|<img/)
  expect(pages.join('').split(String(html`${hostile}`)).length).toBeGreaterThan(12)
})

test.each([
  ['an argument', 'places.nearby', 'argument-radius', 'radius_m'],
  ['a field of a response', 'events.read', 'result-state', 'status'],
])('%s that is an alias is shown as one', async (_, id, place, main) => {
  const document = await apiDocument()
  const families = referenceOf(document, () => true)
  const family = families.find(({ methods }) => methods.some((each) => each.id === id)) as Family
  const method = family.methods.find((each) => each.id === id) as Method
  const markup = await methodPage(family, method, shellOf(families, document, noLink))
  const [, entry = ''] = markup.split(`<li id="${place}">`)
  expect(entry.slice(0, entry.indexOf('</li>'))).toContain(`Alias of <code>${main}</code>.`)
})

test('the headers that a call may have are described', async () => {
  const document = await apiDocument()
  const families = referenceOf(document, () => true)
  const family = families.find(({ name }) => name === 'notes') as Family
  const [add, , get] = family.methods as [Method, Method, Method]
  const shell = shellOf(families, document, noLink)
  expect(await methodPage(family, add, shell)).toContain('<li id="header-Idempotency-Key">')
  expect(await methodPage(family, get, shell)).not.toContain('id="headers"')
})

test('fields inside objects and lists stand below their parents, with their types, bounds and units', async () => {
  const document = await apiDocument()
  const families = referenceOf(document, () => true)
  const family = families.find(({ name }) => name === 'flights') as Family
  const method = family.methods.find(({ name }) => name === 'status') as Method
  const markup = await methodPage(family, method, shellOf(families, document, noLink))
  expect(markup).toMatch(
    /<li id="result-items">.*<a href="\/docs\/types\/\w+">\w+<\/a>.*<li id="result-items-departure">.*<li id="result-items-departure-iata">/s,
  )
  expect(markup).toMatch(/<li id="result-items-departure-delay_s">.*?in seconds/s)
})

test('an argument has the tightest of its bounds, and its own description', () => {
  const { method } = onlyMethod(documentWith('Title.'))
  const [title, tags] = method.args
  expect(title).toMatchObject({
    name: 'title',
    isRequired: true,
    description: 'Title.',
    example: 'Title.',
    place: 'body',
  })
  expect(boundsText(title?.schema ?? {})).toEqual(['1 to 80 characters', 'not blank'])
  expect(typeText(tags?.schema ?? {}, tags?.itemSchema)).toBe('array of string')
  expect(boundsText(tags?.schema ?? {})).toEqual(['at most 3 entries'])
})

test('a recursive response is described once', () => {
  const { response } = onlyMethod(documentWith('x')).method
  expect(response.hasEnvelope).toBe(true)
  expect(response.fields.map(({ name }) => name)).toEqual(['name', 'branches'])
})

test('bounds read as words', () => {
  expect(boundsText({ minimum: 0, maximum: 1_000_000 })).toEqual(['0 to 1,000,000'])
  expect(boundsText({ minLength: 0, maxLength: 5 })).toEqual(['at most 5 characters'])
  expect(boundsText({ minItems: 2, maxItems: 2 })).toEqual(['exactly 2 entries'])
  expect(boundsText({ minimum: 0.5 })).toEqual(['at least 0.5'])
  expect(boundsText({ minLength: 0, minItems: 0 })).toEqual([])
  expect(boundsText({})).toEqual([])
})

test('the example call survives a shell', () => {
  const { method } = onlyMethod(documentWith(`it's "$HOME" \`id\``))
  expect(curlOf(method, 'http://127.0.0.1:8080')).toBe(
    [
      'curl http://127.0.0.1:8080/api/v1/notes/add',
      '-H "Authorization: Bearer $ONEDOOR_TOKEN"',
      "-H 'Content-Type: application/json'",
      String.raw`-d '{"title":"it'\''s \"$HOME\" ${'`'}id${'`'}"}'`,
    ].join(' \\\n  '),
  )
  expect(shellWord('a b')).toBe("'a b'")
  expect(shellWord('title=x')).toBe('title=x')
})

test.each([
  ['places', { items: [{ name: 'Heron <b>', lat: 51.5, lon: -0.1 }] }, /<figure class="map">.*Heron &lt;b&gt;/s],
  ['one place', { lat: 21.4, lon: 39.8 }, /<figure class="map">/],
  [
    'values by the day',
    {
      items: [
        { day: '2026-11-16', usd: 1 },
        { day: '2026-11-17', usd: 2 },
      ],
    },
    /<svg class="chart"/,
  ],
  [
    'other lists',
    { items: [{ id: 'x', title: 'Heron', url: 'https://a.example', at: '2026-11-16T05:49:00.000Z', parts: {} }] },
    /<th scope="col">title<\/th><th scope="col">at<\/th><\/tr>.*<td><span class="whole">2026-11-16,<\/span> 05:49 UTC<\/td>/s,
  ],
  [
    'places it names',
    { from: { place: 'Kew', lat: 51.5, lon: -0.3 }, to: { place: 'Bow', lat: 51.5, lon: 0 } },
    /<title>Bow<.*<title>Kew</s,
  ],
  [
    'a place and its times',
    { lat: 51.5, lon: -0.1, times: { fajr: { local: '05:49' }, dhuhr: { local: '11:47' }, asr: { local: '13:42' } } },
    /<figure class="map">.*<th scope="col">local<\/th>.*<th scope="row">fajr<\/th><td>05:49<\/td>/s,
  ],
  [
    'named values',
    { nutrition: { energy_kcal: 447, fat_g: 17.2, vegan: true } },
    /<th scope="row">energy \(kcal\)<\/th><td>447<\/td>.*<th scope="row">vegan<\/th><td>yes<\/td>/s,
  ],
])('the example of a method shows %s', async (_what, result, expected) => {
  const { method } = onlyMethod(documentWith('x'))
  const shown = await examplePicture({ ...method, response: { ...method.response, example: { result } } })
  // Without the labels that distinguish the cells in stacked rows.
  expect(String(shown).replaceAll(/ (?:role|data-label)="[^"]*"/g, '')).toMatch(expected)
})

test('an example without a list or places is not shown', async () => {
  const { method } = onlyMethod(documentWith('x'))
  for (const result of ['text', { text: 'a', total: 1 }, { items: [] }, { items: [{ text: 'long '.repeat(20) }] }]) {
    expect(await examplePicture({ ...method, response: { ...method.response, example: { result } } })).toBeUndefined()
  }
})

test('the page of a method that streams has each event with the fields of its data', async () => {
  const document = await apiDocument()
  const families = referenceOf(document, () => true)
  const family = families.find(({ name }) => name === 'agent') as Family
  const ask = family.methods.find(({ id }) => id === 'agent.ask') as Method
  const page = await methodPage(
    family,
    ask,
    shellOf(families, document, () => undefined),
  )
  const streamed = page.slice(page.indexOf('id="stream"'), page.indexOf('id="errors"'))
  const names = [...streamed.matchAll(/<h3 id="stream-(\w+)">/g)].map(([, name]) => name)
  expect(names).toEqual(expect.arrayContaining(['thread', 'queued', 'text', 'call', 'called', 'answer', 'error']))
  const called = streamed.slice(streamed.indexOf('id="stream-called"'), streamed.indexOf('id="stream-answer"'))
  for (const field of ['number', 'method', 'ok', 'cost_credits']) expect(called).toContain(field)
})
