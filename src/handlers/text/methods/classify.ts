import { createSchemaCheck, type SchemaCheck } from '#runtime/outbound/models/schemas/schema-check.ts'
import type { Task } from '../run-task.ts'

interface Classified {
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

const instructions = `You classify texts. Choose the one of the given "labels" that fits the text best, even if none fits well. Answer with that label exactly as it is spelled there, and with your confidence from 0 to 1 that it is the right one among them.`

/** The labels of a comma-separated list, without repetitions. */
function labelsOf(list: string): string[] {
  return [...new Set(list.split(',').flatMap((part) => part.trim() || []))]
}

/**
 * The task of choosing a label.
 *
 * @param list comma-separated
 * @returns also what finds the label, as it was given, that a model means: it may have changed capitals or spaces
 */
export function classifyTask(list: string): {
  readonly task: Task & { readonly answer?: Classified }
  labelOf(answer: string): string | undefined
} {
  const labels = labelsOf(list)
  const exact = new Set(labels)
  const loose = new Map<string, string | undefined>()
  for (const label of labels) loose.set(folded(label), loose.has(folded(label)) ? undefined : label)
  const labelOf = (answer: string) => (exact.has(answer) ? answer : loose.get(folded(answer)))
  return { task: { instructions, particulars: { labels }, schema: checkOf(labels, labelOf), maxOutputTokens }, labelOf }
}

function checkOf(labels: readonly string[], labelOf: (answer: string) => string | undefined): SchemaCheck {
  const { properties, ...rest } = form
  return {
    schema: { ...rest, properties: { ...properties, label: { enum: labels } } },
    async faults(value) {
      const faults = await formCheck.faults(value)
      if (faults.length > 0) return faults
      return labelOf((value as Classified).label) === undefined ? ['/label is none of the given labels'] : []
    },
  }
}

function folded(label: string): string {
  return label.normalize('NFKC').trim().toLowerCase().replace(/\s+/g, ' ')
}
