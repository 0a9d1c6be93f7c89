import type { TextStreamPart, ToolSet } from 'ai'
import { EndlessAnswer, refused, unusable } from './failures.ts'
import type { AnswerPart, Json, ModelEvent, ModelFinish, ReportedUsage, ToolCall } from './types.ts'

type SdkPart = TextStreamPart<ToolSet>
type Written = { type: 'text' | 'reasoning'; text: string; meta?: Json }

/** The answer of a model so far, from the parts of the SDK's stream. */
export class Collected {
  readonly #maxChars: number
  readonly #parts: AnswerPart[] = []
  /** Unfinished parts by the SDK's id. */
  readonly #open = new Map<string, Written>()
  #chars = 0
  #bytes = 0
  #finish: { unified: string; raw: string | undefined } | undefined
  #usage: ReportedUsage = { inputTokens: undefined, outputTokens: undefined, cachedTokens: undefined }
  #model: string | undefined

  /** @param maxChars of text, reasoning and arguments together */
  constructor(maxChars: number) {
    this.#maxChars = maxChars
  }

  get parts(): readonly AnswerPart[] {
    return this.#parts
  }

  get text(): string {
    return this.#parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
  }

  get toolCalls(): readonly ToolCall[] {
    return this.#parts.filter((part) => part.type === 'tool_call')
  }

  get usage(): ReportedUsage {
    return this.#usage
  }

  /** The bytes of text, reasoning and arguments so far. */
  get bytes(): number {
    return this.#bytes
  }

  /** The model that answered; undefined until the provider names it. */
  get model(): string | undefined {
    return this.#model
  }

  /**
   * Adds the next part.
   *
   * @returns the events for the caller
   * @throws the error in the part if it is one; EndlessAnswer
   */
  take(part: SdkPart): ModelEvent | undefined {
    switch (part.type) {
      case 'text-start':
      case 'reasoning-start':
        this.#begin(part.type === 'text-start' ? 'text' : 'reasoning', part.id)
        return this.#annotate(part.id, part.providerMetadata)
      case 'text-delta':
      case 'reasoning-delta':
        this.#annotate(part.id, part.providerMetadata)
        return this.#write(part.type === 'text-delta' ? 'text' : 'reasoning', part.id, part.text)
      case 'text-end':
      case 'reasoning-end':
        return this.#annotate(part.id, part.providerMetadata)
      case 'tool-input-delta':
        this.#count(part.delta)
        return undefined
      case 'tool-call':
        return this.#call(part)
      case 'finish-step':
        this.#end(part)
        return undefined
      case 'error':
        throw part.error
      default:
        return undefined
    }
  }

  /**
   * How the answer ended.
   *
   * @throws ApiError failed_precondition for a refusal, upstream_failed for an answer that is cut off or empty
   */
  finish(): ModelFinish {
    const { unified, raw } = this.#finish ?? { unified: 'error', raw: undefined }
    if (unified === 'content-filter') throw refused()
    if (unified === 'length') return 'length'
    // OpenAI-compatible servers use various reasons for a normal end.
    const isEnd = unified === 'stop' || unified === 'tool-calls' || (unified === 'other' && raw !== undefined)
    if (!isEnd) throw unusable('stopped in the middle of its answer', `finish reason: ${raw ?? unified}`)
    if (this.toolCalls.length > 0) return 'tool_calls'
    if (this.text.trim() === '') throw unusable('returned an empty answer', `finish reason: ${raw ?? unified}`)
    return 'stop'
  }

  #begin(type: Written['type'], id: string): Written {
    const part: Written = { type, text: '' }
    this.#parts.push(part)
    this.#open.set(id, part)
    return part
  }

  #write(type: Written['type'], id: string, text: string): ModelEvent | undefined {
    this.#count(text)
    const part = this.#open.get(id) ?? this.#begin(type, id)
    part.text += text
    return text === '' ? undefined : { type, text }
  }

  /** Stores what the provider needs back with a part, such as the signature of reasoning. */
  #annotate(id: string, meta: unknown): undefined {
    const part = this.#open.get(id)
    if (part && meta !== undefined) part.meta = { ...(part.meta as object | undefined), ...(meta as object) } as Json
  }

  #call(part: Extract<SdkPart, { type: 'tool-call' }>): ModelEvent {
    const { toolCallId: id, toolName: name, input, providerMetadata } = part
    const meta = providerMetadata === undefined ? {} : { meta: providerMetadata as Json }
    const common = { type: 'tool_call', id, name, ...meta } as const
    const call: ToolCall =
      'invalid' in part && part.invalid
        ? { ...common, input: undefined, fault: faultOf(name, part.error) }
        : { ...common, input: input as Json }
    this.#parts.push(call)
    return { type: 'tool_call', call }
  }

  #end({ finishReason, rawFinishReason, usage, response }: Extract<SdkPart, { type: 'finish-step' }>): void {
    this.#finish = { unified: finishReason, raw: rawFinishReason }
    this.#model = response.modelId
    this.#usage = {
      inputTokens: usage.inputTokens,
      outputTokens: usage.outputTokens,
      cachedTokens: usage.inputTokenDetails.cacheReadTokens,
    }
  }

  #count(text: string): void {
    this.#chars += text.length
    this.#bytes += Buffer.byteLength(text)
    if (this.#chars > this.#maxChars) throw new EndlessAnswer()
  }
}

function faultOf(name: string, error: unknown): string {
  const isUnknown = error instanceof Error && error.name === 'AI_NoSuchToolError'
  return isUnknown ? `No tool is named ${name}.` : 'The arguments are not valid JSON. Call the tool again.'
}
