import {
  type DescMethod,
  type DescService,
  fromJson,
  type JsonObject,
  type JsonValue,
  type Message,
  toJson,
} from '@bufbuild/protobuf'
import type { HandlerContext, ServiceImpl } from '@connectrpc/connect'
import type { Operation, OperationId } from '#generated/server/operations.ts'
import { addOutcomeHeaders } from '../../http/outcome-headers.ts'
import type { Outcome } from '../../runtime/calls/outcome.ts'
import type { Calls } from '../../runtime/calls/pipeline.ts'
import type { PaymentHeaders } from '../../runtime/money/x402/index.ts'
import type { CoreService } from '../kernel/host/host.ts'
import { callOf } from '../kernel/rpc-call.ts'
import { operationError } from '../kernel/rpc-errors.ts'

/** A protobuf service whose methods are the operations of a family: `url.Url/Create` is `url.create`. */
export interface OperationService {
  readonly family: Operation['family']
  readonly service: DescService
}

/**
 * Serves operations over gRPC, through the pipeline, which authorizes and bills.
 *
 * @throws Error for a method that is not an operation of the family, or that streams
 */
export function operationService(calls: Calls, { family, service }: OperationService): CoreService {
  const methods = service.methods.map((method) => [method, operationOf(calls, family, method)] as const)
  return {
    name: family,
    register(router) {
      const handlers = methods.map(([method, { id }]) => [
        method.localName,
        (request: Message, context: HandlerContext) => callOperation(calls, id, method, request, context),
      ])
      router.service(service, Object.fromEntries(handlers) as ServiceImpl<DescService>)
    },
  }
}

function operationOf({ contract }: Calls, family: string, { name, parent, methodKind }: DescMethod): Operation {
  const operation = contract.operations.find(
    (each) => each.family === family && !each.formOf && each.method.replaceAll('_', '') === name.toLowerCase(),
  )
  if (operation?.verb === 'POST' && methodKind === 'unary') return operation
  throw new Error(`${parent.typeName}/${name} is not a unary method of a POST operation of ${family}`)
}

async function callOperation(
  calls: Calls,
  operationId: OperationId,
  { input, output }: DescMethod,
  request: Message,
  context: HandlerContext,
): Promise<Message> {
  const { requestId, clientAddress, authorization } = callOf(context)
  const { requestHeader, signal } = context
  const outcome = await calls.run({
    operationId,
    // Empty values count as absent in protobuf, and are omitted from the JSON.
    args: toJson(input, request) as JsonObject,
    door: 'grpc',
    authorization,
    requestId,
    clientAddress,
    key: requestHeader.get('idempotency-key') ?? undefined,
    payment: paymentIn(requestHeader),
    signal,
  })
  addHeaders(context.responseHeader, outcome)
  if (outcome.error) throw operationError(outcome.error, operationId)
  const result = JSON.parse(outcome.json ?? JSON.stringify(outcome.result)) as JsonValue
  return fromJson(output, result, { ignoreUnknownFields: true })
}

function addHeaders(header: Headers, outcome: Outcome): void {
  const pairs: string[] = []
  addOutcomeHeaders(pairs, outcome)
  for (let at = 0; at < pairs.length; at += 2) header.set(pairs[at] as string, pairs[at + 1] as string)
}

function paymentIn(headers: Headers): PaymentHeaders | undefined {
  const valuesOf = (name: string) => [headers.get(name)].filter((value) => value !== null)
  const [signature, legacy] = [valuesOf('payment-signature'), valuesOf('x-payment')]
  return signature.length + legacy.length === 0 ? undefined : { signature, legacy }
}
