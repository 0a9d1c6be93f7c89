import { unusable } from './failures.ts'
import type { Asking } from './models.ts'
import type { ModelAnswer, ModelObject, ModelObjectRequest, ModelRequest, ModelUsage } from './types.ts'

type Ask = (request: ModelRequest, asking: Asking) => Promise<ModelAnswer>

/** A JSON value from a model: one call, and a second one if the answer is not valid. */
export async function objectOf<Value>(request: ModelObjectRequest, ask: Ask): Promise<ModelObject<Value>> {
  const { schema, instructions, ...rest } = request
  const turn: ModelRequest = { ...rest, instructions: `${instructions}\n\n${formOf(schema.schema)}` }
  const asking: Asking = { json: schema }
  const first = await ask(turn, asking)
  const reading = await read<Value>(first, schema)
  if (!reading.faults) return { value: reading.value, usage: first.usage }
  const repair = `That is not valid: ${reading.faults.join('; ')}. Answer again with the whole corrected JSON value and nothing else.`
  const messages = [...rest.messages, first.message, { role: 'user', text: repair } as const]
  const second = await ask({ ...turn, messages }, asking)
  const repaired = await read<Value>(second, schema)
  if (repaired.faults)
    throw unusable('gave no valid result', `not valid after one repair: ${repaired.faults.length} faults`)
  return { value: repaired.value, usage: sumOf(first.usage, second.usage) }
}

/** Describes the expected JSON to the model. */
function formOf(schema: object): string {
  return `Answer with one JSON value and nothing else: no explanation, no code fence. It must be valid against this JSON schema:\n${JSON.stringify(schema)}`
}

type Reading<Value> = { readonly faults: readonly string[] } | { readonly faults?: undefined; readonly value: Value }

async function read<Value>(answer: ModelAnswer, schema: ModelObjectRequest['schema']): Promise<Reading<Value>> {
  if (answer.finish === 'length') throw unusable('needs a longer answer than the limit', 'finish reason: length')
  let value: unknown
  try {
    value = JSON.parse(withoutFence(answer.text))
  } catch {
    return { faults: ['it is not a single JSON value'] }
  }
  if (isDeep(value)) return { faults: [`it is nested more than ${maxDepth} levels deep`] }
  const faults = await schema.faults(value)
  return faults.length > 0 ? { faults } : { value: value as Value }
}

const maxDepth = 64
const fence = /^```(?:json)?[ \t]*\n([\s\S]*)\n[ \t]*```$/i
/** Some models write their reasoning into the answer. */
const thinking = /^\s*<think>[\s\S]*?<\/think>/

function withoutFence(text: string): string {
  const plain = text.replace(thinking, '').trim()
  return fence.exec(plain)?.[1] ?? plain
}

/** Whether a value is nested so deeply that code which walks it may overflow its stack. */
export function isDeep(value: unknown): boolean {
  let level = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxDepth) return true
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []))
  }
  return false
}

function sumOf(one: ModelUsage, other: ModelUsage): ModelUsage {
  const add = (a: number | undefined, b: number | undefined) => (a === undefined || b === undefined ? undefined : a + b)
  return {
    inputTokens: add(one.inputTokens, other.inputTokens),
    outputTokens: add(one.outputTokens, other.outputTokens),
    cachedTokens: add(one.cachedTokens, other.cachedTokens),
    costUsd: add(one.costUsd, other.costUsd),
    microCredits: one.microCredits + other.microCredits,
  }
}
