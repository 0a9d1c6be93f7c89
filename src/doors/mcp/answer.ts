import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/server'
import type { Operation } from '#generated/server/operations.ts'
import { type ApiError, errorBody } from '#runtime/base/errors.ts'
import type { Outcome, Success } from '#runtime/calls/outcome.ts'
import { formatCredits } from '#runtime/money/amounts.ts'
import type { Charge } from '#runtime/money/bill.ts'
import { receiptHeaders } from '#runtime/money/x402/index.ts'

/** Where a result has what HTTP has in headers, and where a request may have the same. */
export const metaKeys = {
  requestId: 'onedoor/request_id',
  idempotencyKey: 'onedoor/idempotency_key',
  isReplay: 'onedoor/idempotency_replayed',
  charged: 'onedoor/credits_charged',
  balance: 'onedoor/credits_balance',
  omitted: 'onedoor/omitted',
  payment: 'x402/payment',
  receipt: 'x402/payment-response',
} as const

/** The call of the result. */
export interface AnsweredCall {
  readonly tool: string
  readonly args: Readonly<Record<string, unknown>>
  readonly requestId: string
  readonly baseUrl: string
  readonly form: ResultForm
}

/** Where a result is: it is sent once. */
export type ResultForm = 'structured' | 'text'

/** The outcome of a call as the result of a tool. */
export function answerOf(outcome: Outcome, call: AnsweredCall): CallToolResult {
  if (outcome.error) return refusal(outcome.error, call, outcome)
  return success(outcome, call)
}

/**
 * An error that a model can read to correct itself. It is only in the text: some clients validate structured content
 * against the schema of the result.
 */
export function refusal(
  error: ApiError,
  { tool, requestId }: Pick<AnsweredCall, 'tool' | 'requestId'>,
  { charge, isReplay }: { charge?: Charge | undefined; isReplay?: boolean | undefined } = {},
): CallToolResult {
  const _meta = metaOf(requestId, charge, isReplay)
  const demand = error.challenge && demandOf(error.challenge.headers, tool)
  if (demand) {
    return { isError: true, content: [text(JSON.stringify(demand))], structuredContent: demand, _meta }
  }
  const { error: message, code, details, approval } = errorBody(error)
  const retryAfter = error.retryAfterS === undefined ? undefined : Math.ceil(error.retryAfterS)
  const body = {
    error: message,
    code,
    ...(details && { details }),
    ...(approval && { approval }),
    ...(retryAfter && { retry_after_s: retryAfter }),
  }
  return { isError: true, content: [text(JSON.stringify(body))], _meta }
}

function success({ operation, result, json, charge, isReplay, receipt }: Success, call: AnsweredCall): CallToolResult {
  const _meta: Record<string, unknown> = metaOf(call.requestId, charge, isReplay)
  if (receipt) _meta[metaKeys.receipt] = decoded(receiptHeaders(receipt)['PAYMENT-RESPONSE'])
  const written = json ?? JSON.stringify(result)
  const cut = withoutLargeContents(written, result, (path) => addressOf(operation, call, path))
  if (cut.omitted.length > 0) {
    _meta[metaKeys.omitted] = cut.omitted.map(({ path, chars, uri }) => ({ path, characters: chars, uri }))
  }
  const { content, ...rest } = inForm(call.form, cut.result as Record<string, unknown>, cut.json)
  return { content: [...content, ...cut.omitted.map(linkOf)], ...rest, _meta }
}

const elsewhere = 'The result is in structuredContent. If you see only this text, add results=text to the address.'

/** @param json the result as JSON */
export function inForm(form: ResultForm, result: Record<string, unknown>, json: string): CallToolResult {
  return form === 'structured' ? { content: [text(elsewhere)], structuredContent: result } : { content: [text(json)] }
}

function metaOf(requestId: string, charge: Charge | undefined, isReplay: boolean | undefined): Record<string, unknown> {
  return {
    [metaKeys.requestId]: requestId,
    ...(charge && {
      [metaKeys.charged]: formatCredits(charge.charged),
      [metaKeys.balance]: formatCredits(charge.available),
    }),
    ...(isReplay && { [metaKeys.isReplay]: true }),
  }
}

