import { ApiError } from '../base/errors.ts'

/** Control and format characters and line breaks: with them a name could look like another one, or reverse the text of a page. */
const UNSEEN = /[\p{C}\u2028\u2029]/u

/**
 * What is wrong with a label from a person, as the end of a sentence that begins with its name; undefined if it
 * is valid. With a `min` of 0 it can be empty.
 */
export function labelFault(text: string, { min, max }: { min: 0 | 1; max: number }): string | undefined {
  const length = [...text].length
  if (length >= min && length <= max && !UNSEEN.test(text)) return undefined
  return min === 0 ? `must be at most ${max} characters on one line` : `must be 1 to ${max} characters on one line`
}

/** A label in its stored form: composed characters, no surrounding space. */
export function tidy(text: string): string {
  return text.normalize('NFC').trim()
}

/**
 * The label in its stored form.
 *
 * @param path the name of the value, in the fault and in the message
 * @throws ApiError invalid_argument unless it is 1 to `max` characters on one line
 */
export function checkLabel(path: string, text: string, max: number): string {
  const label = tidy(text)
  const message = labelFault(label, { min: 1, max })
  if (message === undefined) return label
  throw new ApiError('invalid_argument', `The ${path} ${message}.`, { details: [{ path, message }] })
}
