import type { ClientMethod, OpenMethod } from './methods.ts'
import { indent, keyOf, sourceOf } from './text.ts'

/** A constant for each family, with a row for each operation. */
export function tablesOf(methods: readonly (ClientMethod | OpenMethod)[]): string[] {
  return [...Map.groupBy(methods, ({ family }) => family)].map(([family, members]) => {
    const rows = members.map(
      (member) => `${keyOf(member.name)}: ${sourceOf(rowOf(member)).replace(/ }$/, `${callerOf(member)} }`)},`,
    )
    return `export const ${family} = {\n${indent(rows.join('\n'))}\n}`
  })
}

function rowOf(method: ClientMethod | OpenMethod): Record<string, unknown> {
  if ('form' in method) return { verb: 'GET', path: method.path, retry: 'safe' }
  const { verb, path, retry, microCredits, isUnkeyed, isBare, paging, bytes } = method
  const unkeyed = isUnkeyed ? { unkeyed: true } : {}
  const metered = microCredits > 0 ? { metered: true } : {}
  const { argument, next, list } = paging ?? {}
  const pages = paging ? { paging: { argument, next, ...(list === 'items' ? {} : { list }) } } : {}
  const encoded = Object.keys(bytes).length > 0 ? { bytes } : {}
  return { verb, path, retry, ...metered, ...unkeyed, ...(isBare ? { bare: true } : {}), ...pages, ...encoded }
}

/** The function in a row that makes calls without a JSON response. */
function callerOf(method: ClientMethod | OpenMethod): string {
  if ('form' in method) return method.form === 'stream' ? ', call: follow' : ', call: download'
  return method.reportsProgress ? ', events: progress' : ''
}
