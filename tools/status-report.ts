/** What the report reads of an operation. */
interface StatedOperation {
  readonly family: string
  readonly method: string
  readonly formOf?: string
}

/**
 * Which families a server serves, from the operations of the spec and the registered handlers: first the served ones
 * with any method they lack, then those that answer `not_implemented`, then a line of sums. Families keep the spec's
 * order. A second form of a method is not counted: it has the same handler.
 */
export function statusReport(
  operations: readonly StatedOperation[],
  handlers: Readonly<Record<string, object | undefined>>,
): string {
  const methods = operations.filter(({ formOf }) => !formOf)
  const families = [...Map.groupBy(methods, ({ family }) => family)].map(([family, members]) => {
    const registered = handlers[family]
    const names = members.map(({ method }) => method)
    return {
      family,
      names,
      isServed: registered !== undefined,
      missing: names.filter((name) => !(registered && name in registered)),
    }
  })
  const width = Math.max(0, ...families.map(({ family }) => family.length))
  const line = (family: string, said: string) => `  ${family.padEnd(width)}  ${said}`
  const served = families.filter(({ isServed }) => isServed)
  const others = families.filter(({ isServed }) => !isServed)
  const servedMethods = served.reduce((sum, { names, missing }) => sum + names.length - missing.length, 0)
  return [
    'Served',
    ...served.map(({ family, names, missing }) =>
      line(
        family,
        missing.length > 0
          ? `${names.length - missing.length} of ${count(names, 'method')}, missing: ${missing.join(', ')}`
          : count(names, 'method'),
      ),
    ),
    ...(served.length === 0 ? ['  none'] : []),
    'Not yet, answering not_implemented',
    ...others.map(({ family, names }) => line(family, names.join(', '))),
    ...(others.length === 0 ? ['  none'] : []),
    `${served.length} of ${families.length} families and ${servedMethods} of ${methods.length} methods are served.`,
  ].join('\n')
}

function count(things: readonly unknown[], name: string): string {
  return `${things.length} ${name}${things.length === 1 ? '' : 's'}`
}
