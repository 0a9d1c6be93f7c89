import { createRequire } from 'node:module'
import { invalidArgument } from '#runtime/base/errors.ts'
import { oneLine } from '#runtime/base/text/shorten.ts'
import { withoutUnseen } from '#runtime/base/text/unseen.ts'

const require = createRequire(import.meta.url)

/** The list of a thousand types takes 4 ms to build, so it is loaded with the first name. */
let types: typeof import('mime').default | undefined

/**
 * The name that a file is stored under: what follows the last slash or backslash, on one line, without invisible characters.
 *
 * @throws ApiError invalid_argument if nothing or only dots are left
 */
export function baseName(given: string): string {
  const last = oneLine(given).split(/[/\\]/).at(-1) ?? ''
  const name = withoutUnseen(last)
  if (/^\.*$/.test(name)) throw invalidArgument('name', 'must end with a file name such as harvest.csv')
  return name
}

/** The content type for the extension of a name; `application/octet-stream` for an unknown one. */
export function typeOf(name: string): string {
  types ??= (require('mime') as typeof import('mime')).default
  const type = /[^.]\.[^.]+$/.test(name) ? types.getType(name) : null
  return type ?? 'application/octet-stream'
}
