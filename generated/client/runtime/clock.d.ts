// Written by `npm run generate` from spec/. Do not edit.
/** The passing of time, so that a test can move it. */
export interface Clock {
    /** Milliseconds since 1970. */
    now(): number;
    /** Runs `act` after so many milliseconds, unless the function it returns is called before. */
    after(ms: number, act: () => void): () => void;
}
export declare const systemClock: Clock;
