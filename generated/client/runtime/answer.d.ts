// Written by `npm run generate` from spec/. Do not edit.
/** An answer as it came: JSON read, another body as text. */
export interface Answer {
    status: number;
    headers: Headers;
    body: unknown;
}
/** Whether an answer has a status from 200 to 299. */
export declare function isSuccess({ status }: Answer): boolean;
/** A body as JSON, or its text where it is none. */
export declare function readBody(text: string): unknown;
