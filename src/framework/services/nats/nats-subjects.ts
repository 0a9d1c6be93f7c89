/**
 * A text as one token of a subject, of a key or of a name: letters, digits and hyphens stay, every other byte of its
 * UTF-8 becomes `_` and two hexadecimal digits. No two texts become the same, and characters that are special to NATS
 * (dots, stars, spaces) do not occur.
 */
export function token(text: string): string {
  let encoded = ''
  for (const byte of Buffer.from(text)) {
    const character = String.fromCharCode(byte)
    encoded += /[A-Za-z0-9-]/.test(character) ? character : `_${byte.toString(16).padStart(2, '0')}`
  }
  return encoded
}

/** Encodes JSON for message headers, which allow only some characters. */
export const headerJson = {
  encode: (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url'),
  decode: <T>(text: string): T => JSON.parse(Buffer.from(text, 'base64url').toString()) as T,
}
