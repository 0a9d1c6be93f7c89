import { type Deprecation, type Document, deprecationOf, operationsOf } from '#runtime/base/openapi.ts'

type Described = { description?: string; deprecated?: boolean } & Record<string, unknown>

/**
 * Marks everything that `@sunset` names as `deprecated`, and begins its description with a sentence, so that the
 * reference, the tools for models, the clients and the command line all say it. Another form of a method ends with it.
 *
 * @throws Error for days that do not exist or are in the wrong order, and for a method to use that does not exist
 */
export function explainDeprecations(document: Document): void {
  const operations = new Map(operationsOf(document).map(({ operation }) => [operation.operationId, operation]))
  for (const operation of operations.values()) {
    const named = operations.get(String(operation['x-form-of']))
    for (const key of ['x-deprecated', 'x-sunset', 'x-instead'] as const) {
      if (named?.[key] !== undefined) operation[key] = named[key]
    }
    const deprecation = deprecationOf(operation)
    if (!deprecation) continue
    check(deprecation, operation.operationId)
    const { instead } = deprecation
    if (instead !== undefined && !operations.has(instead)) {
      throw new Error(`${operation.operationId}: the method to use instead, ${instead}, does not exist.`)
    }
    mark(operation as unknown as Described, deprecation, '\n\n')
  }
  for (const parts of [document.paths, document.components]) markInside(parts)
}

/** Arguments and fields, at any depth. */
function markInside(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  const node = value as Described
  const deprecation = deprecationOf(node)
  if (deprecation && node.deprecated !== true) {
    check(deprecation, node.description ?? 'An argument without a description')
    mark(node, deprecation, ' ')
  }
  for (const [key, inner] of Object.entries(node)) if (key !== 'example' && key !== 'examples') markInside(inner)
}

function mark(node: Described, deprecation: Deprecation, separator: string): void {
  node.deprecated = true
  node.description = [deprecationSentence(deprecation), node.description].filter(Boolean).join(separator)
}

/** What to do about it, for the reader of a description. */
function deprecationSentence({ since, end, instead }: Deprecation): string {
  const what = instead === undefined ? '' : ` Use \`${instead}\` instead.`
  return `Deprecated since ${since}, and may be missing from ${end} on.${what}`
}

/** @param name what is deprecated, for the error */
function check({ since, end }: Deprecation, name: string): void {
  for (const day of [since, end]) {
    const isDay = /^\d{4}-\d{2}-\d{2}$/.test(day) && new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day)
    if (!isDay) throw new Error(`${name}: ${day} in @sunset is not a day such as 2027-06-30.`)
  }
  if (end <= since) throw new Error(`${name}: the end in @sunset, ${end}, must be after ${since}.`)
}
