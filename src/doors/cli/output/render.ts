import { printable } from './terminal.ts'
import { padded, shortened, widthOf } from './width.ts'

const GAP = '  '
const minColumn = 7

type Fields = readonly (readonly [name: string, value: unknown])[]

/**
 * Renders a result for a person: single values as `name  value`, lists of objects as tables, long texts unchanged at the end.
 * Control characters are made harmless.
 *
 * @param width columns of the terminal; undefined for unlimited
 * @param list the main field of the result, which needs no heading
 * @returns lines without a final line end
 */
export function rendered(result: unknown, width: number | undefined, list = 'items'): string {
  return isObject(result) ? blockOf(Object.entries(result), width, list) : plain(result)
}

function blockOf(fields: Fields, width: number | undefined, list = 'items'): string {
  const present = fields.filter(([, value]) => value !== undefined)
  const single = present.filter(([, value]) => !isStructure(value) && !isLong(value))
  const structures = present.filter(([, value]) => isStructure(value))
  const texts = present.filter(([, value]) => isLong(value))
  const isAlone = present.length === 1
  const sections = [
    listOf(single),
    ...structures.map(([name, value]) => headed(name, structureOf(value, width), isAlone || name === list)),
    ...texts.map(([name, value]) => headed(name, longText(value as string), isAlone || name === 'text')),
  ]
  return sections.filter((section) => section !== '').join('\n\n')
}

/** `name value` with aligned values. */
function listOf(fields: Fields): string {
  const widest = Math.max(0, ...fields.map(([name]) => widthOf(printable(name))))
  return fields.map(([name, value]) => `${padded(printable(name), widest)}${GAP}${plain(value)}`).join('\n')
}

function headed(name: string, section: string, isObvious: boolean): string {
  return isObvious ? section : `${printable(name)}:\n${section.replace(/^(?=.)/gm, '  ')}`
}

function structureOf(value: unknown, width: number | undefined): string {
  if (!Array.isArray(value)) return blockOf(Object.entries(value as object), width)
  if (value.length === 0) return '(none)'
  if (!value.every(isObject))
    return value.map((entry) => (isStructure(entry) ? printable(JSON.stringify(entry)) : plain(entry))).join('\n')
  return tableOf(value, width)
}

/** Objects as a table; if the terminal is too narrow for the columns, stacked. */
function tableOf(rows: readonly object[], width: number | undefined): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const cells = rows.map((row) => names.map((name) => cellOf((row as Record<string, unknown>)[name])))
  const widths = names.map((name, column) =>
    Math.max(widthOf(name), ...cells.map((line) => widthOf(line[column] ?? ''))),
  )
  const isKept = names.map((name) => name === 'id' || name.endsWith('_id'))
  const fitting = width === undefined ? widths : fitted(widths, width - GAP.length * (names.length - 1), isKept)
  if (fitting === undefined) return rows.map((row) => blockOf(Object.entries(row), width)).join('\n\n')
  return [names.map((name) => printable(name).toUpperCase()), ...cells]
    .map((line) => line.map((cell, column) => padded(shortened(cell, fitting[column] ?? 0), fitting[column] ?? 0)))
    .map((line) => line.join(GAP).trimEnd())
    .join('\n')
}

/**
 * Widths that fit into `room`: the widest columns shrink first; undefined if even minimal ones do not fit.
 *
 * @param isKept the columns that are never shortened: ids, which other commands need whole
 */
function fitted(widths: readonly number[], room: number, isKept: readonly boolean[]): number[] | undefined {
  const minimal = widths.map((width, column) => (isKept[column] ? width : Math.min(width, minColumn)))
  if (sum(minimal) > room) return undefined
  const fitting = [...widths]
  for (let excess = sum(fitting) - room; excess > 0; excess--) {
    const shrinkable = fitting.map((width, column) => (isKept[column] ? 0 : width))
    const widest = shrinkable.indexOf(Math.max(...shrinkable))
    fitting[widest] = (fitting[widest] as number) - 1
  }
  return fitting
}

function cellOf(value: unknown): string {
  if (value === undefined) return ''
  if (typeof value === 'string') return plain(toTheMinute(value))
  if (Array.isArray(value) && !value.some(isStructure)) return value.map(plain).join(', ')
  return isStructure(value) ? printable(JSON.stringify(value)) : plain(value)
}

/** A moment in UTC to the minute, because a table has no room for more; any other text unchanged. */
function toTheMinute(text: string): string {
  return text.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d):\d\d(?:\.\d+)?Z$/, '$1 $2Z')
}

/** A single value in one line. */
function plain(value: unknown): string {
  if (typeof value === 'string') return printable(value.replace(/\s*\n\s*/g, ' '))
  return value === true ? 'yes' : value === false ? 'no' : String(value)
}

/** A text with its line ends and tabs, but no other control characters. */
function longText(text: string): string {
  return text
    .trimEnd()
    .split(/\r?\n/)
    .map((line) => line.split('\t').map(printable).join('\t'))
    .join('\n')
}

/** Whether a text needs separate lines. */
function isLong(value: unknown): boolean {
  return typeof value === 'string' && (value.trimEnd().includes('\n') || [...value].length > 100)
}

function isStructure(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}

function isObject(value: unknown): value is object {
  return isStructure(value) && !Array.isArray(value)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
