import { invalidArgument } from '#runtime/base/errors.ts'
import { oneLine } from '#runtime/base/text/shorten.ts'
import { joinTags, parseTags } from '#runtime/base/text/tags.ts'
import { withoutUnseen } from '#runtime/base/text/unseen.ts'
import { MICRO_CREDITS_PER_CREDIT } from '#runtime/money/amounts.ts'
import { callableIds, checkCalls } from './check/callable.ts'
import type { SourceChecker } from './check/source-checker.ts'

/** The largest source, in bytes of UTF-8. */
export const maxHtmlBytes = 262_144
const maxIconBytes = 32_768
const maxPrice = 1000

/**
 * The name of an app on one line. Invisible characters are removed: those that change the text direction would garble the
 * sentences with the price and the author that a viewer reads before paying for or allowing something.
 *
 * @throws ApiError invalid_argument if no visible character is left
 */
export function nameOf(given: string): string {
  const name = withoutUnseen(oneLine(given))
  if (/[\p{L}\p{N}\p{P}\p{S}]/u.test(name)) return name
  throw invalidArgument('name', 'must contain a letter, a digit or another visible character')
}

/** @throws ApiError invalid_argument for a source that is too large */
export function checkHtml(html: string): void {
  const bytes = Buffer.byteLength(html)
  if (bytes <= maxHtmlBytes) return
  throw invalidArgument('html', `must have at most 262,144 bytes in UTF-8, but has ${bytes.toLocaleString('en')}`)
}

/** @throws ApiError invalid_argument for an icon that is too large or does more than draw */
export async function checkIcon(checker: SourceChecker, subject: string, icon: string): Promise<void> {
  if (Buffer.byteLength(icon) > maxIconBytes) throw invalidArgument('icon', 'must have at most 32,768 bytes in UTF-8')
  const fault = await checker.icon(subject, icon)
  if (fault !== undefined) throw invalidArgument('icon', fault)
}

/**
 * A price in micro-credits.
 *
 * @param credits from 0 to 1000
 * @throws ApiError invalid_argument for a fraction of a micro-credit
 */
export function microPrice(credits: number): number {
  const micro = Math.round(credits * MICRO_CREDITS_PER_CREDIT)
  if (credits < 0 || credits > maxPrice) throw invalidArgument('price', `must be from 0 to ${maxPrice}`)
  if (Math.abs(credits * MICRO_CREDITS_PER_CREDIT - micro) > 1e-4) {
    throw invalidArgument('price', 'must have at most six decimal places')
  }
  return micro
}

/** Tags as they are stored: in lower case, without duplicates. */
export function storedTags(tags: string): string {
  return joinTags(parseTags(tags.toLowerCase()))
}

/** The operations that a source calls and that apps may call, sorted; none for a source that cannot be read. */
export async function callsIn(checker: SourceChecker, subject: string, html: string): Promise<string[]> {
  return callableIds(checkCalls((await checker.source(subject, html)).calls))
}
