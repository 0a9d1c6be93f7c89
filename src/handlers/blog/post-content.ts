import { invalidArgument } from '../../runtime/base/errors.ts'
import { countCharacters } from '../../runtime/base/text/shorten.ts'

/** Characters of a post's content, not counting white space around it. */
const minContent = 50

/** @throws ApiError invalid_argument */
export function checkContent(content: string): void {
  if (countCharacters(content.trim()) >= minContent) return
  throw invalidArgument(
    'content',
    `must have at least ${minContent} characters, not counting leading and trailing whitespace`,
  )
}
