// Written by `npm run generate` from spec/. Do not edit.
import type { Arguments, Operation } from './operation.js';
import type { CallOptions, ClientOptions } from './types.js';
/** An encoded call: address, verb, headers and body. */
export interface EncodedRequest {
    address: string;
    verb: 'GET' | 'POST' | 'PUT' | 'DELETE';
    headers: Record<string, string>;
    body: string | undefined;
}
/** The server's address without a trailing slash. Throws a TypeError if it is not an absolute http or https address. */
export declare function readBaseUrl(given: string | URL): string;
/**
 * The request for a call of the operation. Arguments named in the path go there; the others go into the query string of
 * a GET or DELETE, where a list repeats its name, or the JSON body of a POST or PUT. Undefined arguments are left out. Throws a
 * TypeError for an argument that is null, and for one missing from or invalid in the path.
 */
export declare function encodeRequest(baseUrl: string, id: string, operation: Operation, args: Arguments): EncodedRequest;
/** The headers of an attempt: those of the call win over the client's, and these over the request's and credentials. */
export declare function headersOf(request: Pick<EncodedRequest, 'headers'>, options: Pick<ClientOptions, 'headers'>, call: Pick<CallOptions, 'headers'>, credentials?: Record<string, string>): Headers;
