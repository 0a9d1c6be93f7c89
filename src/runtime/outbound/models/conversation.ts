import type { ModelMessage as SdkMessage, ToolSet } from 'ai'
import type { AnswerPart, ModelMessage, ModelTool } from './types.ts'

type AssistantPart = Exclude<Extract<SdkMessage, { role: 'assistant' }>['content'], string>[number]

/** A conversation in the SDK's format. */
export function sdkMessages(messages: readonly ModelMessage[]): SdkMessage[] {
  return messages.map((message): SdkMessage => {
    if (message.role === 'user') return { role: 'user', content: message.text }
    if (message.role === 'assistant') return { role: 'assistant', content: message.parts.map(sdkPart) }
    return {
      role: 'tool',
      content: message.results.map(({ id, name, output, isError }) => ({
        type: 'tool-result',
        toolCallId: id,
        toolName: name,
        output: { type: isError ? 'error-text' : 'text', value: output },
      })),
    }
  })
}

function sdkPart(part: AnswerPart): AssistantPart {
  const meta = part.meta === undefined ? {} : { providerOptions: part.meta as never }
  if (part.type !== 'tool_call') return { type: part.type, text: part.text, ...meta }
  return { type: 'tool-call', toolCallId: part.id, toolName: part.name, input: part.input ?? {}, ...meta }
}

/** Tools without a function to execute: the SDK only describes them to the model and leaves the calls to us. */
export function sdkTools(
  { jsonSchema, tool }: Pick<typeof import('ai'), 'jsonSchema' | 'tool'>,
  tools: readonly ModelTool[],
): ToolSet {
  return Object.fromEntries(
    tools.map(({ name, description, inputSchema }) => [
      name,
      tool({ description, inputSchema: jsonSchema(inputSchema as never) }),
    ]),
  )
}

/** All text in a conversation that the caller, or others, wrote. */
export function textsOf(messages: readonly ModelMessage[]): string[] {
  return messages.flatMap((message) => {
    if (message.role === 'user') return [message.text]
    if (message.role === 'tool') return message.results.map(({ output }) => output)
    return message.parts.flatMap((part) => (part.type === 'tool_call' ? [] : [part.text]))
  })
}
