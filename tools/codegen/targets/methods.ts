import type { OperationFacts } from '../operations.ts'

const head = `import type { Handler } from './handlers.ts'
import type { OperationId } from './operations.ts'
`

/**
 * generated/server/methods.ts: where each operation is served, by address: \`notes.add\` in
 * \`src/handlers/notes/methods/add.ts\`. A missing file does not compile. A body form is served by the method that it is a form of.
 */
export function methodTable(operations: readonly OperationFacts[]): string {
  const served = operations.filter(({ formOf }) => !formOf)
  const rows = served.map(
    ({ id, family, method }) =>
      `  '${id}': () => import('#handlers/${family}/methods/${method.replaceAll('_', '-')}.ts'),`,
  )
  const families = [...Map.groupBy(served, ({ family }) => family)].map(
    ([family, members]) => `  ${family}: DepsOf<${members.map(({ id }) => `'${id}'`).join(' | ')}>`,
  )
  return `${head}
/** Loads the file that serves an operation. */
export const methods = {
${rows.join('\n')}
} as const satisfies { readonly [Id in OperationId]?: () => Promise<{ readonly default: (deps: never) => Handler<Id> }> }

type Load = typeof methods
type Made<Id extends keyof Load> = Parameters<Awaited<ReturnType<Load[Id]>>['default']>
type DepsOf<Id extends keyof Load> = {
  [Each in Id]: (deps: Made<Each> extends [infer Deps] ? Deps : unknown) => void
}[Id] extends (deps: infer Deps) => void
  ? Deps
  : never

/** What the methods of each family are made with. */
export interface MethodDeps {
${families.join('\n')}
}
`
}
