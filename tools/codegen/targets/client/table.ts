import type { ClientMethod } from './methods.ts'
import { indent, keyOf, sourceOf } from './text.ts'

/** index.js: the table of operations and the client made from it. */
export function clientTable(methods: ClientMethod[]): string {
  const families = [...Map.groupBy(methods, ({ family }) => family)].map(([family, members]) => {
    const rows = members.map((member) => `${keyOf(member.name)}: ${sourceOf(rowOf(member))},`)
    return `${keyOf(family)}: {\n${indent(rows.join('\n'))}\n},`
  })
  return `import { buildClient } from './runtime/client.js'

export { OnedoorError } from './runtime/errors.js'

const operations = {
${indent(families.join('\n'))}
}

export function createClient(options) {
  return buildClient(operations, options)
}
`
}

function rowOf({ verb, path, retry, isBare, paging }: ClientMethod): Record<string, unknown> {
  return { verb, path, retry, ...(isBare ? { bare: true } : {}), ...(paging ? { paging } : {}) }
}
