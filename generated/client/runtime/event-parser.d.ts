// Written by `npm run generate` from spec/. Do not edit.
import type { ServerEvent } from './types.js';
/** Characters of one event: a server that never ends it must not fill the memory. */
export declare const maxEventLength: number;
/** Reads a stream of server-sent events, by section 9.2 of the HTML standard. One for each connection. */
export interface EventParser {
    /** The events that these bytes complete; undefined if an event is longer than `maxEventLength`. */
    push(bytes: Uint8Array): ServerEvent[] | undefined;
    /** The id to continue after; empty before the first one. */
    readonly lastId: string;
    /** Milliseconds to wait before reconnecting, at most `maxReconnectMs`, if the server said so. */
    readonly retryMs: number | undefined;
}
/** @param lastId the id that the connection continues after */
export declare function eventParser(lastId?: string, retryMs?: number): EventParser;
