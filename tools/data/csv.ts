/**
 * The records of a CSV file by RFC 4180, by the names in its first line.
 *
 * @throws Error if a record has more or fewer fields than the first line
 */
export function recordsOf(text: string): Record<string, string>[] {
  const [names = [], ...rows] = rowsOf(text)
  return rows.map((row, index) => {
    if (row.length !== names.length) throw new Error(`record ${index + 1} has ${row.length} fields of ${names.length}`)
    return Object.fromEntries(names.map((name, column) => [name, row[column] ?? '']))
  })
}

/** A field in quotes or without, and what follows it. */
const field = /(?:"((?:[^"]|"")*)"|([^",\r\n][^,\r\n]*)?)(,|\r?\n|$)/y

function rowsOf(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  field.lastIndex = 0
  while (field.lastIndex < text.length) {
    const match = field.exec(text)
    if (!match) throw new Error(`the quotes of record ${rows.length} do not match`)
    const [, quoted, plain = '', end] = match
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end === ',') continue
    rows.push(row)
    row = []
  }
  return rows
}
