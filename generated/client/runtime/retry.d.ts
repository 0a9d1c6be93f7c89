// Written by `npm run generate` from spec/. Do not edit.
import type { Operation, Retry } from './operation.js';
/** When and how calls are repeated. Clients in other languages use the same numbers. */
export declare const retryRules: {
    /** Repeats after the first attempt, unless the client or the call says otherwise. */
    readonly retries: 2;
    /** Milliseconds a call may take including all repeats, unless the client or the call says otherwise. */
    readonly timeoutMs: 60000;
    readonly firstDelayMs: 500;
    readonly maxDelayMs: 8000;
    /** A stream waits no longer for its next connection, even if its server asks for more. */
    readonly maxReconnectMs: 300000;
    /** The call was refused before it ran: repeating it is right for every operation. */
    readonly refusedStatuses: readonly [429];
    /** The call may have run: repeating it is right where running twice does no harm. A broken connection is the same. */
    readonly lostStatuses: readonly [502, 503, 504];
    /** Codes that last until someone acts. */
    readonly lastingCodes: readonly ["not_configured"];
    /**
     * What the repeats of all calls of a client may cost together: a repeat costs `repeatCost`, and each success returns 1.
     * While a server fails, it gets few more requests than calls, instead of a multiple of them (Google, Site Reliability
     * Engineering, "Handling Overload").
     */
    readonly budget: 1000;
    readonly repeatCost: 10;
};
/** How an attempt failed: with a status and the code in its body, or without a response. */
export interface Failure {
    status: number | undefined;
    code: string;
    retryAfterS?: number | undefined;
}
/**
 * Whether a failed attempt is worth repeating. After 429 every call is: it was refused before it ran. After a broken
 * connection, 502, 503 and 504 only calls that may run twice are; with an idempotency key every call may, because the
 * server returns the first one's response. `conflict` with a time to wait means that an earlier attempt with the same
 * key is still running. `not_configured` stays so until an operator acts.
 */
export declare function isWorthRepeating(retry: Retry, isKeyed: boolean, { status, code, retryAfterS }: Failure): boolean;
/**
 * Whether calls of the operation get an idempotency key: those that change something or cost something do, unless the
 * server may not know such keys.
 */
export declare function takesKey({ verb, retry, metered, unkeyed }: Operation): boolean;
/**
 * Milliseconds to wait before repeat number `repeat` (from 0). The server's Retry-After is obeyed; otherwise the delay
 * doubles each time, and its second half is random so that clients that failed together retry at different times.
 * `random` is in [0, 1).
 */
export declare function delayMs(repeat: number, retryAfterS: number | undefined, random: number): number;
