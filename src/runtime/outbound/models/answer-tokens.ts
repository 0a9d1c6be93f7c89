import type { Tokens } from '../../budgets/model-spending.ts'
import type { Collected } from './collected.ts'
import type { ModelRequest } from './types.ts'

/** What templates of providers add to each message, at most. */
const tokensPerMessage = 64
/** Where a provider does not count: models count about four bytes of English as a token, and three of Chinese. */
const bytesPerToken = 3

/** The bytes of everything that the model reads. */
function inputBytes({ instructions, messages, tools = [] }: ModelRequest, json: object | undefined): number {
  return Buffer.byteLength(JSON.stringify([instructions, messages, tools, json ?? null]))
}

/** More tokens than a request can have: no tokenizer makes more than one of a byte. */
export function mostInputTokens(request: ModelRequest, json: object | undefined): number {
  return inputBytes(request, json) + tokensPerMessage * (request.messages.length + 2)
}

/** How the request ended, as far as it determines who used what. */
export interface Ending {
  /** Whether the provider has got the request. */
  readonly isSent: boolean
  /** Whether the answer is complete. */
  readonly isWhole: boolean
  /** Whether this server or its caller ended it. */
  readonly isStopped: boolean
}

/**
 * The tokens of an answer: as the provider counts them, otherwise estimated, rather too many than too few. A zero is no count.
 *
 * @returns undefined if the provider has done nothing: it never got the request, or rejected it
 */
export function tokensOf(
  request: ModelRequest,
  json: object | undefined,
  { usage, bytes }: Pick<Collected, 'usage' | 'bytes'>,
  { isSent, isWhole, isStopped }: Ending,
): (Tokens & { readonly estimatedTokens: number }) | undefined {
  const { inputTokens: input, outputTokens: output } = usage
  if (!isSent || !(isWhole || isStopped || bytes > 0 || input || output)) return undefined
  const inputTokens = input || Math.ceil(inputBytes(request, json) / bytesPerToken)
  const outputTokens = output || Math.ceil(bytes / bytesPerToken)
  return { inputTokens, outputTokens, estimatedTokens: (input ? 0 : inputTokens) + (output ? 0 : outputTokens) }
}
