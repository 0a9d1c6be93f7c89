// Written by `npm run generate` from spec/. Do not edit.
import type { Arguments, Operation } from './operation.js';
import type { Transport } from './transport.js';
import type { CallOptions } from './types.js';
/**
 * The response with its body unread. Reading it rejects with `network` when the connection breaks, or is silent for
 * longer than `timeoutMs`, and with the signal's reason.
 */
export declare function download(transport: Transport, id: string, operation: Operation, args?: Arguments, options?: CallOptions): Promise<unknown>;
