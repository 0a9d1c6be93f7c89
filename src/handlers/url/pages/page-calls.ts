import type { Response } from 'express'
import { cookieOf } from '#doors/http/cookies.ts'
import { accountOf } from '#doors/pages/account/visitor.ts'
import type { CallArgs, Result } from '#generated/server/handlers.ts'
import type { OperationId } from '#generated/server/operations.ts'
import type { Csrf } from '#runtime/accounts/csrf.ts'
import { SESSION_COOKIE } from '#runtime/accounts/sessions.ts'
import type { Calls } from '#runtime/calls/pipeline.ts'

/** Calls an operation for the person who looks at a page. */
export type CallFor = <Id extends OperationId>(res: Response, id: Id, args: CallArgs<Id>) => Promise<Result<Id>>

/**
 * How pages call operations: by the pipeline, as the signed-in browser that asked for the page, at the same price and
 * within the same limits as any other call. That a form is one of ours has been seen to by then.
 *
 * @throws ApiError what the operation refuses
 */
export function pageCalls({ calls, csrf }: { calls: Pick<Calls, 'take'>; csrf: Csrf }): CallFor {
  return async (res, id, args) => {
    const { req } = res
    const outcome = await calls.take({
      requestId: String(res.getHeader('X-Request-Id')),
      origin: 'client',
      authorization: undefined,
      browser: {
        sessionSecret: cookieOf(req.headers.cookie, SESSION_COOKIE) ?? '',
        csrfToken: csrf.tokenFor(accountOf(res).sessionId),
      },
      // Of a caller with an account nobody counts the address.
      clientAddress: req.socket.remoteAddress ?? '',
      idempotencyKey: undefined,
      payment: undefined,
      find: (contract) => ({ operation: contract.operation(id), pathValues: undefined }),
      checkSize: () => undefined,
      readArguments: ({ operation }) =>
        operation.verb === 'GET'
          ? { path: undefined, query: args as Record<string, unknown>, body: undefined }
          : { path: undefined, query: {}, body: args },
    })
    if (outcome.error) throw outcome.error
    return outcome.result as Result<typeof id>
  }
}
