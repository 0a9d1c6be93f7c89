// Written by `npm run generate` from spec/. Do not edit.
import type { Retry } from './operation.js';
/** How an attempt failed: with a status and the code in its body, or without an answer. */
export interface Failure {
    status: number | undefined;
    code: string;
}
/**
 * Whether a failed attempt is worth repeating. After 429 every call is: it was refused before it ran. After a broken
 * connection, 502, 503 and 504 only calls that may run twice are. `not_configured` stays so until an operator acts.
 */
export declare function isWorthRepeating(retry: Retry, { status, code }: Failure): boolean;
/**
 * Milliseconds to wait before repeat number `repeat` (from 0). What the server asked for in Retry-After is kept to;
 * else the wait doubles each time, and its second half is random so that clients that failed together come back apart.
 * `random` is in [0, 1).
 */
export declare function delayMs(repeat: number, retryAfterS: number | undefined, random: number): number;
