// Written by `npm run generate` from spec/. Do not edit.
/** One argument that was refused. */
export interface ArgumentFault {
    /** The argument's name, or its path such as `tags[2]`. */
    path: string;
    /** What is wrong and what would be right: `must be at most 100`. */
    message: string;
}
/** Error codes of the server, by status; the first of a status is its default. */
export declare const codesByStatus: {
    readonly 400: readonly ["invalid_argument", "not_found", "failed_precondition"];
    readonly 401: readonly ["unauthenticated"];
    readonly 402: readonly ["payment_required"];
    readonly 403: readonly ["permission_denied", "csrf", "account_required", "approval_required"];
    readonly 404: readonly ["unknown_method"];
    readonly 405: readonly ["method_not_allowed"];
    readonly 408: readonly ["request_timeout"];
    readonly 409: readonly ["conflict"];
    readonly 410: readonly ["gone"];
    readonly 413: readonly ["too_large"];
    readonly 415: readonly ["unsupported_media_type"];
    readonly 422: readonly ["idempotency_mismatch"];
    readonly 429: readonly ["rate_limited"];
    readonly 431: readonly ["headers_too_large"];
    readonly 500: readonly ["internal"];
    readonly 501: readonly ["not_implemented"];
    readonly 502: readonly ["upstream_failed"];
    readonly 503: readonly ["unavailable", "not_configured"];
    readonly 504: readonly ["upstream_timeout"];
};
type CodesByStatus = typeof codesByStatus;
/** Error codes of the server. */
export type ServerErrorCode = CodesByStatus[keyof CodesByStatus][number];
/**
 * What to branch on. Besides the server's codes: `network` (no response arrived), `timeout` (the call took longer than
 * `timeoutMs`) and `bad_response` (not a Onedoor server's response, for example because of a wrong `baseUrl`).
 */
export type ErrorCode = ServerErrorCode | 'network' | 'timeout' | 'bad_response';
/** Facts about a failed call. */
export interface ErrorFacts {
    /** Stable code; an unknown one is passed through. */
    code: ErrorCode | (string & {});
    /** The operation that was called, such as `notes.add`. */
    operation: string;
    /** HTTP status; absent if no response arrived. */
    status?: number | undefined;
    /** Every argument that was refused, with `invalid_argument`. */
    details?: ArgumentFault[] | undefined;
    /** The id under which the server logged the call, or that was sent with it. */
    requestId: string;
    /** Seconds to wait before a repeat, if the server said so. */
    retryAfterS?: number | undefined;
    /** The error's body as received: with `payment_required` it contains the payment challenge. */
    body?: unknown;
    /** The underlying failure, with `network`. */
    cause?: unknown;
}
/** A call that failed. `message` is one sentence a person can act on. */
export declare class OnedoorError extends Error {
    /** What to branch on, such as `not_found`. */
    readonly code: ErrorCode | (string & {});
    /** The operation that was called, such as `notes.add`. */
    readonly operation: string;
    /** HTTP status; absent if no response arrived (`network`, `timeout`). */
    readonly status: number | undefined;
    /** Every argument that was refused, with `invalid_argument`; otherwise empty. */
    readonly details: readonly ArgumentFault[];
    /** The id under which the server logged the call, or that was sent with it: quote it when asking for help. */
    readonly requestId: string;
    /** Seconds to wait before a repeat, if the server said so. */
    readonly retryAfterS: number | undefined;
    /** The error's body as received: with `payment_required` it contains the payment challenge. */
    readonly body: unknown;
    constructor(message: string, facts: ErrorFacts);
}
/** The parts of a response that an error is built from. */
export interface FailedAnswer {
    status: number;
    headers: Headers;
    body: unknown;
    requestId: string;
}
/**
 * The error for a response with a failing status. Reads both error formats: `{error, code, details}` of the tools and
 * `{id, code, detail, status}` of the older services, whose `code` is the HTTP status as a number.
 */
export declare function errorOfAnswer(operation: string, answer: FailedAnswer, nowMs: number): OnedoorError;
/** Seconds to wait by a Retry-After header: a number, or a date relative to `nowMs`. Undefined if unreadable. */
export declare function retryAfterSeconds(header: string | null, nowMs: number): number | undefined;
/** The status that the server sends an error code with; undefined for an unknown code. */
export declare function statusOfCode(code: unknown): number | undefined;
export {};