function text(value: string): ContentBlock {
  return { type: 'text', text: value }
}

function linkOf({ path, chars, uri, mediaType }: LargeContent): ContentBlock {
  return {
    type: 'resource_link',
    uri,
    name: path,
    description: `${chars} characters that are not in the result`,
    ...(mediaType !== undefined && { mimeType: mediaType }),
  }
}

/**
 * The address at which a read returns the same again; undefined for a call without one, or one that would be charged
 * again.
 */
function addressOf(
  { verb, kind, path, microCredits, priceUnit }: Operation,
  { args, baseUrl }: AnsweredCall,
  at: string,
) {
  if (verb !== 'GET' || kind !== 'read' || microCredits > 0 || priceUnit !== undefined) return undefined
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(args)) {
    for (const each of Array.isArray(value) ? value : [value]) query.append(name, String(each))
  }
  const search = query.size > 0 ? `?${query}` : ''
  return `${baseUrl}${path}${search}#${encodeURIComponent(at)}`
}

/** The payment requirements of version 2, for this tool instead of an address. */
function demandOf(headers: Readonly<Record<string, string>>, tool: string): Record<string, unknown> | undefined {
  const encoded = headers['PAYMENT-REQUIRED']
  if (encoded === undefined) return undefined
  const demand = decoded(encoded) as { resource?: object }
  return { ...demand, resource: { ...demand.resource, url: `mcp://tool/${tool}` } }
}

/** The value in an x402 header. */
function decoded(header: string | undefined): unknown {
  return JSON.parse(Buffer.from(header ?? '', 'base64').toString())
}

/** A text that is too long for a model, and where to read it. */
interface LargeContent {
  /** Where it was in the result: `content`, `items[2].text`. */
  readonly path: string
  readonly chars: number
  readonly uri: string
  readonly mediaType: string | undefined
}

/** The maximum of characters of one content in a result. */
const maxContentChars = 100_000

interface Cut {
  readonly json: string
  readonly result: unknown
  readonly omitted: readonly LargeContent[]
}

/**
 * A result without contents of more than `maxContentChars` characters, as far as they can be read elsewhere: at the `url`
 * beside them, or at the address of the call. A sentence replaces them.
 *
 * @param json the result as JSON
 * @param addressOf where the call can be made again, by the path of the content; undefined if it cannot
 */
function withoutLargeContents(json: string, result: unknown, addressOf: (path: string) => string | undefined): Cut {
  if (json.length <= maxContentChars) return { json, result: isPlain(result) ? result : JSON.parse(json), omitted: [] }
  const omitted: LargeContent[] = []
  const cut = JSON.parse(json)
  leaveOut(cut, '', addressOf, omitted)
  return omitted.length === 0 ? { json, result: cut, omitted } : { json: JSON.stringify(cut), result: cut, omitted }
}

/** Whether it can be written unchanged: an object without a toJSON method. */
function isPlain(result: unknown): boolean {
  return typeof result === 'object' && result !== null && !Array.isArray(result) && !('toJSON' in result)
}

function leaveOut(
  at: unknown,
  path: string,
  addressOf: (path: string) => string | undefined,
  omitted: LargeContent[],
): void {
  if (Array.isArray(at)) {
    for (const [index, each] of at.entries()) leaveOut(each, `${path}[${index}]`, addressOf, omitted)
    return
  }
  if (typeof at !== 'object' || at === null) return
  const members = at as Record<string, unknown>
  for (const [name, value] of Object.entries(members)) {
    const here = path === '' ? name : `${path}.${name}`
    if (typeof value !== 'string') leaveOut(value, here, addressOf, omitted)
    else if (value.length > maxContentChars) {
      const uri = typeof members.url === 'string' ? members.url : addressOf(here)
      if (uri === undefined) continue
      const mediaType = typeof members.type === 'string' ? members.type : undefined
      omitted.push({ path: here, chars: value.length, uri, mediaType })
      members[name] = `Omitted because it has ${value.length} characters. It is available at ${uri}`
    }
  }
}
