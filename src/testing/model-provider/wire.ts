/** The wire formats in which models answer, as streams of server-sent events. */
export type ModelApi = 'openai' | 'anthropic' | 'google'

export interface ScriptedTool {
  readonly name: string
  /** An object, or the text as which the model writes it. */
  readonly input: object | string
}

export type ScriptedFinish = 'stop' | 'tool_calls' | 'length' | 'refusal'

export interface ScriptedUsage {
  readonly input: number
  readonly output: number
  readonly cached?: number
}

/** Writes an answer in one format. Each method returns the text that goes over the wire. */
export interface WireFormat {
  begin(model: string): string
  text(delta: string): string
  reasoning(delta: string): string
  tool(index: number, tool: ScriptedTool): string
  end(finish: ScriptedFinish, usage: ScriptedUsage | undefined): string
  /** The body of an error response. */
  error(status: number, message: string): string
  /** An error in the middle of a stream. */
  errorEvent(message: string): string
}

function event(data: unknown, name?: string): string {
  return `${name === undefined ? '' : `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`
}

const inputText = ({ input }: ScriptedTool) => (typeof input === 'string' ? input : JSON.stringify(input))

function openai(): WireFormat {
  let model = ''
  const chunk = (delta: object, rest: object = {}) =>
    event({
      id: 'chatcmpl-1',
      object: 'chat.completion.chunk',
      created: 1_795_000_000,
      model,
      choices: [{ index: 0, delta, finish_reason: null, ...rest }],
    })
  const reasons = { stop: 'stop', tool_calls: 'tool_calls', length: 'length', refusal: 'content_filter' }
  return {
    begin(name) {
      model = name
      return chunk({ role: 'assistant', content: '' })
    },
    text: (content) => chunk({ content }),
    reasoning: (reasoning_content) => chunk({ reasoning_content }),
    tool(index, tool) {
      const text = inputText(tool)
      const half = Math.ceil(text.length / 2)
      const call = { index, id: `call_${index}`, type: 'function', function: { name: tool.name, arguments: '' } }
      const part = (piece: string) => chunk({ tool_calls: [{ index, function: { arguments: piece } }] })
      return chunk({ tool_calls: [call] }) + part(text.slice(0, half)) + part(text.slice(half))
    },
    end(finish, usage) {
      const counted = usage && {
        prompt_tokens: usage.input,
        completion_tokens: usage.output,
        total_tokens: usage.input + usage.output,
        prompt_tokens_details: { cached_tokens: usage.cached ?? 0 },
      }
      const last = counted ? event({ id: 'chatcmpl-1', model, choices: [], usage: counted }) : ''
      return `${chunk({}, { finish_reason: reasons[finish] })}${last}data: [DONE]\n\n`
    },
    error: (status, message) => JSON.stringify({ error: { message, type: 'error', code: String(status) } }),
    errorEvent: (message) => event({ error: { message, type: 'server_error', code: null } }),
  }
}

function anthropic(): WireFormat {
  let block = -1
  let open: string | undefined
  const named = (data: { type: string }) => event(data, data.type)
  const close = () => {
    if (open === undefined) return ''
    open = undefined
    return named({ type: 'content_block_stop', index: block } as never)
  }
  const start = (kind: string, content_block: object) => {
    if (open === kind && kind !== 'tool') return ''
    const before = close()
    block += 1
    open = kind
    return before + named({ type: 'content_block_start', index: block, content_block } as never)
  }
  const delta = (data: object) => named({ type: 'content_block_delta', index: block, delta: data } as never)
  const reasons = { stop: 'end_turn', tool_calls: 'tool_use', length: 'max_tokens', refusal: 'refusal' }
  let input = 0
  return {
    begin(model) {
      input = 1
      const message = { id: 'msg_1', type: 'message', role: 'assistant', model, content: [] }
      const usage = { input_tokens: input, output_tokens: 1 }
      return named({
        type: 'message_start',
        message: { ...message, stop_reason: null, stop_sequence: null, usage },
      } as never)
    },
    text: (text) => start('text', { type: 'text', text: '' }) + delta({ type: 'text_delta', text }),
    reasoning: (thinking) =>
      start('thinking', { type: 'thinking', thinking: '' }) +
      delta({ type: 'thinking_delta', thinking }) +
      delta({ type: 'signature_delta', signature: 'c2lnbmF0dXJl' }),
    tool(index, tool) {
      const text = inputText(tool)
      const half = Math.ceil(text.length / 2)
      const json = (partial_json: string) => delta({ type: 'input_json_delta', partial_json })
      const begun = start('tool', { type: 'tool_use', id: `toolu_${index}`, name: tool.name, input: {} })
      return begun + json(text.slice(0, half)) + json(text.slice(half))
    },
    end(finish, usage) {
      const counted = usage && {
        input_tokens: usage.input - (usage.cached ?? 0),
        output_tokens: usage.output,
        cache_read_input_tokens: usage.cached ?? 0,
      }
      const stop = { stop_reason: reasons[finish], stop_sequence: null }
      return `${close()}${named({ type: 'message_delta', delta: stop, usage: counted ?? { output_tokens: 0 } } as never)}${named({ type: 'message_stop' })}`
    },
    error: (status, message) =>
      JSON.stringify({
        type: 'error',
        error: { type: status === 529 ? 'overloaded_error' : 'invalid_request_error', message },
      }),
    errorEvent: (message) => named({ type: 'error', error: { type: 'overloaded_error', message } } as never),
  }
}

function google(): WireFormat {
  let modelVersion = ''
  const chunk = (parts: object[], rest: object = {}) =>
    event({ candidates: [{ content: { parts, role: 'model' }, index: 0, ...rest }], modelVersion })
  const reasons = { stop: 'STOP', tool_calls: 'STOP', length: 'MAX_TOKENS', refusal: 'SAFETY' }
  return {
    begin(model) {
      modelVersion = model
      return ''
    },
    text: (text) => chunk([{ text }]),
    reasoning: (text) => chunk([{ text, thought: true }]),
    tool: (_, { name, input }) => chunk([{ functionCall: { name, args: input } }]),
    end(finish, usage) {
      const usageMetadata = usage && {
        promptTokenCount: usage.input,
        candidatesTokenCount: usage.output,
        cachedContentTokenCount: usage.cached ?? 0,
        totalTokenCount: usage.input + usage.output,
      }
      const candidate = { content: { parts: [{ text: '' }], role: 'model' }, index: 0, finishReason: reasons[finish] }
      return event({ candidates: [candidate], modelVersion, ...(usageMetadata && { usageMetadata }) })
    },
    error: (status, message) => JSON.stringify({ error: { code: status, message, status: 'INVALID_ARGUMENT' } }),
    errorEvent: (message) => event({ error: { code: 503, message, status: 'UNAVAILABLE' } }),
  }
}

export const wireFormats: Readonly<Record<ModelApi, () => WireFormat>> = { openai, anthropic, google }
