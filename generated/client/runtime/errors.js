// Written by `npm run generate` from spec/. Do not edit.
import { version } from "./version.js";
/** Error codes of the server, by status; the first of a status is its default. */
export const codesByStatus = {
    400: ['invalid_argument', 'not_found', 'failed_precondition'],
    401: ['unauthenticated'],
    402: ['payment_required'],
    403: ['permission_denied', 'csrf', 'account_required', 'approval_required'],
    404: ['unknown_method'],
    405: ['method_not_allowed'],
    408: ['request_timeout'],
    409: ['conflict'],
    410: ['gone'],
    413: ['too_large'],
    415: ['unsupported_media_type'],
    422: ['idempotency_mismatch'],
    429: ['rate_limited'],
    431: ['headers_too_large'],
    500: ['internal'],
    501: ['not_implemented'],
    502: ['upstream_failed'],
    503: ['unavailable', 'not_configured'],
    504: ['upstream_timeout'],
};
/** A call that failed. `message` is one sentence a person can act on. */
export class OnedoorError extends Error {
    /** What to branch on, such as `not_found`. */
    code;
    /** The operation that was called, such as `notes.add`. */
    operation;
    /** HTTP status; absent if no response arrived (`network`, `timeout`). */
    status;
    /** Every argument that was refused, with `invalid_argument`; otherwise empty. */
    details;
    /** The id under which the server logged the call, or that was sent with it: quote it when asking for help. */
    requestId;
    /** Seconds to wait before a repeat, if the server said so. */
    retryAfterS;
    /** The error's body as received: with `payment_required` it contains the payment challenge. */
    body;
    constructor(message, facts) {
        super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
        this.name = 'OnedoorError';
        this.code = facts.code;
        this.operation = facts.operation;
        this.status = facts.status;
        this.details = facts.details ?? [];
        this.requestId = facts.requestId;
        this.retryAfterS = facts.retryAfterS;
        this.body = facts.body;
    }
}
/**
 * The error for a response with a failing status. Reads both error formats: `{error, code, details}` of the tools and
 * `{id, code, detail, status}` of the older services, whose `code` is the HTTP status as a number.
 */
export function errorOfAnswer(operation, answer, nowMs) {
    const { status, headers, body, requestId } = answer;
    const facts = {
        operation,
        status,
        body,
        requestId,
        retryAfterS: retryAfterSeconds(headers.get('retry-after'), nowMs),
    };
    const { error, code, details, detail } = asRecord(body);
    if (typeof error === 'string' && typeof code === 'string') {
        // Client and server may be of different versions.
        const hint = code === 'unknown_method' ? ` This client was made for version ${version} of the API.` : '';
        return new OnedoorError(error + hint, { ...facts, code, details: Array.isArray(details) ? details : undefined });
    }
    const statusCode = status in codesByStatus ? codesByStatus[status][0] : 'bad_response';
    if (typeof detail === 'string') {
        // The older services return 404 for a record that does not exist; the tools reserve it for unknown methods.
        return new OnedoorError(detail, { ...facts, code: status === 404 ? 'not_found' : statusCode });
    }
    const location = headers.get('location');
    const said = location === null ? 'without an error message' : `and the address ${location}, which may belong into baseUrl`;
    return new OnedoorError(`${operation} returned ${status} ${said}.`, { ...facts, code: statusCode });
}
/** Seconds to wait by a Retry-After header: a number, or a date relative to `nowMs`. Undefined if unreadable. */
export function retryAfterSeconds(header, nowMs) {
    if (header === null)
        return undefined;
    if (/^\d+$/.test(header))
        return Number(header);
    // Dates start with the name of the day; Date.parse would also accept a stray number.
    const moment = /^[A-Z]/i.test(header) ? Date.parse(header) : Number.NaN;
    return Number.isNaN(moment) ? undefined : Math.max(0, Math.ceil((moment - nowMs) / 1000));
}
/** The status that the server sends an error code with; undefined for an unknown code. */
export function statusOfCode(code) {
    const [status] = Object.entries(codesByStatus).find(([, codes]) => codes.includes(code)) ?? [];
    return status === undefined ? undefined : Number(status);
}
function asRecord(value) {
    return typeof value === 'object' && value !== null ? value : {};
}
