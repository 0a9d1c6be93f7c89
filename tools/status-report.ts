/** What the report reads of an operation. */
interface StatedOperation {
  readonly family: string
  readonly method: string
  readonly formOf?: string
}

/**
 * Which families a server serves: first those, then the ones that answer `not_implemented`, then a line of sums.
 * Families keep the spec's order. A second form of a method is not counted: it has the same handler.
 *
 * @param served names of the families with handlers; a family without one of its methods does not compile
 */
export function statusReport(operations: readonly StatedOperation[], served: ReadonlySet<string>): string {
  const methods = operations.filter(({ formOf }) => !formOf)
  const families = [...Map.groupBy(methods, ({ family }) => family)].map(([family, members]) => ({
    family,
    names: members.map(({ method }) => method),
  }))
  const width = Math.max(0, ...families.map(({ family }) => family.length))
  const line = (family: string, said: string) => `  ${family.padEnd(width)}  ${said}`
  const ready = families.filter(({ family }) => served.has(family))
  const others = families.filter(({ family }) => !served.has(family))
  const readyMethods = ready.flatMap(({ names }) => names)
  return [
    'Served',
    ...ready.map(({ family, names }) => line(family, count(names, 'method'))),
    ...(ready.length === 0 ? ['  none'] : []),
    'Not yet, answering not_implemented',
    ...others.map(({ family, names }) => line(family, names.join(', '))),
    ...(others.length === 0 ? ['  none'] : []),
    `${ready.length} of ${families.length} families and ${readyMethods.length} of ${methods.length} methods are served.`,
  ].join('\n')
}

function count(things: readonly unknown[], name: string): string {
  return `${things.length} ${name}${things.length === 1 ? '' : 's'}`
}
