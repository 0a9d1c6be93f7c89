// Written by `npm run generate` from spec/. Do not edit.
import type { Arguments, Operation } from './operation.js';
import type { Transport } from './transport.js';
import type { CallOptions, ServerEvent, StreamOptions } from './types.js';
type Events = AsyncGenerator<ServerEvent, void, undefined>;
/** The progress of a call up to its event `answer`. An event `error` is thrown as the call's error. */
export declare function progress(transport: Transport, id: string, operation: Operation, args?: Arguments, options?: CallOptions): Events;
/** A stream without an end: it reconnects, and continues after the last event. */
export declare function follow(transport: Transport, id: string, operation: Operation, args?: Arguments, { lastEventId, ...options }?: StreamOptions): Events;
export {};
