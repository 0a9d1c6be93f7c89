/** The JSON of shared results, once somebody has asked for it. */
const written = new WeakMap<object, { json?: string }>()

/**
 * Marks a result that many calls return as it is, such as what is told of the same kept data: it is written as JSON once for
 * all of them, and freed with the result. Nothing of it may change from then on.
 *
 * @returns the result, which takes no further members
 */
export function sharedResult<Result extends object>(result: Result): Result {
  written.set(result, {})
  return Object.freeze(result)
}

/** The JSON of a shared result; undefined for any other. */
export function sharedJson(result: unknown): string | undefined {
  const known = typeof result === 'object' && result !== null ? written.get(result) : undefined
  if (!known) return undefined
  known.json ??= JSON.stringify(result)
  return known.json
}
