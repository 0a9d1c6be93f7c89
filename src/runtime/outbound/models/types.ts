import type { Log } from '../../base/log.ts'
import type { ModelPayer } from '../../budgets/model-spending.ts'
import type { SchemaCheck } from './schemas/schema-check.ts'

/** What a model is used for; each purpose may have its own model. */
export type ModelPurpose = 'text' | 'agent' | 'code'

/** JSON as it is sent to a model, or stored for the next turn of a conversation. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json }

/** A tool call that the model requests. */
export interface ToolCall {
  readonly type: 'tool_call'
  readonly id: string
  readonly name: string
  /** As the model wrote it: parsed JSON, not checked against the tool's schema. Undefined if `fault` is set. */
  readonly input: Json | undefined
  /** Why the call cannot be made: unknown tool, or arguments that are not JSON. Send it back as the result. */
  readonly fault?: string
  /** What the provider needs back unchanged with the conversation. */
  readonly meta?: Json
}

/** A part of a model's answer. */
export type AnswerPart =
  | { readonly type: 'text'; readonly text: string; readonly meta?: Json }
  | { readonly type: 'reasoning'; readonly text: string; readonly meta?: Json }
  | ToolCall

/** The result of a tool call that the caller made. */
export interface ToolResult {
  readonly id: string
  readonly name: string
  readonly output: string
  readonly isError?: boolean
}

/** One turn of a conversation. Every message is JSON, so that conversations can be stored. */
export type ModelMessage =
  | { readonly role: 'user'; readonly text: string }
  | { readonly role: 'assistant'; readonly parts: readonly AnswerPart[] }
  | { readonly role: 'tool'; readonly results: readonly ToolResult[] }

/** A tool that the model may call. */
export interface ModelTool {
  /** Letters, digits, underscores and hyphens, at most 64. */
  readonly name: string
  readonly description: string
  /** JSON schema of an object. */
  readonly inputSchema: { readonly [name: string]: unknown }
}

export interface ModelRequest {
  readonly purpose: ModelPurpose
  /** An account or a wallet. Calls of one subject wait for each other, not for those of other subjects. */
  readonly subject: string
  /** Who pays for the tokens, within its budgets; undefined if that is no account. */
  readonly payer: ModelPayer | undefined
  /** What the model should do. Never contains text by others: that belongs in messages. */
  readonly instructions: string
  readonly messages: readonly ModelMessage[]
  readonly tools?: readonly ModelTool[]
  /** Whether the model may, must or must not call a tool; `auto` if not given. Some models call tools even with `none`. */
  readonly toolChoice?: 'auto' | 'required' | 'none'
  /** The most tokens of the answer, if less than MODEL_MAX_OUTPUT_TOKENS. */
  readonly maxOutputTokens?: number
  /** Aborts the call; see `Context.signal`. */
  readonly signal: AbortSignal
  /** Logs a line for each call of the provider, with tokens and cost. */
  readonly log: Log
}

/** What a call used, as far as the provider reported it. */
export interface ModelUsage {
  readonly inputTokens: number | undefined
  /** Reasoning included. */
  readonly outputTokens: number | undefined
  /** The input tokens that came from the provider's cache. */
  readonly cachedTokens: number | undefined
  /** Absent unless the model has a price in MODEL_PRICES and the provider counted tokens. */
  readonly costUsd: number | undefined
  /** What the payer was charged. */
  readonly microCredits: number
}

/** The part of it that the provider reports. */
export type ReportedUsage = Omit<ModelUsage, 'costUsd' | 'microCredits'>

/** Why an answer ended: complete, to call tools, or at its maximum length. */
export type ModelFinish = 'stop' | 'tool_calls' | 'length'

export interface ModelAnswer {
  /** All text, without reasoning. */
  readonly text: string
  readonly toolCalls: readonly ToolCall[]
  readonly finish: ModelFinish
  /** The answer in the form in which the next messages have to repeat it. */
  readonly message: Extract<ModelMessage, { role: 'assistant' }>
  /** The name of the model that answered, from the provider. */
  readonly model: string
  readonly usage: ModelUsage
}

/** The events of an answer. */
export type ModelEvent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'reasoning'; readonly text: string }
  | { readonly type: 'tool_call'; readonly call: ToolCall }
  | { readonly type: 'end'; readonly answer: ModelAnswer }

/** A request for a JSON value that matches a schema. */
export interface ModelObjectRequest extends Omit<ModelRequest, 'tools' | 'toolChoice'> {
  readonly schema: SchemaCheck
}

export interface ModelObject<Value> {
  readonly value: Value
  /** Of both calls, if the answer had to be repaired. */
  readonly usage: ModelUsage
}
