import { expect, test } from 'vitest'
import { apiDocument, type Document, operationsOf } from '#runtime/base/openapi.ts'
import { type ApiChanges, changesPage, readChanges } from './changes-page.ts'
import { shellOf } from './fixtures/reference-shell.ts'

const nothing = { methods: [], arguments: [], breaking: [] }
const none: ApiChanges = { deprecated: [], unreleased: nothing, releases: [] }
const link = (name: string) => (name === 'notes.add' ? '/docs/notes/add' : undefined)
const document: Document = { openapi: '3.0.0', info: {}, tags: [], paths: {}, components: { schemas: {} } }
const shell = shellOf([], document, link)

test('one release alone has no earlier one to compare, and the page says so', () => {
  const text = changesPage(none, shell)
  expect(text).toContain('Nothing is deprecated.')
  expect(text).toContain('Only one version has been released so far.')
  expect(text).toContain('Nothing has changed.')
})

test('every change of every release is shown, with links to methods, and everything is escaped', () => {
  const hostile = '<img src=x onerror="alert(1)">'
  const release = {
    version: '1.2.0',
    date: '2026-12-01',
    methods: [{ id: 'notes.add', summary: hostile }],
    arguments: [{ method: 'notes.add', name: 'mood', description: 'How it feels.' }],
    breaking: [{ change: hostile, reason: 'Nobody used it.' }],
  }
  const text = changesPage({ ...none, releases: [release, { ...release, version: '1.1.0' }] }, shell)
  expect(text.indexOf('id="release-1.2.0"')).toBeGreaterThan(text.indexOf('id="unreleased"'))
  expect(text.indexOf('id="release-1.1.0"')).toBeGreaterThan(text.indexOf('id="release-1.2.0"'))
  expect(text).not.toContain('Only one version has been released so far.')
  const part = text.slice(text.indexOf('id="release-1.2.0"'), text.indexOf('id="release-1.1.0"'))
  expect(part.match(/<a href="\/docs\/notes\/add"><code>notes\.add<\/code><\/a>/g)).toHaveLength(2)
  for (const shown of ['Released on 2026-12-01.', '<code>mood</code>', 'How it feels.', 'Nobody used it.', '1 change,'])
    expect(part).toContain(shown)
  expect(text).not.toContain('<img')
})

test('what is deprecated is listed with its end and what to use instead', () => {
  const dates = { since: '2026-12-01', end: '2027-06-30' }
  const deprecated = [
    { method: 'notes.put', ...dates, instead: 'notes.add' },
    { method: 'notes.list', argument: 'mood', ...dates },
  ]
  const text = changesPage({ ...none, deprecated }, shell)
  expect(text).not.toContain('Nothing is deprecated.')
  expect(text).toMatch(/<code>notes\.put<\/code>.*2026-12-01.*2027-06-30.*<a href="\/docs\/notes\/add">/)
  expect(text).toMatch(/<code>notes\.list<\/code>, argument <code>mood<\/code>.*2027-06-30.*no replacement/)
})

test('the data of the page are of this document: each new method exists', async () => {
  const { deprecated, unreleased, releases } = await readChanges()
  const ids = operationsOf(await apiDocument()).map(({ operation }) => operation.operationId)
  const added = [unreleased, ...releases].flatMap(({ methods, arguments: others }) => [...methods, ...others])
  expect(added.length).toBeGreaterThan(0)
  for (const { id } of unreleased.methods) expect(ids).toContain(id)
  for (const { method } of [...unreleased.arguments, ...deprecated]) expect(ids).toContain(method)
})
