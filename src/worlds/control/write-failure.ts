import type { IncomingMessage, ServerResponse } from 'node:http'
import { writeOutcome } from '../../doors/http/write-outcome.ts'
import type { ApiError } from '../../runtime/base/errors.ts'
import { requestIdOf } from '../../runtime/base/request-id.ts'
import type { Verdict } from '../../runtime/limits/policy.ts'

/** Responds with an error, as calls do; ends a response that has begun. @param limits those that the request has met */
export function writeFailure(
  req: IncomingMessage,
  res: ServerResponse,
  error: ApiError,
  limits: readonly Verdict[] = [],
): void {
  if (res.headersSent || res.destroyed) return void res.destroy()
  writeOutcome(req, res, { operation: undefined, error, limits }, requestIdOf(req.headers['x-request-id']))
}
