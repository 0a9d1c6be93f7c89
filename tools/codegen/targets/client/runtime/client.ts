import { type Answer, isSuccess } from './answer.ts'
import { OnedoorError } from './errors.ts'
import type { Arguments, Operation, Operations } from './operation.ts'
import { createTransport, type Hooks, type Transport } from './transport.ts'
import type { CallOptions, ClientOptions } from './types.ts'

type AnyMethod = (args?: Arguments, options?: CallOptions) => Promise<unknown>

/** A client by family and method; index.d.ts declares them. */
export type AnyClient = Record<string, Record<string, AnyMethod>>

/**
 * A client for a table of operations: `client.<family>.<method>(args, options)`. Throws a TypeError for invalid
 * options.
 */
export function buildClient(operations: Operations, options: ClientOptions, hooks?: Hooks): AnyClient {
  const transport = createTransport(options, hooks)
  const families = Object.entries(operations).map(([family, methods]) => [
    family,
    Object.fromEntries(
      Object.entries(methods).map(([name, operation]) => [name, method(transport, `${family}.${name}`, operation)]),
    ),
  ])
  return Object.fromEntries(families)
}

function method(transport: Transport, id: string, operation: Operation): AnyMethod {
  const send = (args: Arguments = {}, options: CallOptions = {}) => transport.send(id, operation, args, options)

  async function call(args?: Arguments, options?: CallOptions): Promise<unknown> {
    const answer = await send(args, options)
    if (!isSuccess(answer)) throw transport.errorOf(id, answer)
    return resultOf(id, operation, answer)
  }

  async function raw(args?: Arguments, options?: CallOptions) {
    const answer = await send(args, options)
    return { ok: isSuccess(answer), ...answer }
  }

  const { paging } = operation
  if (!paging) return Object.assign(call, { raw })
  const all = (args?: Arguments, options?: CallOptions) => entries(id, paging, call, args, options)
  return Object.assign(call, { raw, all })
}

async function* entries(
  id: string,
  { argument, next, list = 'items' }: NonNullable<Operation['paging']>,
  call: AnyMethod,
  args?: Arguments,
  options?: CallOptions,
): AsyncGenerator<unknown, void, undefined> {
  let given: Arguments = { ...args }
  for (;;) {
    const page = (await call(given, options)) as Record<string, unknown>
    // A read that takes an id as well returns no list with it.
    yield* (page[list] ?? []) as unknown[]
    if (page[next] === undefined) return
    if (page[next] === given[argument]) {
      throw new OnedoorError(`${id} names the page it was asked for as the next one.`, {
        code: 'bad_response',
        operation: id,
      })
    }
    given = { ...given, [argument]: page[next] }
  }
}

function resultOf(id: string, operation: Operation, { status, headers, body }: Answer): unknown {
  const isObject = typeof body === 'object' && body !== null
  if (isObject && operation.bare) return body
  if (isObject && 'result' in body) return body.result
  throw new OnedoorError(`${id} returned ${status} without a result: is baseUrl the address of a Onedoor server?`, {
    code: 'bad_response',
    operation: id,
    status,
    body,
    requestId: headers.get('x-request-id') ?? undefined,
  })
}
