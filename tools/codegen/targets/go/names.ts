/** Words that Go writes in capitals. */
const initialisms = new Set('api csv html http id ip json mcp png sms svg uri url utf'.split(' '))

/** A name as an exported name: `next_offset` as `NextOffset`, `shortURL` as `ShortURL`. */
export function goName(name: string): string {
  const words = name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? []
  const written = words.map((word) =>
    initialisms.has(word.toLowerCase()) ? word.toUpperCase() : word.charAt(0).toUpperCase() + word.slice(1),
  )
  return written.join('')
}

/** A comment ending in a line break. Empty paragraphs are left out; without any, so is the comment. */
export function goComment(...paragraphs: (string | undefined)[]): string {
  const text = paragraphs.filter(Boolean).join('\n\n')
  return text === '' ? '' : `${text.replace(/^.*$/gm, (line) => `// ${line}`.trimEnd())}\n`
}

/** A text as a literal. Go has no half of a surrogate pair, and a byte order mark only at the start of a file. */
export function goText(text: string): string {
  return JSON.stringify(text.toWellFormed()).replaceAll('\ufeff', '\\ufeff')
}

/** A tab before every line that is not empty. */
export function tabbed(text: string): string {
  return text.replace(/^(?=.)/gm, '\t')
}

/** Rows of cells in columns as gofmt aligns them, each ending in a line break. */
export function aligned(rows: string[][]): string {
  const widths = rows.reduce<number[]>(
    (found, row) => row.slice(0, -1).map((cell, column) => Math.max(found[column] ?? 0, cell.length)),
    [],
  )
  return rows
    .map((row) => `${row.map((cell, i) => (i < row.length - 1 ? cell.padEnd(widths[i] ?? 0) : cell)).join(' ')}\n`)
    .join('')
}

/** What deprecatedTag says, as Go's tools read it. */
export function goDeprecation(tag: string): string {
  return tag === '@deprecated' ? 'Deprecated: it will be removed.' : tag.replace('@deprecated', 'Deprecated:')
}
