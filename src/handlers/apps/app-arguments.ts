import { ApiError, invalidArgument } from '#runtime/base/errors.ts'
import { oneLine } from '#runtime/base/text/shorten.ts'
import { joinTags, parseTags } from '#runtime/base/text/tags.ts'
import { withoutUnseen } from '#runtime/base/text/unseen.ts'
import type { Contract } from '#runtime/calls/contract.ts'
import { MICRO_CREDITS_PER_CREDIT } from '#runtime/money/amounts.ts'
import { operationCalled, refusalOf } from './check/callable.ts'
import { type SourceChecker, UncheckableSource } from './check/source-checker.ts'

/** The largest source, in bytes of UTF-8. */
export const maxHtmlBytes = 262_144
const maxIconBytes = 32_768
const maxPrice = 1000
/** Operations of one app that are kept, for the page on which a viewer allows them. */
const maxKeptCalls = 50

/**
 * The name of an app on one line. Characters that are not shown are dropped: those that turn the direction of a text would turn
 * the sentences that a viewer reads before paying or allowing something, with the price and the author in them.
 *
 * @throws ApiError invalid_argument where nothing of it would be shown
 */
export function nameOf(given: string): string {
  const name = withoutUnseen(oneLine(given))
  if (/[\p{L}\p{N}\p{P}\p{S}]/u.test(name)) return name
  throw invalidArgument('name', 'must have a letter, a digit or another character that is shown')
}

/** @throws ApiError invalid_argument for a source of more than 256 KB, counted in bytes */
export function checkHtml(html: string): void {
  const bytes = Buffer.byteLength(html)
  if (bytes <= maxHtmlBytes) return
  throw invalidArgument('html', `must have at most 262,144 bytes in UTF-8, and has ${bytes.toLocaleString('en')}`)
}

/** @throws ApiError invalid_argument for an icon that does more than draw */
export async function checkIcon(checker: SourceChecker, subject: string, icon: string): Promise<void> {
  if (Buffer.byteLength(icon) > maxIconBytes) throw invalidArgument('icon', 'must have at most 32,768 bytes in UTF-8')
  const fault = await checker.icon(subject, icon)
  if (fault !== undefined) throw invalidArgument('icon', fault)
}

/**
 * A price in micro-credits.
 *
 * @param credits from 0 to 1000
 * @throws ApiError invalid_argument for a part of a micro-credit
 */
export function microPrice(credits: number): number {
  const micro = Math.round(credits * MICRO_CREDITS_PER_CREDIT)
  if (credits < 0 || credits > maxPrice) throw invalidArgument('price', `must be from 0 to ${maxPrice}`)
  if (Math.abs(credits * MICRO_CREDITS_PER_CREDIT - micro) > 1e-4) {
    throw invalidArgument('price', 'must have at most six decimals')
  }
  return micro
}

/** Tags as they are stored: in lower case, each once. */
export function storedTags(tags: string): string {
  return joinTags(parseTags(tags.toLowerCase()))
}

/** The operations that a source calls and that apps may call, sorted; none of a source that cannot be read. */
export async function callsIn(
  html: string,
  { checker, subject, contract }: { checker: SourceChecker; subject: string; contract: Contract },
): Promise<string[]> {
  let found: Awaited<ReturnType<SourceChecker['source']>>['calls']
  try {
    found = (await checker.source(subject, html)).calls
  } catch (failure) {
    if (failure instanceof UncheckableSource) return []
    throw failure
  }
  const ids = found.flatMap(({ service, method, verb }) => callableId(contract, service, method, verb) ?? [])
  return [...new Set(ids)].sort().slice(0, maxKeptCalls)
}

function callableId(contract: Contract, service: string, method: string, verb?: string): string | undefined {
  try {
    const operation = operationCalled(contract, service, method, verb)
    return refusalOf(operation) === undefined ? (operation.formOf ?? operation.id) : undefined
  } catch (failure) {
    if (failure instanceof ApiError) return undefined
    throw failure
  }
}
