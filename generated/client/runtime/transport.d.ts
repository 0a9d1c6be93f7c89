// Written by `npm run generate` from spec/. Do not edit.
import { type Answer } from './answer.js';
import { type Clock } from './clock.js';
import { OnedoorError } from './errors.js';
import type { Arguments, Operation } from './operation.js';
import type { CallOptions, ClientOptions } from './types.js';
/** Sends calls, repeating them by the retry rules. */
export interface Transport {
    send(id: string, operation: Operation, args: Arguments, call: CallOptions): Promise<Answer>;
    /** The error for a failing response. */
    errorOf(id: string, answer: Answer): OnedoorError;
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
