// Written by `npm run generate` from spec/. Do not edit.
import type { Clock } from './clock.js';
/** A call's time limit and its caller's signal as one signal. */
export interface TimeLimit {
    /** Fires when the time is up or the caller's signal fires. */
    signal: AbortSignal;
    /** When the time is up, in milliseconds since 1970. */
    endsAt: number;
    /** Whether the time was up before `stop`. */
    isOver(): boolean;
    /** Releases the timer and the listener on the caller's signal. */
    stop(): void;
}
export declare function startTimeLimit(clock: Clock, timeoutMs: number, caller: AbortSignal | undefined): TimeLimit;
/** The work's outcome, or a rejection as soon as the signal fires, even if the work ignores it. */
export declare function unlessEnded<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T>;
/** Resolves after this many milliseconds, or rejects as soon as the signal fires and clears its timer. */
export declare function pause(clock: Clock, ms: number, signal: AbortSignal | undefined): Promise<void>;
