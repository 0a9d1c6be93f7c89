import type { IncomingHttpHeaders } from 'node:http'
import type { ModelApi } from './wire.ts'

/** A message as a model reads it, in whichever format it came. */
export interface ReadMessage {
  readonly role: 'user' | 'assistant' | 'tool'
  /** Text, or the results of tools, joined. */
  readonly text: string
}

/** A request that the stand-in received. */
export interface ReceivedRequest {
  readonly api: ModelApi
  readonly path: string
  readonly headers: IncomingHttpHeaders
  /** The whole body, as sent. */
  readonly body: Record<string, unknown>
  readonly model: string
  readonly instructions: string
  readonly messages: readonly ReadMessage[]
  /** The names of the tools that the model may call. */
  readonly tools: readonly string[]
}

/** The format of a path; undefined if there is nothing. */
export function apiOf(path: string): ModelApi | undefined {
  if (path.endsWith('/chat/completions')) return 'openai'
  if (path.endsWith('/messages')) return 'anthropic'
  return /\/models\/[^/]+:streamGenerateContent/.test(path) ? 'google' : undefined
}

// biome-ignore lint/suspicious/noExplicitAny: JSON in three formats, of which the tests read a few members.
type Body = Record<string, any>

export function readRequest(api: ModelApi, path: string, headers: IncomingHttpHeaders, body: Body): ReceivedRequest {
  const common = { api, path, headers, body }
  if (api === 'google') {
    return {
      ...common,
      model: decodeURIComponent(/\/models\/([^/:]+):/.exec(path)?.[1] ?? ''),
      instructions: textOf(body.systemInstruction?.parts),
      messages: (body.contents ?? []).map((each: Body) => ({
        role: each.parts?.some((part: Body) => part.functionResponse)
          ? 'tool'
          : each.role === 'model'
            ? 'assistant'
            : 'user',
        text: textOf(each.parts),
      })),
      tools: (body.tools ?? []).flatMap((each: Body) => (each.functionDeclarations ?? []).map((one: Body) => one.name)),
    }
  }
  const messages: Body[] = body.messages ?? []
  const isSystem = ({ role }: Body) => role === 'system' || role === 'developer'
  return {
    ...common,
    model: body.model,
    instructions: api === 'anthropic' ? textOf(body.system) : textOf(messages.find(isSystem)?.content),
    messages: messages
      .filter((each) => !isSystem(each))
      .map(({ role, content }) => ({
        role: Array.isArray(content) && content.some(({ type }) => type === 'tool_result') ? 'tool' : role,
        text: textOf(content),
      })),
    tools: (body.tools ?? []).map((each: Body) => each.function?.name ?? each.name),
  }
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content
    .map(({ text, content: inner, functionResponse }: Body) =>
      functionResponse ? JSON.stringify(functionResponse.response) : (text ?? textOf(inner)),
    )
    .join('')
}
