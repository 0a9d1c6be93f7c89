import type { ErrorCode } from './errors.ts'

/** What to do about each error. The table in docs/errors.md begins with these sentences and says more; a test compares them. */
const sentences: Readonly<Record<ErrorCode, string>> = {
  invalid_argument: 'Read `details`, which lists the first twenty rejected arguments and what would be valid.',
  not_found: 'List the records of the family to find the right id or title.',
  failed_precondition:
    'Change the state of the record as the message explains, or identify the record more precisely, and call again.',
  unauthenticated: 'Send a token as `Authorization: Bearer od_...`.',
  payment_required:
    'Use a token for an account with credits, or pay for this single call as described in the body and the `PAYMENT-REQUIRED` header.',
  permission_denied:
    "Create a token that covers the service or capability, with 'Allow actions' if the method changes something.",
  csrf: 'Send the `X-CSRF-Token` header with every POST that uses the cookie of a signed-in browser.',
  account_required: 'Sign in or use a token.',
  approval_required: 'Let the person decide at `/approvals`, and then repeat the call with the same arguments.',
  unknown_method: 'Check the address, which has the form `/api/v1/<family>/<method>` in lower case.',
  method_not_allowed: 'Use the verb in the `Allow` header.',
  request_timeout: 'Send the request again, without pauses in its headers or body.',
  conflict: 'Wait for the first request to finish and repeat the call.',
  gone: 'Stop using the id or address.',
  too_large: 'Send no more than the maximum that the message states.',
  unsupported_media_type: 'Send uncompressed JSON in UTF-8 with `Content-Type: application/json`.',
  idempotency_mismatch:
    'Use a new `Idempotency-Key` for every new request, and reuse a key only to repeat a request exactly.',
  rate_limited: 'Wait for the number of seconds in the `Retry-After` header, and then continue more slowly.',
  headers_too_large: 'Send long text by POST in a JSON body.',
  internal: 'Give the operator the `X-Request-Id` of the response, which identifies the cause in the log.',
  not_implemented: 'Use a later version of the server.',
  upstream_failed: 'Try again a little later.',
  not_configured: 'Ask the operator to configure the setting that the message names.',
  unavailable: 'Try again a little later, or on another server of the same instance.',
  upstream_timeout: 'Try again a little later, or request less in one call.',
}

/** What to do about an error, in one plain sentence. Names of headers, fields and addresses stand in backticks. */
export function errorHelp(code: ErrorCode): string {
  return sentences[code]
}
