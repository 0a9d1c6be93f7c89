// Written by `npm run generate` from spec/. Do not edit.
/** A response: its body parsed as JSON, or as text. */
export interface Answer {
    status: number;
    headers: Headers;
    body: unknown;
}
/** Whether a response has a status from 200 to 299. */
export declare function isSuccess({ status }: Answer): boolean;
/** A body as JSON, or its text if it is not JSON. */
export declare function readBody(text: string): unknown;
