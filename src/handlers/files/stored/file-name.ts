import mime from 'mime'
import { invalidArgument } from '#runtime/base/errors.ts'
import { oneLine } from '#runtime/base/text/shorten.ts'
import { withoutUnseen } from '#runtime/base/text/unseen.ts'

/**
 * The name that a file is stored under: what follows the last slash or backslash, on one line, without characters that are
 * not shown.
 *
 * @throws ApiError invalid_argument if nothing is left, or only dots
 */
export function baseName(given: string): string {
  const last = oneLine(given).split(/[/\\]/).at(-1) ?? ''
  const name = withoutUnseen(last)
  if (/^\.*$/.test(name)) throw invalidArgument('name', 'must end in a file name such as harvest.csv')
  return name
}

/** The content type that the extension of a name stands for; otherwise that of any bytes. */
export function typeOf(name: string): string {
  const type = /[^.]\.[^.]+$/.test(name) ? mime.getType(name) : null
  return type ?? 'application/octet-stream'
}
