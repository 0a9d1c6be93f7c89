# Written by `npm run generate` from spec/. Do not edit.
"""When and how calls are repeated, and the default code of each status: the same for every client of this API."""

from typing import Dict, Tuple

#: The version of the API that the client was generated for.
VERSION = "0.1.0"
#: Repeats after the first attempt, unless the client or the call says otherwise.
RETRIES = 2
#: Seconds a call may take with all its repeats, unless the client or the call says otherwise.
TIMEOUT_S = 60
FIRST_DELAY_MS = 500
LONGEST_DELAY_MS = 8000
#: What all repeats of a client may cost together: each costs REPEAT_COST, and each success returns 1.
BUDGET = 1000
REPEAT_COST = 10
#: The call was refused before it ran: repeating it is right for every operation.
REFUSED_STATUSES: Tuple[int, ...] = (429,)
#: The call may have run: repeating it is right where running twice does no harm. A broken connection is the same.
LOST_STATUSES: Tuple[int, ...] = (502, 503, 504,)
#: Codes that stay as they are until somebody acts.
LASTING_CODES: Tuple[str, ...] = ("not_configured",)
#: Codes of the server's errors by status; the first is the default for its status.
CODES_BY_STATUS: Dict[int, Tuple[str, ...]] = {
    400: ("invalid_argument", "not_found", "failed_precondition",),
    401: ("unauthenticated",),
    402: ("payment_required",),
    403: ("permission_denied", "csrf", "account_required", "approval_required",),
    404: ("unknown_method",),
    405: ("method_not_allowed",),
    408: ("request_timeout",),
    409: ("conflict",),
    410: ("gone",),
    413: ("too_large",),
    415: ("unsupported_media_type",),
    422: ("idempotency_mismatch",),
    429: ("rate_limited",),
    431: ("headers_too_large",),
    500: ("internal",),
    501: ("not_implemented",),
    502: ("upstream_failed",),
    503: ("unavailable", "not_configured",),
    504: ("upstream_timeout",),
}
