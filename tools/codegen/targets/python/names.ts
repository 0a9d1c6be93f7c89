import { isLonger } from '../samples/layout.ts'

/** Python's keywords. */
const keywords = new Set(
  `False None True and as assert async await break class continue def del elif else except finally for from global if import
in is lambda nonlocal not or pass raise return try while with yield`.split(/\s+/),
)

/** A name that is valid in Python: a keyword gets a trailing underscore. */
export function pythonName(name: string): string {
  return keywords.has(name) ? `${name}_` : name
}

/** Whether a field can be declared in the body of a class. */
export function isPlainName(name: string): boolean {
  return /^[A-Za-z_]\w*$/.test(name) && !keywords.has(name)
}

/** A value as Python source. */
export function pythonSource(value: unknown): string {
  if (value === true) return 'True'
  if (value === false) return 'False'
  if (value === null || value === undefined) return 'None'
  if (Array.isArray(value)) return `[${value.map(pythonSource).join(', ')}]`
  if (typeof value === 'object') {
    const entries = Object.entries(value).map(([name, entry]) => `${JSON.stringify(name)}: ${pythonSource(entry)}`)
    return `{${entries.join(', ')}}`
  }
  // JSON's string escapes are valid in Python.
  return JSON.stringify(value)
}

const maxLineLength = 88

/**
 * Values in brackets, each after its prefix, such as the arguments of a call: on one line if it fits after `column`
 * characters, otherwise with a line for each value.
 */
export function laidOut(
  entries: readonly (readonly [prefix: string, value: unknown])[],
  [open, close]: readonly [string, string],
  column = 0,
): string {
  const values = entries.map(([, value]) => value)
  if (entries.length === 0 || !isLonger(values, maxLineLength - column)) {
    const flat = `${open}${entries.map(([prefix, value]) => prefix + pythonSource(value)).join(', ')}${close}`
    if (entries.length === 0 || column + flat.length <= maxLineLength) return flat
  }
  const lines = entries.map(([prefix, value]) => `${prefix}${valueLaidOut(value, prefix.length + 4)},\n`)
  return `${open}\n${indented(lines.join(''))}${close}`
}

function valueLaidOut(value: unknown, column: number): string {
  if (typeof value !== 'object' || value === null) return pythonSource(value)
  const entries = Object.entries(value).map(([name, entry]) => [`${JSON.stringify(name)}: `, entry] as const)
  if (Array.isArray(value))
    return laidOut(
      entries.map(([, entry]) => ['', entry]),
      ['[', ']'],
      column,
    )
  return laidOut(entries, ['{', '}'], column)
}

/** Four spaces before every line that is not empty. */
export function indented(text: string, depth = 1): string {
  return text.replace(/^(?=.)/gm, '    '.repeat(depth))
}

/** A docstring; paragraphs that are empty are left out. */
export function docstring(paragraphs: string[]): string {
  const text = paragraphs.filter(Boolean).join('\n\n').replaceAll('\\', '\\\\').replaceAll('"""', '\\"\\"\\"')
  if (text === '') return ''
  const isOneLine = !text.includes('\n') && text.length <= 100 && !text.endsWith('"')
  return isOneLine ? `"""${text}"""\n` : `"""${text}\n"""\n`
}

/** The names that code outside of docstrings and comments uses, as an import of this module; empty if it uses none. */
export function importOf(module: string, names: readonly string[], code: string): string {
  // Comments first: their text may have the quotes of a docstring.
  const bare = code.replace(/^ *#.*$/gm, '').replace(/"""[\s\S]*?"""/g, '')
  const used = names.filter((name) => new RegExp(`\\b${name}\\b`).test(bare))
  return used.length > 0 ? `from ${module} import ${used.join(', ')}\n` : ''
}
