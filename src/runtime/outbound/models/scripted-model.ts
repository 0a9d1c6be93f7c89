import type { LanguageModel } from 'ai'
import { newId } from '../../base/ids.ts'
import type { Outside, ScriptedAnswer } from '../outside.ts'
import type { Asking } from './models.ts'
import type { ModelTarget } from './targets.ts'
import type { ModelRequest } from './types.ts'

type Model = Extract<LanguageModel, { specificationVersion: 'v4' }>
type Part = Awaited<ReturnType<Model['doStream']>>['stream'] extends ReadableStream<infer Each> ? Each : never

const charsPerToken = 4

/** The name and provider of a scripted model, for meters and results. */
export const scriptedTarget: ModelTarget = {
  provider: 'openai-compatible',
  model: 'scripted',
  baseUrl: '',
  apiKey: undefined,
  keySetting: '',
  jsonMode: 'off',
  price: undefined,
}

/** A model whose answers the stand-in of the outside world gives: the SDK calls it as any other, without HTTP. */
export function scriptedModel(outside: Pick<Outside, 'answer'>, request: ModelRequest, { json }: Asking): Model {
  const { purpose, instructions, messages, tools = [], toolChoice } = request
  const names = toolChoice === 'none' ? [] : tools.map(({ name }) => name)
  const question = { purpose, instructions, messages, tools: names, schema: json?.schema }
  return {
    specificationVersion: 'v4',
    provider: 'sandbox',
    modelId: scriptedTarget.model,
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error('Every answer is streamed')),
    async doStream({ maxOutputTokens = Number.POSITIVE_INFINITY }) {
      const asked = instructions.length + JSON.stringify(messages).length
      const parts = partsOf(outside.answer(question), tokensIn(asked), maxOutputTokens)
      return { stream: ReadableStream.from(parts) as ReadableStream<Part> }
    },
  }
}

/** @param maxTokens the answer is cut off after these, as a model's is */
function partsOf({ text = '', calls = [] }: ScriptedAnswer, input: number, maxTokens: number): Part[] {
  const shown = text.slice(0, maxTokens * charsPerToken)
  const output = Math.max(1, tokensIn(shown.length + JSON.stringify(calls).length))
  const called = calls.map(({ name, input: given }): Part => {
    return { type: 'tool-call', toolCallId: newId('call'), toolName: name, input: JSON.stringify(given) }
  })
  const reason = shown.length < text.length ? 'length' : calls.length > 0 ? 'tool-calls' : 'stop'
  return [
    { type: 'stream-start', warnings: [] },
    ...(shown === '' ? [] : textParts(shown)),
    ...called,
    {
      type: 'finish',
      finishReason: { unified: reason, raw: reason },
      usage: {
        inputTokens: { total: input, noCache: input, cacheRead: 0, cacheWrite: 0 },
        outputTokens: { total: output, text: output, reasoning: 0 },
      },
    },
  ]
}

/** In pieces of a few words, as models stream. */
function textParts(text: string): Part[] {
  const deltas = (text.match(/.{1,24}/gsu) ?? []).map((delta): Part => ({ type: 'text-delta', id: '0', delta }))
  return [{ type: 'text-start', id: '0' }, ...deltas, { type: 'text-end', id: '0' }]
}

function tokensIn(characters: number): number {
  return Math.ceil(characters / charsPerToken)
}
