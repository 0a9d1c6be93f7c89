import { quote } from '../../runtime/base/text/quote.ts'
import { invalid, tooLarge } from './rpc-errors.ts'

/** The only character that text in the databases cannot contain. */
const NUL = '\0'

/**
 * Checks a name in a message, such as that of a topic: any characters, compared by their bytes.
 *
 * @throws RpcError 400 naming the field
 */
export function checkName(name: string, field: string, maxBytes: number, errorId: string): string {
  if (name === '') throw invalid(errorId, `${field} is missing.`)
  const bytes = Buffer.byteLength(name)
  if (bytes > maxBytes)
    throw invalid(errorId, `${field} is ${bytes} bytes, but can be at most ${maxBytes} bytes: ${quote(name)}.`)
  if (name.includes(NUL)) throw invalid(errorId, `${field} contains the character U+0000.`)
  return name
}

interface TextsBounds {
  readonly entries: number
  readonly bytes: number
}

/**
 * Checks texts by name, such as headers.
 *
 * @throws RpcError 400 naming the field, 413 if they are too large
 */
export function checkTexts(
  texts: Readonly<Record<string, string>>,
  field: string,
  { entries, bytes }: TextsBounds,
  errorId: string,
): Readonly<Record<string, string>> {
  const all = Object.entries(texts)
  if (all.length > entries)
    throw tooLarge(errorId, `${field} has ${all.length} entries, but can have at most ${entries}.`)
  const size = all.reduce((sum, [key, value]) => sum + Buffer.byteLength(key) + Buffer.byteLength(value), 0)
  if (size > bytes) throw tooLarge(errorId, `${field} is ${size} bytes, but can be at most ${bytes} bytes.`)
  if (all.some(([key, value]) => key.includes(NUL) || value.includes(NUL)))
    throw invalid(errorId, `${field} contains the character U+0000.`)
  return texts
}

/** @throws RpcError 413 naming the field */
export function checkBytes(bytes: Uint8Array, field: string, maxBytes: number, errorId: string): Uint8Array {
  if (bytes.byteLength <= maxBytes) return bytes
  throw tooLarge(errorId, `${field} is ${bytes.byteLength} bytes, but can be at most ${maxBytes} bytes.`)
}
