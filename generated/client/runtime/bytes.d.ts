// Written by `npm run generate` from spec/. Do not edit.
import type { Arguments, Operation } from './operation.js';
/** The arguments with the bytes of these as base64. The given object is left as it is. */
export declare function withEncodedBytes(names: NonNullable<Operation['bytes']>, args: Arguments): Promise<Arguments>;
