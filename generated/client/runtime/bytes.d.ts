// Written by `npm run generate` from spec/. Do not edit.
import type { Arguments, Operation } from './operation.js';
/**
 * The arguments with the bytes of these as base64. The given object is left as it is. When the signal fires, streams are
 * cancelled, and it rejects.
 */
export declare function withEncodedBytes(names: NonNullable<Operation['bytes']>, args: Arguments, signal: AbortSignal): Promise<Arguments>;
