import { describe, expect, test } from 'vitest'
import { type Document, type Operation, type Parameter, resolve } from '#runtime/base/openapi.ts'
import { operationFacts } from '../operations.ts'
import { sampleDocument } from '../sample-document.ts'
import { cliData } from '../targets/cli/index.ts'
import { clientPackage } from '../targets/client/index.ts'
import { mcpTools } from '../targets/mcp/index.ts'
import { operationTable } from '../targets/operation-table.ts'
import { fixDocument } from './fixes.ts'

const dates = { 'x-deprecated': '2026-12-01', 'x-sunset': '2027-06-30' }
const sentence = 'Deprecated since 2026-12-01, and may be missing from 2027-06-30 on.'

/** The sample, whose `ferries.find` is deprecated as given. */
function deprecated(marks: object = { ...dates, 'x-instead': 'ferries.book' }): Document {
  const document = sampleDocument()
  const { find, book } = operationsIn(document)
  Object.assign(find, { description: 'Find ferries by place.' }, marks)
  Object.assign(book, { description: 'Book a ferry.' })
  return document
}

function operationsIn({ paths }: Document): { find: Operation; book: Operation } {
  const find = paths['/api/v1/ferries/find']?.get
  const book = paths['/api/v1/ferries/book']?.post
  if (!find || !book) throw new Error('The sample has changed')
  return { find, book }
}

describe('a deprecated operation', () => {
  const document = fixDocument(deprecated())

  test('is marked, and its description begins with the dates and what to use instead; others are not', () => {
    const { find, book } = operationsIn(document)
    expect(find).toMatchObject({
      deprecated: true,
      description: `${sentence} Use \`ferries.book\` instead.\n\nFind ferries by place.`,
    })
    expect(book).not.toHaveProperty('deprecated')
    expect(book.description).toBe('Book a ferry.')
  })

  test('has its dates in the table of the server, in the command line, in the types of the client and in its tool', async () => {
    const deprecation = { since: '2026-12-01', end: '2027-06-30', instead: 'ferries.book' }
    const facts = operationFacts(document)
    expect(facts.map((each) => each.deprecation)).toEqual([deprecation, undefined])
    expect(operationTable(facts, '1.0.0')).toContain(`"deprecation":${JSON.stringify(deprecation)}`)
    const commands = cliData(document).get('ferries.ts') ?? ''
    expect(commands.match(/deprecation: /g)).toHaveLength(1)
    expect(commands).toContain("deprecation: { since: '2026-12-01', end: '2027-06-30', instead: 'ferries.book' }")
    const types = (await clientPackage(document)).get('index.d.ts') ?? ''
    expect(types.match(/@deprecated/g)).toHaveLength(1)
    expect(types).toContain('* @deprecated Use `ferries.book` instead. It may be missing from 2027-06-30 on.')
    const [, find] = JSON.parse(mcpTools(document)) as { description: string }[]
    expect(find?.description).toMatch(/^Deprecated since 2026-12-01, and .* Use `ferries_book` instead\.\n/)
  })

  test('passes its end on to its other form', () => {
    const sample = deprecated()
    const { find } = operationsIn(sample)
    const { 'x-deprecated': _, 'x-sunset': __, 'x-instead': ___, ...plain } = find
    const form = { ...plain, operationId: 'ferries.find_body', 'x-form-of': 'ferries.find' }
    sample.paths['/api/v1/ferries/find'] = { ...sample.paths['/api/v1/ferries/find'], post: form }
    const { post } = fixDocument(sample).paths['/api/v1/ferries/find'] ?? {}
    expect(post).toMatchObject({ ...dates, deprecated: true, description: expect.stringContaining(sentence) })
  })

  test.each([
    ['a day that does not exist', { ...dates, 'x-sunset': '2027-02-30' }, '2027-02-30 in @sunset is not a day'],
    ['a time', { ...dates, 'x-deprecated': '2026-12-01T00:00:00Z' }, 'is not a day'],
    ['an end before its beginning', { ...dates, 'x-sunset': '2026-11-30' }, 'must be after 2026-12-01'],
    ['an unknown method to use', { ...dates, 'x-instead': 'ferries.row' }, 'ferries.row, does not exist'],
  ])('is an error with %s', (_, marks, message) => {
    expect(() => fixDocument(deprecated(marks))).toThrow(message)
  })
})

test('a deprecated argument is marked in the address and in the body, once; an example is left alone', () => {
  const document = deprecated({})
  const { find, book } = operationsIn(document)
  const [from] = find.parameters as [Parameter]
  Object.assign(from, { description: 'Where it leaves.', ...dates })
  document.components.parameters = { from: { ...from } }
  find.parameters = [{ $ref: '#/components/parameters/from' } as Parameter]
  const { Booking } = document.components.schemas
  Object.assign(Booking?.properties?.note ?? {}, { description: 'A remark.', ...dates, 'x-instead': 'ferry' })
  const media = book.requestBody?.content['application/json']
  if (media) media.example = { ...dates }
  const fixed = fixDocument(document)
  const [shared] = (operationsIn(fixed).find.parameters ?? []).map((each) => resolve(fixed, each))
  expect(shared).toMatchObject({ deprecated: true, description: `${sentence} Where it leaves.` })
  expect(fixed.components.schemas.Booking?.properties?.note).toMatchObject({
    deprecated: true,
    description: `${sentence} Use \`ferry\` instead. A remark.`,
  })
  expect(operationsIn(fixed).book.requestBody?.content['application/json']?.example).toEqual(dates)
})
