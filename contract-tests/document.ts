import { createClient, type OnedoorClient, type RawAnswer } from '../generated/client/index.js'
import { apiDocument } from '../src/runtime/base/openapi.ts'
import { type OperationFacts, operationFacts } from '../tools/codegen/operations.ts'
import { type ClientMethod, clientMethods } from '../tools/codegen/targets/client/methods.ts'

/** The published document. */
export const document = await apiDocument()

/** Every operation, including second forms of the same method. */
export const operations: OperationFacts[] = operationFacts(document)

/** Every method of the client, with the document's own example. */
export const methods: ClientMethod[] = clientMethods(document, operations)

/** The example arguments of an operation: of its method, if it is another form of one. */
export function exampleOf({ id, formOf = id }: { id: string; formOf?: string | undefined }): Record<string, unknown> {
  return methods.find((method) => method.id === formOf)?.example.args ?? {}
}

type AnyMethod = { raw(args: Record<string, unknown>): Promise<RawAnswer<unknown>> }

/** Calls a method by its name, for loops over all of them. Returns any response of the server. */
export function callByName(onedoor: OnedoorClient, id: string, args: Record<string, unknown>) {
  const [family = '', name = ''] = id.split('.')
  const families = onedoor as unknown as Record<string, Record<string, AnyMethod>>
  const method = families[family]?.[name]
  if (!method) throw new Error(`The client has no method ${id}`)
  return method.raw(args)
}

/** A client that does not repeat: contract tests check the first response. */
export function clientOf(baseUrl: string, token: string): OnedoorClient {
  return createClient({ baseUrl, token, retries: 0, timeoutMs: 15_000 })
}
