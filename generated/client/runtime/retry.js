// Written by `npm run generate` from spec/. Do not edit.
const firstDelayMs = 500;
const longestDelayMs = 8000;
/**
 * Whether a failed attempt is worth repeating. After 429 every call is: it was refused before it ran. After a broken
 * connection, 502, 503 and 504 only calls that may run twice are. `not_configured` stays so until an operator acts.
 */
export function isWorthRepeating(retry, { status, code }) {
    if (status === 429)
        return true;
    if (retry === 'unsafe' || code === 'not_configured')
        return false;
    return status === undefined || status === 502 || status === 503 || status === 504;
}
/**
 * Milliseconds to wait before repeat number `repeat` (from 0). What the server asked for in Retry-After is kept to;
 * else the wait doubles each time, and its second half is random so that clients that failed together come back apart.
 * `random` is in [0, 1).
 */
export function delayMs(repeat, retryAfterS, random) {
    if (retryAfterS !== undefined)
        return retryAfterS * 1000;
    const whole = Math.min(longestDelayMs, firstDelayMs * 2 ** repeat);
    return Math.round(whole / 2 + (whole / 2) * random);
}
