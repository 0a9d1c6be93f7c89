// Written by `npm run generate` from spec/. Do not edit.
import type { Transport } from './transport.js';
import type { CallOptions } from './types.js';
/** How an operation may be repeated: `unsafe` acts a second time when it is sent again. */
export type Retry = 'safe' | 'idempotent' | 'unsafe';
/** What the client has to know about an operation to call it. */
export interface Operation {
    verb: 'GET' | 'POST' | 'PUT' | 'DELETE';
    /** Relative to the server's address; `{name}` is an argument. */
    path: string;
    retry: Retry;
    /** A call costs credits. */
    metered?: true;
    /** The server may not know idempotency keys. */
    unkeyed?: true;
    /** The result is the whole body, not `{result}`; undefined if the response has none. */
    bare?: true;
    /**
     * The argument that takes the value of the result's field `next` for the next page, and the result's field of entries
     * if it is not `items`.
     */
    paging?: {
        argument: string;
        next: string;
        list?: string;
    };
    /** The arguments that take bytes, sent as base64, each with the arguments that say so. */
    bytes?: Record<string, Record<string, string>>;
    /** Makes the call if its response is no JSON: a stream of events, or bytes. */
    call?: Caller;
    /** Makes the call for its progress, as server-sent events. */
    events?: Caller;
}
/** The table names the function, so that a bundle without such methods has nothing of it. */
export type Caller = (transport: Transport, id: string, operation: Operation, args?: Arguments, options?: CallOptions) => unknown;
/** Operations by family and method. */
export type Operations = Record<string, Record<string, Operation>>;
/** The arguments of a call, by name. */
export type Arguments = Record<string, unknown>;
