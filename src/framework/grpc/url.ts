import {
  type DescMessage,
  fromJson,
  type JsonObject,
  type JsonValue,
  type MessageShape,
  toJson,
} from '@bufbuild/protobuf'
import type { HandlerContext } from '@connectrpc/connect'
import { Url } from '#generated/proto/url_pb.js'
import { addOutcomeHeaders } from '../../doors/http/outcome-headers.ts'
import type { RawArguments } from '../../runtime/calls/arguments.ts'
import type { Contract, Found } from '../../runtime/calls/contract.ts'
import type { IncomingCall } from '../../runtime/calls/incoming.ts'
import type { Calls } from '../../runtime/calls/pipeline.ts'
import type { PaymentHeaders } from '../../runtime/money/x402/index.ts'
import { callOf, type RpcCall } from '../kernel/call.ts'
import { operationError } from '../kernel/errors.ts'
import type { CoreService } from '../kernel/host.ts'

/** The URL service over gRPC: the operations `url.create`, ... through the pipeline, which lets callers in and charges. */
export function urlService(calls: Calls): CoreService {
  async function take<Input extends DescMessage, Output extends DescMessage>(
    method: { name: string; input: Input; output: Output },
    request: MessageShape<Input>,
    context: HandlerContext,
  ): Promise<MessageShape<Output>> {
    const operationId = `url.${method.name.toLowerCase()}`
    // What is empty counts as not given in protobuf, and is left out of the JSON.
    const body = toJson(method.input, request) as JsonObject
    const outcome = await calls.take(new UrlCall(operationId, body, callOf(context), context.requestHeader))
    const headers: string[] = []
    addOutcomeHeaders(headers, outcome)
    for (let at = 0; at < headers.length; at += 2) {
      context.responseHeader.set(headers[at] as string, headers[at + 1] as string)
    }
    if (!outcome.error) {
      const result = JSON.parse(outcome.json ?? JSON.stringify(outcome.result)) as JsonValue
      return fromJson(method.output, result, { ignoreUnknownFields: true })
    }
    throw operationError(outcome.error, operationId)
  }

  return {
    name: 'url',
    register(router) {
      router.service(Url, {
        create: (request, context) => take(Url.method.create, request, context),
        delete: (request, context) => take(Url.method.delete, request, context),
        list: (request, context) => take(Url.method.list, request, context),
        resolve: (request, context) => take(Url.method.resolve, request, context),
        shorten: (request, context) => take(Url.method.shorten, request, context),
        update: (request, context) => take(Url.method.update, request, context),
      })
    },
  }
}

class UrlCall implements IncomingCall {
  readonly origin = 'client'
  readonly browser = undefined
  readonly requestId: string
  readonly authorization: string | readonly string[] | undefined
  readonly clientAddress: string
  readonly #operationId: string
  readonly #body: JsonObject
  readonly #headers: Headers

  constructor(operationId: string, body: JsonObject, call: RpcCall, headers: Headers) {
    this.#operationId = operationId
    this.#body = body
    this.#headers = headers
    this.requestId = call.requestId
    this.authorization = call.authorization
    this.clientAddress = call.clientAddress
  }

  get idempotencyKey(): string | undefined {
    return this.#headers.get('idempotency-key') ?? undefined
  }

  get payment(): PaymentHeaders | undefined {
    const given = (name: string) => [this.#headers.get(name)].filter((value) => value !== null)
    const [signature, legacy] = [given('payment-signature'), given('x-payment')]
    return signature.length + legacy.length === 0 ? undefined : { signature, legacy }
  }

  find(contract: Contract): Found {
    return { operation: contract.operation(this.#operationId), pathValues: undefined }
  }

  /** The message is there already, and within the host's limit. */
  checkSize(): void {}

  readArguments({ pathValues: path }: Found): RawArguments {
    return { path, query: {}, body: this.#body }
  }
}
