import type { Operation, OperationId } from '#generated/server/operations.ts'
import type { Audience } from '../accounts/grant.ts'
import type { Arrival } from '../limits/incoming-bytes.ts'
import type { PaymentHeaders } from '../money/x402/index.ts'
import type { Program } from '../policy/types.ts'
import type { RawArguments } from './arguments.ts'
import type { CallPhases } from './call-phases.ts'
import type { Caller } from './caller.ts'
import type { Contract, Found } from './contract.ts'
import type { DecodedArgument } from './decoding-body.ts'
import type { LoggedCall } from './log/logged-call.ts'

/** Where a call came in. */
export type Door = 'http' | 'cli' | 'gateway' | 'grpc' | 'mcp' | 'pages' | 'agent'

/** A call as a door passes it on. The door only translates; the pipeline makes every decision. */
export interface IncomingCall {
  readonly requestId: string
  readonly door?: Door | undefined
  /** The caller, if the door has already identified it: then no credential is read. */
  readonly caller?: Caller | undefined
  /** Where the call came in, for tokens that are valid in one place only; `instance` if not given. */
  readonly audience?: Audience | undefined
  /** The program that gets the result, if it obeys what it reads. */
  readonly program?: Program | undefined
  /** Every Authorization header of the request. Read at most once. */
  readonly authorization: string | readonly string[] | undefined
  /** What a signed-in browser sends automatically, with the proof that one of our pages sent it. Read only without `authorization`. */
  readonly browser: BrowserCredential | undefined
  /** The caller's IP address, for limits. */
  readonly clientAddress: string
  /** Identifies repeats of this call. */
  readonly idempotencyKey: string | undefined
  /** The x402 payment that came with the call, not parsed yet. */
  readonly payment: PaymentHeaders | undefined
  /** The announced size of a body that has not been read yet; undefined for none. */
  readonly bodyBytes?: number | 'unannounced' | undefined
  /** Aborts when the caller has disconnected. Created when first read, because most calls never need it. */
  readonly signal?: AbortSignal | undefined
  /** Whether the caller has disconnected. */
  readonly isAbandoned?: boolean
  /** Ends the call's place among the running calls. Set by the pipeline. */
  release?: (() => void) | undefined
  /** Counts a large body while it is read. Set by the pipeline. */
  arrival?: Arrival | undefined
  /** The account or address for which bytes of its response are counted. Set by the pipeline, once it knows the caller. */
  subject?: string | undefined
  /** What the log records of the call. Set by the pipeline, once it knows the caller. */
  logged?: LoggedCall | undefined
  /** Where its time goes. Set by the pipeline. */
  phases?: CallPhases | undefined
  /** Who calls. Set by the pipeline, once it knows. */
  identified?: Caller | undefined
  /** The arguments. Set by the pipeline, once they are read; defaults are filled in when they are checked. */
  given?: RawArguments | undefined
  /** Whether a long result can be returned as a stream. */
  readonly acceptsStream?: boolean
  /** Bytes that come besides the arguments, for an operation that takes them in place of a text. */
  readonly attached?: AsyncIterable<Uint8Array> | undefined
  /** The argument that was decoded on arrival, once the arguments are read. Its bytes are valid until `ended`. */
  readonly decoded?: DecodedArgument | undefined
  /** Whether the call costs nothing, because a page of this server makes it. */
  readonly isFree?: boolean
  /** Whether its door has already counted the request against the limit of its caller. */
  readonly isCounted?: boolean
  /** Receives the progress of the call, if its caller wants that and the operation reports it. Never throws. */
  progress?(operation: Operation, event: string, data: object): void
  /** The called operation. Throws `unknown_method` or `method_not_allowed`. */
  find(contract: Contract): Found
  /**
   * The arguments, read only once the caller is known to be allowed.
   *
   * @param base64 name of an argument that can be decoded on arrival
   */
  readArguments(found: Found, base64?: string): RawArguments | Promise<RawArguments>
  /** Releases the memory of the call. */
  ended?(): void
}

