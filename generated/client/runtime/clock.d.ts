// Written by `npm run generate` from spec/. Do not edit.
/** A clock with timers, so that tests can control time. */
export interface Clock {
    /** Milliseconds since 1970. */
    now(): number;
    /** Runs `act` after this many milliseconds, unless the returned function is called first. */
    after(ms: number, act: () => void): () => void;
}
export declare const systemClock: Clock;
