import type { OperationFacts } from '../operations.ts'

const head = `import type { operations } from './types.ts'
import type { OperationId } from './operations.ts'

type Simplify<T> = { [Key in keyof T]: T[Key] } & {}
type Given<T> = [NonNullable<T>] extends [never] ? unknown : NonNullable<T>
type QueryOf<Id extends OperationId> = Given<operations[Id]['parameters']['query']>
type PathOf<Id extends OperationId> = Given<operations[Id]['parameters']['path']>
type BodyOf<Id extends OperationId> = operations[Id] extends {
  requestBody?: { content: { 'application/json': infer Body } }
}
  ? Body
  : unknown

type AnswerOf<Id extends OperationId> = operations[Id]['responses'] extends {
  200: { content: { 'application/json': infer Body } }
}
  ? Body
  : never

/** The arguments of an operation after validation, defaults filled in. */
export type Args<Id extends OperationId> = Simplify<QueryOf<Id> & PathOf<Id> & BodyOf<Id>>

/** What a handler of the operation returns: the \`result\` where the answer has that envelope, else the whole body. */
export type Result<Id extends OperationId> = AnswerOf<Id> extends { result: infer Inner } ? Inner : AnswerOf<Id>

export type Handler<Id extends OperationId, Context> = (args: Args<Id>, ctx: Context) => Promise<Result<Id>> | Result<Id>
`

/** generated/server/handlers.ts: one interface a family; a missing or wrongly typed method does not compile. */
export function handlerInterfaces(operations: OperationFacts[]): string {
  const families = Map.groupBy(
    operations.filter(({ formOf }) => !formOf),
    ({ family }) => family,
  )
  const interfaces = [...families].map(([family, members]) => {
    const methods = members.map(({ id, method }) => `  ${method}: Handler<'${id}', Context>`).join('\n')
    return `export interface ${pascalCase(family)}Handlers<Context> {\n${methods}\n}\n`
  })
  const registry = [...families.keys()]
    .map((family) => `  ${family}: ${pascalCase(family)}Handlers<Context>`)
    .join('\n')
  return `${head}\n${interfaces.join('\n')}\n/** Every family's handlers, by name. */\nexport interface FamilyHandlers<Context> {\n${registry}\n}\n`
}

function pascalCase(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}
