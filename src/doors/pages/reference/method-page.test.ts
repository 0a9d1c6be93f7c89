import { expect, test } from 'vitest'
import { apiDocument } from '#runtime/base/openapi.ts'
import { shellOf } from './fixtures/reference-shell.ts'
import { methodPage } from './method-page.ts'
import { type Family, type Method, referenceOf } from './model.ts'
import type { Shell } from './shell.ts'

const document = await apiDocument()
const families = referenceOf(document, () => true)
const shell = shellOf(families, document, () => undefined)

function pageOf(id: string, changes: Partial<Shell> = {}): Promise<string> {
  const family = families.find(({ name }) => id.startsWith(`${name}.`)) as Family
  const method = family.methods.find((each) => each.id === id) as Method
  return methodPage(family, method, { ...shell, ...changes })
}

/** The text of a part of a page, without its markup. */
function textOf(markup: string): string {
  const texts = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' }
  const named = (_: string, name: string) => texts[name as keyof typeof texts]
  return markup.replaceAll(/<[^>]*>/g, '').replaceAll(/&(lt|gt|quot|#39|amp);/g, named)
}

function partOf(page: string, id: string): string {
  const from = page.indexOf(`<h2 id="${id}">`)
  const to = page.indexOf('<h2 ', from + 1)
  return from === -1 ? '' : page.slice(from, to === -1 ? undefined : to)
}

const methods = families.flatMap((family) => family.methods)

test.each(methods.map((method) => [method.id, method] as const))(
  'the page of %s has the body of its response, and of each error what it means and what to do',
  async (id, { response, errors }) => {
    const page = await pageOf(id)
    const { example } = response
    if (example !== undefined) {
      const body = typeof example === 'string' ? example : JSON.stringify(example, null, 2)
      expect(textOf(partOf(page, 'response'))).toContain(body.trim())
    }
    const [, ...shown] = partOf(page, 'errors').split('<details class="error" ')
    expect(shown).toHaveLength(errors.length)
    for (const [index, { status, samples }] of errors.entries()) {
      expect(shown[index]).toMatch(new RegExp(`^id="error-${status}">`))
      expect(samples.length, status).toBeGreaterThan(0)
      for (const { body } of samples) {
        expect(textOf(shown[index] ?? '')).toContain(JSON.stringify(body, null, 2))
        const { code } = body as { code: unknown }
        if (typeof code === 'string')
          expect(shown[index]).toMatch(new RegExp(`<a href="/docs/errors#${code}"><code>${code}</code></a>: .{20}`))
      }
    }
  },
)

test('every method that responds with text or JSON has an example of its response', () => {
  const isText = (type: string | undefined) => type !== undefined && /^text\/|json/.test(type)
  const without = methods.filter(({ response }) => isText(response.mediaType) && response.example === undefined)
  expect(without.map(({ id }) => id)).toEqual([])
})

test('the page of a method that changes records names the events of its family, and that of a read does not', async () => {
  const example = { account_id: 'ann' }
  const topics = new Map([
    ['notes', [{ name: 'notes.changed', meaning: 'A note has changed.', example }]],
    ['files', [{ name: 'files.changed', meaning: 'A file has changed.', example }]],
  ])
  const events = textOf(partOf(await pageOf('notes.add', { topics }), 'events'))
  expect(events).toContain('notes.changed')
  expect(events).not.toContain('files.changed')
  expect(partOf(await pageOf('notes.get', { topics }), 'events')).toBe('')
})

test.each([
  ['doors.notifications', true],
  ['doors.chat_stream', true],
  ['doors.work_stream', true],
  ['agent.ask', false],
])('the page of %s says whether its stream can be continued: %s', async (id, isContinued) => {
  const page = await pageOf(id)
  const stream = textOf(partOf(page, 'stream')).replaceAll('\n', ' ')
  expect(stream.includes('the stream continues after that event')).toBe(isContinued)
  expect(stream.includes('the stream cannot be continued')).toBe(!isContinued)
  expect(page.includes('<li id="header-Last-Event-ID">')).toBe(isContinued)
})
