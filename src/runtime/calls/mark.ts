import type { Operation } from '#generated/server/operations.ts'
import { type Caller, trustOf } from './caller.ts'

/**
 * What the records that a call writes are marked with.
 *
 * - True for a model that has read text by others: what it writes may come from that text.
 * - False for a person, or a program that has not read any, who gives all texts of the record: that clears the mark.
 * - Undefined otherwise: new records are unmarked, and changed ones stay as they are. So nothing that leaves a text in place,
 *   such as a new title, sharing a file or finishing a task, clears the mark.
 */
export function markOf(
  caller: Caller,
  { argumentKinds }: Pick<Operation, 'argumentKinds'>,
  args: object,
): boolean | undefined {
  const trust = trustOf(caller)
  if (trust?.isTainted) return true
  if (caller.kind !== 'account' || trust) return undefined
  const texts = Object.keys(argumentKinds).filter((name) => isText(argumentKinds[name]))
  const isWhole = texts.length > 0 && texts.every((name) => (args as Record<string, unknown>)[name] !== undefined)
  return isWhole ? false : undefined
}

function isText(kind: string | undefined): boolean {
  return kind === 'text' || kind === 'instructions'
}
