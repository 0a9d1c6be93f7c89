// Written by `npm run generate` from spec/. Do not edit.
import type { Arguments, Operations } from './operation.js';
import { type Hooks } from './transport.js';
import type { CallOptions, ClientOptions } from './types.js';
type AnyMethod = (args?: Arguments, options?: CallOptions) => unknown;
/** A client by family and method; index.d.ts declares them. */
export type AnyClient = Record<string, Record<string, AnyMethod>>;
/**
 * A client for a table of operations: `client.<family>.<method>(args, options)`. Throws a TypeError for invalid
 * options.
 */
export declare function buildClient(operations: Operations, options: ClientOptions, hooks?: Hooks): AnyClient;
export {};
