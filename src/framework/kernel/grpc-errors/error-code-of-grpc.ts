import { Code } from '@connectrpc/connect'
import type { ErrorCode } from '#runtime/base/errors.ts'

/** The meaning of a gRPC code that came without details. */
export const errorCodeOfGrpc: Readonly<Record<Code, ErrorCode>> = {
  [Code.Canceled]: 'request_timeout',
  [Code.Unknown]: 'internal',
  [Code.InvalidArgument]: 'invalid_argument',
  [Code.DeadlineExceeded]: 'upstream_timeout',
  [Code.NotFound]: 'not_found',
  [Code.AlreadyExists]: 'conflict',
  [Code.PermissionDenied]: 'permission_denied',
  [Code.ResourceExhausted]: 'rate_limited',
  [Code.FailedPrecondition]: 'failed_precondition',
  [Code.Aborted]: 'conflict',
  [Code.OutOfRange]: 'invalid_argument',
  [Code.Unimplemented]: 'not_implemented',
  [Code.Internal]: 'internal',
  [Code.Unavailable]: 'unavailable',
  [Code.DataLoss]: 'internal',
  [Code.Unauthenticated]: 'unauthenticated',
}
