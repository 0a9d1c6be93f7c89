/** What the report reads of an operation. */
interface StatedOperation {
  readonly id: string
  readonly family: string
  readonly method: string
  readonly formOf?: string
}

/**
 * Which methods a server serves: first the families with any, then those that return `not_implemented`, then a line of sums.
 * Families keep the spec's order. A second form of a method is not counted: it has the same handler.
 *
 * @param isServed whether an operation has a handler
 */
export function statusReport(
  operations: readonly StatedOperation[],
  isServed: (operation: StatedOperation) => boolean,
): string {
  const methods = operations.filter(({ formOf }) => !formOf)
  const families = [...Map.groupBy(methods, ({ family }) => family)].map(([family, members]) => ({
    family,
    names: members.filter(isServed).map(({ method }) => method),
    missing: members.filter((each) => !isServed(each)).map(({ method }) => method),
  }))
  const width = Math.max(0, ...families.map(({ family }) => family.length))
  const line = (family: string, said: string) => `  ${family.padEnd(width)}  ${said}`
  const ready = families.filter(({ names }) => names.length > 0)
  const others = families.filter(({ missing }) => missing.length > 0)
  const readyMethods = ready.flatMap(({ names }) => names)
  return [
    'Served',
    ...ready.map(({ family, names }) => line(family, count(names, 'method'))),
    ...(ready.length === 0 ? ['  none'] : []),
    'Not yet, answering not_implemented',
    ...others.map(({ family, missing }) => line(family, missing.join(', '))),
    ...(others.length === 0 ? ['  none'] : []),
    `${families.length - others.length} of ${families.length} families are served whole, and ${readyMethods.length} of ${methods.length} methods.`,
  ].join('\n')
}

function count(things: readonly unknown[], name: string): string {
  return `${things.length} ${name}${things.length === 1 ? '' : 's'}`
}
