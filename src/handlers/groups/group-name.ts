import { oneLine } from '#runtime/base/text/shorten.ts'
import { withoutUnseen } from '#runtime/base/text/unseen.ts'

/** The fault of a name without visible characters. */
export const invisibleName = 'must contain a letter, a digit or another visible character'

/** A name on one line, without invisible characters; undefined if nothing is left. */
export function visibleName(given: string): string | undefined {
  const name = withoutUnseen(oneLine(given))
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(name) ? name : undefined
}
