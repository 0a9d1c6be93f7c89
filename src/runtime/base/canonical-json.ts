/**
 * A value as JSON in the form of RFC 8785: the same text for equal values, however they were written. Properties that are
 * undefined are left out.
 *
 * @throws TypeError for what JSON cannot represent exactly: NaN, infinities, lone surrogates, functions
 */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'string') return textJson(value)
  if (typeof value === 'number' && !Number.isFinite(value)) throw new TypeError(`${value} is not a number in JSON`)
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value === 'object' && value !== null) {
    // Compared by UTF-16 code units, as section 3.2.3 requires and as JavaScript sorts.
    const members = Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .sort(([one], [other]) => (one < other ? -1 : 1))
    return `{${members.map(([name, member]) => `${textJson(name)}:${canonicalJson(member)}`).join(',')}}`
  }
  const text = JSON.stringify(value)
  if (text === undefined) throw new TypeError(`${typeof value} is not a value in JSON`)
  return text
}

/** Section 3.2.2.2 requires an error for text that is not valid Unicode. */
function textJson(text: string): string {
  if (!text.isWellFormed()) throw new TypeError('A text with a lone surrogate has no canonical form')
  return JSON.stringify(text)
}
