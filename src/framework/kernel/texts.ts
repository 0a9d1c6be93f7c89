import { quote } from '../../runtime/base/text/quote.ts'
import { RpcError } from './errors.ts'

/** Text in the databases holds anything but this. */
const NUL = '\0'

/**
 * A name that a message gives, such as that of a topic: any characters, compared by their bytes.
 *
 * @throws RpcError 400 naming the field
 */
export function checkName(name: string, field: string, maxBytes: number, errorId: string): string {
  if (name === '') throw new RpcError('invalid_argument', errorId, `${field} is missing.`)
  const bytes = Buffer.byteLength(name)
  if (bytes > maxBytes)
    throw new RpcError(
      'invalid_argument',
      errorId,
      `${field} has ${bytes} bytes, and may have ${maxBytes}: ${quote(name)}.`,
    )
  if (name.includes(NUL)) throw new RpcError('invalid_argument', errorId, `${field} holds the character U+0000.`)
  return name
}

interface TextsBounds {
  readonly entries: number
  readonly bytes: number
}

/**
 * Texts by name that go with something.
 *
 * @throws RpcError 400 naming the field, 413 where they are too large
 */
export function checkTexts(
  texts: Readonly<Record<string, string>>,
  field: string,
  { entries, bytes }: TextsBounds,
  errorId: string,
): Readonly<Record<string, string>> {
  const all = Object.entries(texts)
  if (all.length > entries)
    throw new RpcError('too_large', errorId, `${field} has ${all.length} entries, and may have ${entries}.`)
  const size = all.reduce((sum, [key, value]) => sum + Buffer.byteLength(key) + Buffer.byteLength(value), 0)
  if (size > bytes) throw new RpcError('too_large', errorId, `${field} has ${size} bytes, and may have ${bytes}.`)
  if (all.some(([key, value]) => key.includes(NUL) || value.includes(NUL)))
    throw new RpcError('invalid_argument', errorId, `${field} holds the character U+0000.`)
  return texts
}

/** @throws RpcError 413 naming the field */
export function checkBytes(bytes: Uint8Array, field: string, most: number, errorId: string): Uint8Array {
  if (bytes.byteLength <= most) return bytes
  throw new RpcError('too_large', errorId, `${field} has ${bytes.byteLength} bytes, and may have ${most}.`)
}
