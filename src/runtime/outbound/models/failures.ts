import { ApiError } from '../../base/errors.ts'
import type { ModelTarget } from './targets.ts'

/** What a provider said when it failed, as far as the log may contain it: no request, no headers. */
class ProviderFailure extends Error {
  readonly status: number | undefined

  constructor(message: string, status?: number) {
    super(message)
    this.name = 'ProviderFailure'
    this.status = status
  }
}

/** The answer is longer than the limit. */
export class EndlessAnswer extends Error {
  constructor() {
    super('The answer of the model did not end')
    this.name = 'EndlessAnswer'
  }
}

const maxLoggedChars = 200
/** The shortest piece of the caller's text that is recognised in a provider's message. */
const echoChars = 16
const maxRetryAfterS = 3600
const overloadStatuses: ReadonlySet<number> = new Set([429, 503, 529])
const filteredWords = /content[_ ](?:filter|policy|management)|responsible[_ ]?ai|safety|moderation|blocked by/i
const tooLongWords = /context[_ ](?:length|size|window)|maximum context|too many tokens|prompt is too long|input token/i

/** The error of a model that refused to answer. */
export function refused(): ApiError {
  return new ApiError('failed_precondition', 'The language model refused this text', {
    charged: false,
    advice: 'another text may be accepted',
  })
}

/** The error for an answer that cannot be used. */
export function unusable(what: string, cause?: string): ApiError {
  return new ApiError('upstream_failed', `The language model ${what}`, {
    charged: false,
    advice: 'try again',
    cause: new ProviderFailure(cause ?? what),
  })
}

export function tookTooLong(timeoutMs: number): ApiError {
  return new ApiError(
    'upstream_timeout',
    `The language model took longer than ${Math.ceil(timeoutMs / 1000)} seconds`,
    { charged: false, advice: 'try again, perhaps with less text' },
  )
}

/**
 * The error of a failed call, for anything thrown. The log entry contains nothing of the request: neither the key
 * nor the caller's text.
 *
 * @param texts what the caller wrote
 */
export function failureOf(thrown: unknown, target: ModelTarget, texts: readonly string[]): ApiError {
  if (thrown instanceof ApiError) return thrown
  const chain = causesOf(thrown)
  const known = chain.find((each) => each instanceof ApiError)
  if (known) return known
  if (chain.some((each) => each instanceof EndlessAnswer)) return unusable('did not come to an end')
  const { status, message, retryAfterS } = factsOf(chain)
  const cause = new ProviderFailure(withoutEcho(message, texts), status)
  const failed = (text: string, code: 'upstream_failed' | 'failed_precondition' = 'upstream_failed') =>
    new ApiError(code, text, { charged: false, cause, ...(retryAfterS !== undefined && { retryAfterS }) })
  if (status === undefined) return failed('The language model cannot be reached, or its answer was cut off. Try again')
  if (overloadStatuses.has(status)) return failed('The language model is overloaded. Try again later')
  if (status === 401 || status === 403) {
    return failed(`The language model provider rejects this server. The administrator must check ${target.keySetting}`)
  }
  if (status === 404) {
    return failed(
      'The language model does not exist at its provider. The administrator has to check MODEL_NAME and MODEL_BASE_URL',
    )
  }
  if (status === 400 && filteredWords.test(message)) return refused()
  if (status === 413 || (status === 400 && tooLongWords.test(message))) {
    return failed("The text is too long for this server's language model. Try a shorter text")
  }
  if (status === 408 || status === 504) return failed('The language model took too long. Try again')
  return failed('The language model failed. Try again')
}

/** The thrown error and its causes; lists of errors are not searched. */
function causesOf(thrown: unknown): Error[] {
  const chain: Error[] = []
  for (let each = thrown; each instanceof Error && chain.length < 8; each = each.cause) chain.push(each)
  return chain
}

interface Facts {
  readonly status: number | undefined
  readonly message: string
  readonly retryAfterS: number | undefined
}

/** The form in which the SDK describes errors of providers: with `statusCode`, and `responseHeaders` after a response. */
interface SdkError extends Error {
  readonly statusCode?: number
  readonly responseHeaders?: Readonly<Record<string, string>>
}

function factsOf(chain: readonly SdkError[]): Facts {
  const said = chain.find(({ statusCode }) => statusCode !== undefined && statusCode >= 400)
  const last = said ?? chain.at(-1)
  // Errors about the form of an answer quote all of it.
  const isAboutForm = last !== undefined && /^AI_(?:TypeValidation|JSONParse|InvalidResponseData)/.test(last.name)
  const message = last === undefined ? 'no reason given' : isAboutForm ? last.name : last.message
  return { status: said?.statusCode, message, retryAfterS: retryAfterOf(said?.responseHeaders) }
}

/** The seconds of Retry-After, as the base of all providers writes it. */
function retryAfterOf(headers: Readonly<Record<string, string>> | undefined): number | undefined {
  const seconds = Number(headers?.['retry-after'])
  return Number.isInteger(seconds) ? Math.min(seconds, maxRetryAfterS) : undefined
}

/** The beginning of a provider's message, unless it repeats what the caller wrote. */
function withoutEcho(message: string, texts: readonly string[]): string {
  const shown = message.slice(0, maxLoggedChars)
  for (let at = 0; at + echoChars <= shown.length; at += 1) {
    const piece = shown.slice(at, at + echoChars)
    if (texts.some((text) => text.includes(piece))) return 'withheld: it repeats the text of the call'
  }
  return shown
}
