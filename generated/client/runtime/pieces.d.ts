// Written by `npm run generate` from spec/. Do not edit.
import { OnedoorError } from './errors.js';
import { type Transport } from './transport.js';
import type { CallOptions } from './types.js';
type Reader = ReadableStreamDefaultReader<Uint8Array>;
type Piece = Awaited<ReturnType<Reader['read']>>;
/**
 * The next piece of a response that is read while it arrives. Throws `network` when the connection breaks, is silent
 * for longer than `timeoutMs`, or is ended by the caller's signal.
 */
export declare function readPiece(transport: Transport, id: string, requestId: string, reader: Reader, options: CallOptions): Promise<Piece>;
/** The error `network` for a response that ended too early. */
export declare function lost(operation: string, requestId: string, reason: string, cause?: unknown): OnedoorError;
export {};
