// Written by `npm run generate` from spec/. Do not edit.
/** A response. Its body is parsed as JSON, or is its text; or it is the response itself, if its body is read later. */
export interface Answer {
    status: number;
    headers: Headers;
    body: unknown;
    /** The id under which the server logged the call, or that of the request if the response names none. */
    requestId: string;
}
/** Whether a response has a status from 200 to 299. */
export declare function isSuccess({ status }: {
    status: number;
}): boolean;
/** A text as JSON, or the text if it is not JSON. */
export declare function readBody(text: string): unknown;
/** A server that never ends a body must not fill the memory. */
export declare const maxBodyBytes: number;
/** The text of a response; undefined if it has more than `maxBodyBytes`, whose rest is then not read. */
export declare function readText(response: Response): Promise<string | undefined>;
