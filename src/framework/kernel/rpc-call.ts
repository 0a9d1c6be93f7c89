import { createContextKey, type HandlerContext } from '@connectrpc/connect'
import type { RpcCaller } from './rpc-caller.ts'
import type { RpcError } from './rpc-errors.ts'
import type { SharedMessage } from './shared-message.ts'

/** What is known of a call besides its message. The door that receives it creates one. */
export interface RpcCall {
  readonly requestId: string
  readonly authorization: string | readonly string[] | undefined
  /** From the Service-Namespace header or the host name. */
  readonly namespace: string | undefined
  readonly clientAddress: string
  /** Milliseconds of the process's monotonic clock. */
  readonly startedAt: number
  /** The error in the request itself; sent as soon as its protocol is known. */
  readonly fault?: RpcError
  /** The admitted caller. If the door has set it, admission is not asked again. */
  caller?: RpcCaller
  /** The name of the registered service that it was passed to; undefined until one is found. */
  service?: string
  /** Each call is logged and counted once. */
  isRecorded?: boolean
  /** Not logged unless it fails: probes, and calls that are logged under another name. */
  isQuiet?: boolean
  /** Set by doors that can send the headers of a stream before its first message. */
  onOpened?: (header: Headers) => void
  /** Receives the messages that a client of a server stream sends after the first, if the method uses them. */
  onLater?: (message: LaterMessage) => void
  /** Sends the shared message instead of the next message of the stream, which is empty. Set by doors that can. */
  sendShared?: (message: SharedMessage) => void
}

/** A message after the first, as the client encoded it. */
export interface LaterMessage {
  readonly bytes: Uint8Array
  readonly isJson: boolean
}

export const callKey = createContextKey<RpcCall | undefined>(undefined, { description: 'the call' })

/** @throws Error if no door has created one */
export function callOf({ values, method }: Pick<HandlerContext, 'values' | 'method'>): RpcCall {
  const call = values.get(callKey)
  if (!call) throw new Error(`${method.parent.typeName}/${method.name} was not called through a door`)
  return call
}

/**
 * The caller, for handlers of services that admission guards.
 *
 * @throws Error in a handler of an open service
 */
export function callerOf(context: HandlerContext): RpcCaller {
  const { caller } = callOf(context)
  if (!caller) throw new Error(`${context.method.parent.typeName} is open and has no authorized caller`)
  return caller
}

/**
 * Publishes that the stream has begun, by sending the response headers: the subscriber knows that it misses nothing from
 * then on, even if no message comes for a long time.
 */
export function streamOpened(context: HandlerContext): void {
  callOf(context).onOpened?.(context.responseHeader)
}
