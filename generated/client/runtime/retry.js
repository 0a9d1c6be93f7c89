// Written by `npm run generate` from spec/. Do not edit.
/** When and how calls are repeated. Clients in other languages use the same numbers. */
export const retryRules = {
    /** Repeats after the first attempt, unless the client or the call says otherwise. */
    retries: 2,
    /** Milliseconds a call may take including all repeats, unless the client or the call says otherwise. */
    timeoutMs: 60_000,
    firstDelayMs: 500,
    maxDelayMs: 8000,
    /** A stream waits no longer for its next connection, even if its server asks for more. */
    maxReconnectMs: 300_000,
    /** The call was refused before it ran: repeating it is right for every operation. */
    refusedStatuses: [429],
    /** The call may have run: repeating it is right where running twice does no harm. A broken connection is the same. */
    lostStatuses: [502, 503, 504],
    /** Codes that last until someone acts. */
    lastingCodes: ['not_configured'],
    /**
     * What the repeats of all calls of a client may cost together: a repeat costs `repeatCost`, and each success returns 1.
     * While a server fails, it gets few more requests than calls, instead of a multiple of them (Google, Site Reliability
     * Engineering, "Handling Overload").
     */
    budget: 1000,
    repeatCost: 10,
};
/**
 * Whether a failed attempt is worth repeating. After 429 every call is: it was refused before it ran. After a broken
 * connection, 502, 503 and 504 only calls that may run twice are; with an idempotency key every call may, because the
 * server returns the first one's response. `conflict` with a time to wait means that an earlier attempt with the same
 * key is still running. `not_configured` stays so until an operator acts.
 */
export function isWorthRepeating(retry, isKeyed, { status, code, retryAfterS }) {
    if (holds(retryRules.refusedStatuses, status))
        return true;
    if (isKeyed && status === 409 && code === 'conflict')
        return retryAfterS !== undefined;
    if ((retry === 'unsafe' && !isKeyed) || holds(retryRules.lastingCodes, code))
        return false;
    return status === undefined || holds(retryRules.lostStatuses, status);
}
/**
 * Whether calls of the operation get an idempotency key: those that change something or cost something do, unless the
 * server may not know such keys.
 */
export function takesKey({ verb, retry, metered, unkeyed }) {
    return unkeyed !== true && (metered === true || (verb === 'POST' && retry !== 'safe'));
}
/**
 * Milliseconds to wait before repeat number `repeat` (from 0). The server's Retry-After is obeyed; otherwise the delay
 * doubles each time, and its second half is random so that clients that failed together retry at different times.
 * `random` is in [0, 1).
 */
export function delayMs(repeat, retryAfterS, random) {
    if (retryAfterS !== undefined)
        return retryAfterS * 1000;
    const whole = Math.min(retryRules.maxDelayMs, retryRules.firstDelayMs * 2 ** repeat);
    return Math.round(whole / 2 + (whole / 2) * random);
}
function holds(list, value) {
    return list.includes(value);
}
