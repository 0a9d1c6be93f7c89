import { createContextKey, type HandlerContext } from '@connectrpc/connect'
import type { RpcCaller } from './caller.ts'
import type { RpcError } from './errors.ts'

/** What is known of a call beside its message. The door that takes it in makes one. */
export interface RpcCall {
  readonly requestId: string
  readonly authorization: string | readonly string[] | undefined
  /** From the Service-Namespace header or the host name. */
  readonly namespace: string | undefined
  readonly clientAddress: string
  /** Milliseconds of the process's own clock. */
  readonly startedAt: number
  /** What is wrong with the request itself; answered as soon as its protocol is known. */
  readonly fault?: RpcError
  /** Whom admission let in. A door that has asked it already says so here; it is not asked again then. */
  caller?: RpcCaller
  /** A call is in the log and the metrics once. */
  isRecorded?: boolean
  /** Kept out of the log unless it fails: probes, and calls that are in it under another name. */
  isQuiet?: boolean
  /** Set by a door that can send the headers of a stream before its first message. */
  onOpened?: (header: Headers) => void
}

export const callKey = createContextKey<RpcCall | undefined>(undefined, { description: 'the call' })

/** @throws Error where no door has made one */
export function callOf({ values, method }: Pick<HandlerContext, 'values' | 'method'>): RpcCall {
  const call = values.get(callKey)
  if (!call) throw new Error(`${method.parent.typeName}/${method.name} was called past the doors`)
  return call
}

/**
 * Who calls, for the handlers of services that admission guards.
 *
 * @throws Error in a handler of a service that is open
 */
export function callerOf(context: HandlerContext): RpcCaller {
  const { caller } = callOf(context)
  if (!caller) throw new Error(`${context.method.parent.typeName} is open: nobody was asked who calls`)
  return caller
}

/**
 * Tells whoever reads the stream that it has begun, by sending the headers of the answer: a subscriber learns that from
 * now on it misses nothing, though nothing may come for long.
 */
export function streamOpened(context: HandlerContext): void {
  callOf(context).onOpened?.(context.responseHeader)
}

/** The id that finds the call in the log. */
export function requestIdOfCall(context: HandlerContext): string {
  return callOf(context).requestId
}
