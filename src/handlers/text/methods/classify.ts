import type { Handler } from '#generated/server/handlers.ts'
import { createSchemaCheck, type SchemaCheck } from '#runtime/outbound/models/schemas/schema-check.ts'
import type { TextDeps } from '../index.ts'
import { runTask } from '../run-task.ts'

interface Classification {
  readonly label: string
  readonly confidence: number
}

const form = {
  type: 'object',
  properties: {
    label: { type: 'string' },
    confidence: { type: 'number', minimum: 0, maximum: 1 },
  },
  required: ['label', 'confidence'],
  additionalProperties: false,
} as const
const formCheck = createSchemaCheck(form)
const maxOutputTokens = 4096

const instructions = `You classify text. From the given "labels", choose the one that fits the text best, even if none fits well. Answer with that label, spelled exactly as given, and with your confidence from 0 to 1 that it is the right label.`

export default ({ models }: TextDeps): Handler<'text.classify'> =>
  async ({ text, labels: list }, ctx) => {
    const labels = labelsOf(list)
    const findLabel = labelFinder(labels)
    const task = { instructions, particulars: { labels }, schema: checkOf(labels, findLabel), maxOutputTokens }
    const { label, confidence } = await runTask<Classification>(models, ctx, text, task)
    return { label: findLabel(label) as string, confidence }
  }

/** The labels of a comma-separated list, without repetitions. */
function labelsOf(list: string): string[] {
  return [...new Set(list.split(',').flatMap((part) => part.trim() || []))]
}

/** Finds the label that a model means: it may have changed capitals or spaces. */
function labelFinder(labels: readonly string[]): (answer: string) => string | undefined {
  const exact = new Set(labels)
  const loose = new Map<string, string | undefined>()
  for (const label of labels) loose.set(folded(label), loose.has(folded(label)) ? undefined : label)
  return (answer) => (exact.has(answer) ? answer : loose.get(folded(answer)))
}

function checkOf(labels: readonly string[], findLabel: (answer: string) => string | undefined): SchemaCheck {
  const { properties, ...rest } = form
  return {
    schema: { ...rest, properties: { ...properties, label: { enum: labels } } },
    async faults(value) {
      const faults = await formCheck.faults(value)
      if (faults.length > 0) return faults
      return findLabel((value as Classification).label) === undefined ? ['/label is not one of the given labels'] : []
    },
  }
}

function folded(label: string): string {
  return label.normalize('NFKC').trim().toLowerCase().replace(/\s+/g, ' ')
}
