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
  if (typeof value !== 'object' || value === null) return notation.line(value)
  const line = isLonger(value, room) ? undefined : notation.line(value)
  if (line !== undefined && line.length <= room) return line
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

/** Whether a value has more characters than this in every notation. Large values need not be written to find that out. */
export function isLonger(value: unknown, room: number): boolean {
  return roomAfter(value, room) < 0
}

function roomAfter(value: unknown, room: number): number {
  if (typeof value === 'string') return room - value.length - '""'.length
  if (typeof value !== 'object' || value === null) return room - 1
  const isList = Array.isArray(value)
  let left = room - '[]'.length
  for (const name in value) {
    if (left < 0) break
    left = roomAfter(value[name as never], left - (isList ? 0 : name.length))
  }
  return left
}

/** A value as JSON. */
export function jsonOf(value: unknown): string {
  return laidOut(value, { line: JSON.stringify, key: (name) => `${JSON.stringify(name)}: `, endsWithComma: false })
}
