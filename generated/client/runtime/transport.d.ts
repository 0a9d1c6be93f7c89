// Written by `npm run generate` from spec/. Do not edit.
import { type Answer } from './answer.js';
import { type Clock } from './clock.js';
import { OnedoorError } from './errors.js';
import type { Arguments, Operation } from './operation.js';
import type { CallOptions, ClientOptions } from './types.js';
/** What is sent besides the arguments, and what is done with the response. */
export interface Sending {
    accept: string;
    headers?: Record<string, string> | undefined;
    /** Leaves the body of a successful response unread: `body` of the answer is the Response. */
    opens?: boolean;
}
/** Sends calls, repeating them by the retry rules. */
export interface Transport {
    send(id: string, operation: Operation, args: Arguments, call: CallOptions, sending?: Sending): Promise<Answer>;
    /** The error for a failing response. */
    errorOf(id: string, answer: Answer): OnedoorError;
    /** Time limit and repeats of a call. Throws a TypeError for a negative number. */
    limitsOf(call: CallOptions): {
        timeoutMs: number;
        retries: number;
    };
    /** Milliseconds before repeat number `repeat`, from 0. */
    delayMs(repeat: number, retryAfterS: number | undefined): number;
    /** What repeats may still cost. */
    budget: number;
    clock: Clock;
}
/** What tests can replace. */
export interface Hooks {
    clock: Clock;
    /** A number in [0, 1). */
    random(): number;
}
/**
 * The transport of a client. A call rejects with an OnedoorError `network`, `timeout` or `bad_response`, or with its
 * signal's reason; a failing status resolves. Throws a TypeError for invalid options.
 */
export declare function createTransport(options: ClientOptions, hooks?: Hooks): Transport;
/** What stopped a request. Node wraps it: `fetch failed`, with the reason as the cause. */
export declare function reasonOf(failure: unknown): string;
