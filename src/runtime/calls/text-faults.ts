import type { ArgumentFault } from '../base/errors.ts'
import { maxFaults } from './bounds.ts'

/**
 * Finds text that a database cannot store unchanged: the character U+0000 and halves of surrogate pairs. A schema cannot
 * reject them, and one database would reject them while the other would return them altered.
 *
 * @param args arguments that have passed their schema
 * @returns a fault for each such text, with its path (`title`, `tags[2]`); of more than twenty the first twenty-one
 */
export function textFaults(args: Readonly<Record<string, unknown>>): ArgumentFault[] {
  const faults: ArgumentFault[] = []
  for (const name in args) search(args[name], name, faults)
  return faults
}

function search(value: unknown, path: string, faults: ArgumentFault[]): void {
  if (faults.length > maxFaults) return
  if (typeof value === 'string') {
    const message = faultOf(value)
    if (message) faults.push({ path, message })
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) search(item, `${path}[${index}]`, faults)
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, item] of Object.entries(value)) search(item, `${path}.${name}`, faults)
  }
}

function faultOf(text: string): string | undefined {
  if (text.includes('\0')) return 'must not contain the character U+0000'
  if (!text.isWellFormed()) return 'must be whole Unicode characters: it contains half of a surrogate pair'
  return undefined
}
