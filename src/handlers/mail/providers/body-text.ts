import { firstCharacters } from '#runtime/base/text/first-characters.ts'
import { clean } from '../parsing/header-fields.ts'
import { textOfHtml } from '../parsing/html-text.ts'
import { maxHtml, maxText } from './webmail-source.ts'

/** A part of a message that may be its body. */
export interface BodyPart {
  readonly isHtml: boolean
  readonly text: string
  /** Whether there is more of it than `text`. */
  readonly isCut: boolean
}

/** The body as plain text, as far as it is returned. */
export function bodyText(part: BodyPart | undefined): { text: string; is_truncated: boolean } {
  if (!part) return { text: '', is_truncated: false }
  const cleaned = clean(part.text)
  const isCut = part.isCut || (part.isHtml && cleaned.length > maxHtml)
  const whole = part.isHtml ? textOfHtml(cleaned.slice(0, maxHtml)) : cleaned.replace(/\n+$/, '')
  const text = firstCharacters(whole, maxText).toWellFormed()
  return { text, is_truncated: isCut || text.length < whole.length }
}
