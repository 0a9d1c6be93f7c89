import type { Handler, Result } from '#generated/server/handlers.ts'
import { storable } from '#runtime/base/text/storable-text.ts'
import { createSchemaCheck } from '#runtime/outbound/models/schemas/schema-check.ts'
import type { TextDeps } from '../index.ts'
import { runTask, type Task } from '../run-task.ts'

type Summary = { readonly text: string } | { readonly points: readonly string[] }

const maxPoints = 100
const maxOutputTokens = 8192

const proseCheck = createSchemaCheck({
  type: 'object',
  properties: { text: { type: 'string', pattern: '\\S' } },
  required: ['text'],
  additionalProperties: false,
})
const listCheck = createSchemaCheck({
  type: 'object',
  properties: {
    points: { type: 'array', minItems: 1, maxItems: maxPoints, items: { type: 'string', pattern: '\\S' } },
  },
  required: ['points'],
  additionalProperties: false,
})

const common =
  'You summarise text. Say what the text says, in the language of the text, without opinions, additions or a preamble such as "This text".'
const prose = `${common} Write prose.`
const list = `${common} Write a list of points, each one sentence in plain text without a bullet.`

export default ({ models }: TextDeps): Handler<'text.summarise'> =>
  async ({ text, style = 'prose', lines }, ctx) => {
    const isList = style.trim().toLowerCase() === 'bullets'
    return summaryOf(await runTask<Summary>(models, ctx, text, summaryTask(isList, lines)))
  }

/** @param lines about how many sentences or points */
function summaryTask(isList: boolean, lines: number | undefined): Task {
  const task = isList ? { instructions: list, schema: listCheck } : { instructions: prose, schema: proseCheck }
  const length = isList ? 'about as many points as "lines" says' : 'about as many sentences as "lines" says'
  if (lines === undefined) return { ...task, maxOutputTokens }
  return {
    ...task,
    instructions: `${task.instructions} Write ${length}.`,
    particulars: { lines },
    maxOutputTokens,
  }
}

/** Some models write bullets despite the instructions. */
const bullet = /^\s*(?:[-*•–]\s+|\d{1,3}[.)]\s+)/

function summaryOf(summary: Summary): Result<'text.summarise'> {
  if ('text' in summary) return { text: storable(summary.text).trim() }
  const points = summary.points.map((point) => storable(point).replace(bullet, '').trim().replace(/\s+/g, ' '))
  return { text: points.map((point) => `- ${point}`).join('\n'), points }
}
