/** Beyond it, a sample continues on the next line. */
export const maxWidth = 80

/** How a language writes a value on one line, and what comes before the value of a property. */
export interface Notation {
  readonly line: (value: unknown) => string
  readonly key: (name: string) => string
  /** Whether the last entry of a list of lines has a comma too. */
  readonly endsWithComma: boolean
}

/**
 * A value as source: what fits is on one line, and anything longer has an entry a line.
 *
 * @param room how many characters the first line may have
 * @param depth of the entries: how far they are indented
 */
export function laidOut(value: unknown, notation: Notation, room = maxWidth, depth = 1): string {
  const line = notation.line(value)
  if (line.length <= room || typeof value !== 'object' || value === null) return line
  const isList = Array.isArray(value)
  const entries = Object.entries(value).map(([name, entry]) => {
    const key = isList ? '' : notation.key(name)
    const left = maxWidth - depth * indentation.length - key.length - ','.length
    return key + laidOut(entry, notation, left, depth + 1)
  })
  const [open, close] = isList ? '[]' : '{}'
  const inside = entries.join(',\n') + (notation.endsWithComma ? ',' : '')
  return `${open}\n${inside.replace(/^/gm, indentation)}\n${close}`
}

const indentation = '  '

/** A value as JSON. */
export function jsonOf(value: unknown): string {
  return laidOut(value, { line: JSON.stringify, key: (name) => `${JSON.stringify(name)}: `, endsWithComma: false })
}
