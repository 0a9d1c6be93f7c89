import type { Operation } from '#generated/server/operations.ts'
import { type Caller, trustOf } from './caller.ts'

/**
 * What the records that a call writes are marked with.
 *
 * - True for a model that has read text by others: what it writes may come from that text.
 * - False for an edit by a person, who sees the record, and by a program that replaces all of its texts: that clears the mark.
 * - Undefined otherwise: new records are unmarked, and changed ones stay as they are. So nothing that leaves a text in place,
 *   such as sharing a file or finishing a task, clears the mark.
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
  const given = texts.filter((name) => (args as Record<string, unknown>)[name] !== undefined)
  const isEdit = given.length > 0 && (caller.via === 'session' || given.length === texts.length)
  return isEdit ? false : undefined
}

function isText(kind: string | undefined): boolean {
  return kind === 'text' || kind === 'instructions'
}
