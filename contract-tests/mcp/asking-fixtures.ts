/** The tools of the conformance suite that request something from their client: over the stream in 2025, in their result since. */
import { randomUUID } from 'node:crypto'
import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type InputRequests,
  inputRequired,
  type RequestStateCodec,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { type Answer, type FixtureTool, said } from './fixtures.ts'

type Schema = Parameters<typeof inputRequired.elicit>[0]['requestedSchema']

const stringFor = (name: string): Schema => ({
  type: 'object',
  properties: { [name]: { type: 'string' } },
  required: [name],
})
const confirmation: Schema = { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] }

const elicit = (message: string, requestedSchema: Schema) => inputRequired.elicit({ message, requestedSchema })
const sample = (question: string) =>
  inputRequired.createMessage({
    messages: [{ role: 'user', content: { type: 'text', text: question } }],
    maxTokens: 100,
  })
const nameOf = (ctx: ServerContext, key: string, field = 'name') =>
  (acceptedContent(ctx.mcpReq.inputResponses, key) as Record<string, unknown> | undefined)?.[field]
const answerTo = (ctx: ServerContext, key: string) =>
  ctx.mcpReq.inputResponses?.[key] as { content?: { text?: string }; roots?: unknown[] } | undefined

/** @param codec seals the state that a client carries from one round to the next */
export function askingTools(codec: RequestStateCodec<Record<string, unknown>>): {
  tools: Record<string, FixtureTool>
  prompt: { name: string; get(ctx: ServerContext): unknown }
} {
  const sealed = (state: Record<string, unknown>) => codec.mint({ ...state, nonce: randomUUID() })
  const name = elicit('What is your name?', stringFor('name'))
  return {
    tools: {
      ...overTheStream,
      test_missing_capability: (_args, ctx): Answer =>
        answerTo(ctx, 'answer') ? said('done') : inputRequired({ inputRequests: { answer: sample('Say pong.') } }),
      test_input_required_result_elicitation(_args, ctx): Answer {
        const given = nameOf(ctx, 'user_name')
        return typeof given === 'string'
          ? said(`Hello, ${given}!`)
          : inputRequired({ inputRequests: { user_name: name } })
      },
      test_input_required_result_sampling: (_args, ctx): Answer =>
        answerTo(ctx, 'capital_question')
          ? said(`Sampling response: ${answerTo(ctx, 'capital_question')?.content?.text}`)
          : inputRequired({ inputRequests: { capital_question: sample('What is the capital of France?') } }),
      test_input_required_result_list_roots: (_args, ctx): Answer =>
        answerTo(ctx, 'client_roots')?.roots
          ? said(JSON.stringify(answerTo(ctx, 'client_roots')?.roots))
          : inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } }),
      async test_input_required_result_request_state(_args, ctx) {
        const isConfirmed = nameOf(ctx, 'confirm', 'ok') !== undefined && ctx.mcpReq.requestState() !== undefined
        if (isConfirmed) return said('state-ok')
        const requestState = await sealed({ tool: 'request_state' })
        return inputRequired({ inputRequests: { confirm: elicit('Please confirm', confirmation) }, requestState })
      },
      async test_input_required_result_tampered_state(_args, ctx) {
        const isConfirmed = nameOf(ctx, 'confirm', 'ok') !== undefined && ctx.mcpReq.requestState() !== undefined
        if (isConfirmed) return said('integrity-ok')
        const requestState = await sealed({ tool: 'tampered_state' })
        return inputRequired({ inputRequests: { confirm: elicit('Please confirm', confirmation) }, requestState })
      },
      async test_input_required_result_multiple_inputs(_args, ctx) {
        const greeting = answerTo(ctx, 'greeting')?.content?.text
        const roots = answerTo(ctx, 'client_roots')?.roots
        const given = nameOf(ctx, 'user_name')
        if (greeting !== undefined && roots && given !== undefined) return said(`${greeting} ${given} ${roots.length}`)
        const inputRequests: InputRequests = {
          user_name: name,
          greeting: sample('Generate a greeting'),
          client_roots: inputRequired.listRoots(),
        }
        return inputRequired({ inputRequests, requestState: await sealed({ tool: 'multiple_inputs' }) })
      },
      async test_input_required_result_multi_round(_args, ctx) {
        const { round = 0, name: kept } = ctx.mcpReq.requestState<{ round?: number; name?: string }>() ?? {}
        if (round === 2) return said(`Multi-round complete: ${kept} likes ${nameOf(ctx, 'step2', 'color')}`)
        const [key, asked] =
          round === 0 ? ['step1', name] : ['step2', elicit('What is your favorite color?', stringFor('color'))]
        const requestState = await sealed({ round: round + 1, ...(round === 1 && { name: nameOf(ctx, 'step1') }) })
        return inputRequired({ inputRequests: { [key as string]: asked as typeof name }, requestState })
      },
      test_input_required_result_capabilities(_args, ctx): Answer {
        if (ctx.mcpReq.inputResponses !== undefined) return said('done')
        const declared = (ctx.mcpReq.envelope as Record<string, ClientCapabilities> | undefined)?.[
          CLIENT_CAPABILITIES_META_KEY
        ]
        const inputRequests: InputRequests = {
          ...(declared?.elicitation && { user_name: name }),
          ...(declared?.sampling && { greeting: sample('Generate a greeting') }),
          ...(declared?.roots && { client_roots: inputRequired.listRoots() }),
        }
        return Object.keys(inputRequests).length === 0 ? said('nothing to ask') : inputRequired({ inputRequests })
      },
    },
    prompt: {
      name: 'test_input_required_result_prompt',
      get(ctx) {
        const context = nameOf(ctx, 'user_context', 'context')
        if (typeof context !== 'string') {
          return inputRequired({ inputRequests: { user_context: elicit('What context?', stringFor('context')) } })
        }
        return { messages: [{ role: 'user', content: { type: 'text', text: `Use this context: ${context}` } }] }
      },
    },
  }
}

