import { AsyncLocalStorage } from 'node:async_hooks'
import type { EventEmitter } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { MethodFiles } from '../../app/open-families.ts'
import { base64ArgumentOf, takesBase64 } from '../../runtime/calls/base64-argument.ts'
import type { Context } from '../../runtime/calls/context.ts'
import { type DocumentedOperation, type DocumentedResponse, documented } from './documented.ts'
import { errorOf, exhausted } from './failing.ts'
import { type Preference, responseFor } from './prefer.ts'
import type { Faults } from './world-faults.ts'

/** What is special about the methods of a request. */
interface Asked {
  /** The response that they return. */
  preference: Preference | undefined
  /** Whether the faults of the method have happened already. */
  isFaulted: boolean
}

const requests = new AsyncLocalStorage<Asked>()

/**
 * Does what a request causes, so that its methods return the response that it asks for, until its own response is over.
 *
 * @param closing closes when that is over
 * @param isFaulted whether the faults of the method have happened already
 */
export function preferring(
  preference: Preference | undefined,
  closing: Pick<EventEmitter, 'once'>,
  work: () => void,
  isFaulted = false,
): void {
  if (!preference && !isFaulted) {
    work()
    return
  }
  const asked: Asked = { preference, isFaulted }
  // Jobs that the request has queued do not ask for anything.
  closing.once('close', () => {
    asked.preference = undefined
    asked.isFaulted = false
  })
  requests.run(asked, work)
}

type AnyHandler = (args: never, context: Context) => unknown

/**
 * The methods of a world with its faults. They apply in the call, after the caller and the arguments have been checked and before
 * anything is done, so that they apply through every door, and change nothing.
 */
export function faultyMethods(files: MethodFiles, faults: Faults): MethodFiles {
  return Object.fromEntries(
    Object.entries(files).map(([id, load]) => [
      id,
      async () => {
        const file = await load()
        return { default: (deps: never) => faulty(file.default(deps) as AnyHandler, faults) }
      },
    ]),
  )
}

function faulty(handler: AnyHandler, faults: Faults): AnyHandler {
  const wrapped: AnyHandler = (args, context) => {
    const { preference, isFaulted } = requests.getStore() ?? {}
    if (!preference && (faults.isEmpty || isFaulted)) return handler(args, context)
    return withFaults(faults, preference, context).then((chosen) => (chosen ? chosen.result : handler(args, context)))
  }
  const argument = base64ArgumentOf(handler)
  return argument === undefined ? wrapped : takesBase64(argument, wrapped)
}

/**
 * @returns a documented result in place of that of the method, if one is asked for
 * @throws ApiError of the first fault that makes it fail
 */
async function withFaults(
  faults: Faults,
  preference: Preference | undefined,
  context: Context,
): Promise<{ readonly result: unknown } | undefined> {
  const { operations } = await documented()
  const operation = operations.get(context.operation.id)
  if (!operation) return undefined
  if (preference) return chosenBy(responseFor(operation, preference, 'Prefer'), context)
  const { id, formOf } = context.operation
  const isFor = ({ method }: { method: string }) => method === '*' || method === id || method === formOf
  for (const fault of faults.due(['latency', 'status'], (each) => isFor(each) && fits(each, operation))) {
    if (fault.kind === 'latency') await pause(faults.delayMs(fault), undefined, { ref: false })
    else return chosenBy(responseFor(operation, fault, 'status'), context, fault.retryAfterS)
  }
  return undefined
}

/** Whether a fault of all methods can happen in this one. */
export function fits({ status, example }: Preference, { responses }: DocumentedOperation): boolean {
  if (status === undefined) return true
  return responses.some((each) => each.status === status && (example === undefined || each.example === example))
}

async function chosenBy(
  response: DocumentedResponse,
  context: Context,
  retryAfterS?: number,
): Promise<{ readonly result: unknown }> {
  const { operation, verdicts } = context
  // The method did not run: a retry under the same key is not given the fault again.
  await context.freeKey()
  if (response.status < 300) {
    context.charge(0)
    const { body } = response
    return { result: operation.envelope === 'result' ? (body as { result: unknown }).result : body }
  }
  const limit = exhausted(verdicts, retryAfterS)
  if (response.status === 429) verdicts.splice(-1, 1, limit)
  throw errorOf(response, limit, operation)
}
