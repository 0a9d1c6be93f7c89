import type { Response } from 'express'
import { accountOf } from '#doors/pages/account/visitor.ts'
import type { CallArgs, Result } from '#generated/server/handlers.ts'
import type { OperationId } from '#generated/server/operations.ts'
import type { Calls } from '#runtime/calls/pipeline.ts'

/** Calls an operation for the person who looks at a page. */
export type CallFor = <Id extends OperationId>(res: Response, id: Id, args: CallArgs<Id>) => Promise<Result<Id>>

/**
 * How pages call operations: through the pipeline, as the person who has signed in, at the same price and within the same
 * limits as any other call. The pages have checked the session and the form before.
 *
 * @throws ApiError what the operation refuses
 */
export function pageCalls({ calls }: { calls: Pick<Calls, 'run'> }): CallFor {
  return async (res, id, args) => {
    const { sessionId, ...account } = accountOf(res)
    const outcome = await calls.run({
      operationId: id,
      args: args as object,
      caller: { kind: 'account', via: 'session', account, sessionId },
      origin: 'client',
      requestId: String(res.getHeader('X-Request-Id')),
    })
    if (outcome.error) throw outcome.error
    return outcome.result
  }
}