const listed = ['option1', 'option2', 'option3']
const titled = (of: string) => ['1', '2', '3'].map((each) => ({ const: `value${each}`, title: `${of} ${each}` }))

async function ask(ctx: ServerContext, message: string, requestedSchema: object): Promise<Answer> {
  const params = { message, requestedSchema: requestedSchema as Schema }
  const { action, content } = await ctx.mcpReq.send({ method: 'elicitation/create', params })
  return said(`Elicitation completed: action=${action}, content=${JSON.stringify(content ?? {})}`)
}

const overTheStream: Record<string, FixtureTool> = {
  async test_sampling({ prompt }, ctx) {
    const messages = [{ role: 'user', content: { type: 'text', text: String(prompt) } }]
    const result = await ctx.mcpReq.send({ method: 'sampling/createMessage', params: { messages, maxTokens: 100 } })
    return said(`LLM response: ${(result.content as { text?: string }).text}`)
  },
  test_elicitation: ({ message }, ctx) => ask(ctx, String(message), stringFor('response')),
  test_elicitation_sep1034_defaults: (_args, ctx) =>
    ask(ctx, 'Please review the fields', {
      type: 'object',
      properties: {
        name: { type: 'string', default: 'John Doe' },
        age: { type: 'integer', default: 30 },
        score: { type: 'number', default: 95.5 },
        status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
        verified: { type: 'boolean', default: true },
      },
      required: [],
    }),
  test_elicitation_sep1330_enums: (_args, ctx) =>
    ask(ctx, 'Please select', {
      type: 'object',
      properties: {
        untitledSingle: { type: 'string', enum: listed },
        titledSingle: { type: 'string', oneOf: titled('Option') },
        legacyEnum: {
          type: 'string',
          enum: ['opt1', 'opt2', 'opt3'],
          enumNames: ['Option One', 'Option Two', 'Option Three'],
        },
        untitledMulti: { type: 'array', minItems: 1, maxItems: 3, items: { type: 'string', enum: listed } },
        titledMulti: { type: 'array', minItems: 1, maxItems: 3, items: { anyOf: titled('Choice') } },
      },
      required: [],
    }),
}
