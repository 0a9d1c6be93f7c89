import type { Operation } from '#generated/server/operations.ts'

/** What the spec says about text by others in the result of an operation. */
type Labelled = Pick<Operation, 'foreignText'>

/**
 * Whether a result contains text by others. All of it counts, unless the spec names the fields with such text, or the one
 * that says that a record is the caller's own.
 *
 * @param result without its envelope; undefined if it is not known, such as that of a stream or of a failed call
 */
export function hasForeignText({ foreignText }: Labelled, result: unknown): boolean {
  if (foreignText === undefined) return false
  if (foreignText === true || !isRecord(result)) return true
  if ('own' in foreignText) return result[foreignText.own] !== true
  return Object.entries(foreignText.fields).some(([name, own]) => isForeign(result[name], own))
}

/** @param own the field that says whether the value, or each entry of the list, is the caller's own; true if none does */
function isForeign(value: unknown, own: string | true): boolean {
  if (value === undefined || value === null || value === '') return false
  const isOwn = (each: unknown) => own !== true && isRecord(each) && each[own] === true
  return Array.isArray(value) ? !value.every(isOwn) : !isOwn(value)
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