/** The session cookie of a call, and the X-CSRF-Token header that came with it. */
export interface BrowserCredential {
  readonly sessionSecret: string
  readonly csrfToken: string | undefined
}

/**
 * A call whose arguments have been read: by a page, a job, the agent, another protocol. Its caller is known, or identified
 * by the credential that came with it.
 */
export type KnownCall<Id extends OperationId = OperationId> = CallFacts<Id> & (KnownCaller | UnknownCaller)

interface KnownCaller {
  readonly caller: Caller
  readonly authorization?: undefined
}

interface UnknownCaller {
  readonly caller?: undefined
  /** Every Authorization header; undefined for none. */
  readonly authorization: string | readonly string[] | undefined
}

interface CallFacts<Id extends OperationId> {
  readonly operationId: Id
  /** In the form that a client would send, path values included. They are checked like any other; this object is not changed. */
  readonly args: object
  readonly requestId: string
  readonly door?: Door | undefined
  /** The caller's IP address. Only calls without an account are counted by it. */
  readonly clientAddress?: string | undefined
  /** Where the credential was sent; `instance` if not given. */
  readonly audience?: Audience | undefined
  /** The program that gets the result, if it obeys what it reads. */
  readonly program?: Program | undefined
  /** The Idempotency-Key. */
  readonly key?: string | undefined
  readonly payment?: PaymentHeaders | undefined
  /** Aborts when the caller has disconnected: the call stops, and costs nothing. */
  readonly signal?: AbortSignal | undefined
  /** Bytes that come besides the arguments, such as the file of a form. */
  readonly attached?: AsyncIterable<Uint8Array> | undefined
  /** Whether it costs nothing. */
  readonly isFree?: boolean
  /** Whether its door has already counted the request against the limit of its caller. */
  readonly isCounted?: boolean
  /** Receives the progress of the call, if the operation reports it. Never throws. */
  readonly onProgress?: ((event: string, data: object) => void) | undefined
}

const placeholder = /\{(\w+)\}/g

/** A known call in the form that the pipeline takes. */
export class KnownIncomingCall implements IncomingCall {
  readonly requestId: string
  readonly door: Door | undefined
  readonly caller: Caller | undefined
  readonly authorization: string | readonly string[] | undefined
  readonly audience: Audience | undefined
  readonly program: Program | undefined
  readonly browser = undefined
  readonly clientAddress: string
  readonly idempotencyKey: string | undefined
  readonly payment: PaymentHeaders | undefined
  readonly attached: AsyncIterable<Uint8Array> | undefined
  readonly isFree: boolean
  readonly isCounted: boolean
  release: (() => void) | undefined
  logged: LoggedCall | undefined
  readonly #call: KnownCall

  constructor(call: KnownCall) {
    this.#call = call
    this.requestId = call.requestId
    this.door = call.door
    this.caller = call.caller
    this.authorization = call.authorization
    this.audience = call.audience
    this.program = call.program
    this.clientAddress = call.clientAddress ?? ''
    this.idempotencyKey = call.key
    this.payment = call.payment
    this.attached = call.attached
    this.isFree = call.isFree ?? false
    this.isCounted = call.isCounted ?? false
  }

  get signal(): AbortSignal | undefined {
    return this.#call.signal
  }

  get isAbandoned(): boolean {
    return this.#call.signal?.aborted ?? false
  }

  progress(_operation: Operation, event: string, data: object): void {
    this.#call.onProgress?.(event, data)
  }

  find(contract: Contract): Found {
    return { operation: contract.operation(this.#call.operationId), pathValues: undefined }
  }

  /** A copy, because validation fills in defaults. */
  readArguments({ operation }: Found): RawArguments {
    const args = structuredClone(this.#call.args) as Record<string, unknown>
    const path: Record<string, string> = {}
    for (const [, name = ''] of operation.path.matchAll(placeholder)) {
      if (args[name] !== undefined) path[name] = args[name] as string
      delete args[name]
    }
    return operation.hasBody ? { path, query: {}, body: args } : { path, query: args, body: undefined }
  }
}
