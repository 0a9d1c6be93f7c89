// Written by `npm run generate` from spec/. Do not edit.
import type { Arguments, Operation } from './operation.js';
/** A call as it is sent: address, verb, headers and body. */
export interface EncodedRequest {
    address: string;
    verb: 'GET' | 'POST';
    headers: Record<string, string>;
    body: string | undefined;
}
/**
 * The server's address without a slash at its end.
 * Throws a TypeError when it is no absolute http or https address.
 */
export declare function readBaseUrl(given: string | URL): string;
/**
 * The request that a call of the operation is. Arguments named in the path go there; of the others GET carries a
 * query string, where a list is its name repeated, and POST a JSON body. Undefined arguments are left out.
 * Throws a TypeError for an argument that is null, and for one that the path needs and cannot hold.
 */
export declare function encodeRequest(baseUrl: string, id: string, operation: Operation, args: Arguments): EncodedRequest;
