import { type Answer, isSuccess } from './answer.ts'
import { OnedoorError } from './errors.ts'
import type { Arguments, Caller, Operation, Operations } from './operation.ts'
import { createTransport, type Hooks, type Transport } from './transport.ts'
import type { CallOptions, ClientOptions } from './types.ts'

type AnyMethod = (args?: Arguments, options?: CallOptions) => unknown

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
  const { call: ownCall, events, paging } = operation
  const bound = (caller: Caller) => (args?: Arguments, options?: CallOptions) =>
    caller(transport, id, operation, args, options)
  if (ownCall) return bound(ownCall)
  const send = (args: Arguments = {}, options: CallOptions = {}) => transport.send(id, operation, args, options)

  async function raw(args?: Arguments, options?: CallOptions) {
    const answer = await send(args, options)
    return { ok: isSuccess(answer), ...answer }
  }

  async function call(args?: Arguments, options?: CallOptions): Promise<unknown> {
    return resultOf(transport, id, operation, await send(args, options))
  }

  return Object.assign(call, {
    raw,
    ...(paging && { all: bound(entries) }),
    ...(events && { events: bound(events) }),
  })
}

async function* entries(
  transport: Transport,
  id: string,
  operation: Operation,
  args?: Arguments,
  options: CallOptions = {},
): AsyncGenerator<unknown, void, undefined> {
  const { argument, next, list = 'items' } = operation.paging as NonNullable<Operation['paging']>
  let given: Arguments = { ...args }
  for (;;) {
    const answer = await transport.send(id, operation, given, options)
    const page = resultOf(transport, id, operation, answer) as Record<string, unknown>
    // A read that takes an id as well returns no list with it.
    yield* (page[list] ?? []) as unknown[]
    if (page[next] === undefined) return
    if (page[next] === given[argument]) {
      throw new OnedoorError(`${id} names the page it was asked for as the next one.`, {
        code: 'bad_response',
        operation: id,
        requestId: answer.requestId,
      })
    }
    given = { ...given, [argument]: page[next] }
  }
}

/** The result in a response. Throws the error of a failing one. */
function resultOf(transport: Transport, id: string, operation: Operation, answer: Answer): unknown {
  if (!isSuccess(answer)) throw transport.errorOf(id, answer)
  const { status, body, requestId } = answer
  const isObject = typeof body === 'object' && body !== null
  if (operation.bare && (isObject || status === 204)) return isObject ? body : undefined
  if (isObject && 'result' in body) return body.result
  throw new OnedoorError(`${id} returned ${status} without a result: is baseUrl the address of a Onedoor server?`, {
    code: 'bad_response',
    operation: id,
    status,
    body,
    requestId,
  })
}
