import type { ClientMethod } from './methods.ts'
import { indent, keyOf, sourceOf } from './text.ts'

/**
 * index.js: the table of operations, one constant per family so that bundlers drop unused families, and the two
 * functions that create a client from it.
 */
export function clientTable(methods: ClientMethod[]): string {
  const families = Map.groupBy(methods, ({ family }) => family)
  const tables = [...families].map(([family, members]) => {
    const rows = members.map((member) => `${keyOf(member.name)}: ${sourceOf(rowOf(member))},`)
    return `export const ${family} = {\n${indent(rows.join('\n'))}\n}`
  })
  return `import { buildClient } from './runtime/client.js'

export { OnedoorError } from './runtime/errors.js'

${tables.join('\n\n')}

export function createClient(options) {
  return buildClient({ ${[...families.keys()].join(', ')} }, options)
}

export function clientOf(families, options) {
  return buildClient(families, options)
}
`
}

function rowOf({ verb, path, retry, microCredits, isBare, paging }: ClientMethod): Record<string, unknown> {
  const metered = microCredits > 0 ? { metered: true } : {}
  const { argument, next, list } = paging ?? {}
  const pages = paging ? { paging: { argument, next, ...(list === 'items' ? {} : { list }) } } : {}
  return { verb, path, retry, ...metered, ...(isBare ? { bare: true } : {}), ...pages }
}
