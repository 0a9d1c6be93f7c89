// Written by `npm run generate` from spec/. Do not edit.
/** Whether an answer has a status from 200 to 299. */
export function isSuccess({ status }) {
    return status >= 200 && status < 300;
}
/** A body as JSON, or its text where it is none. */
export function readBody(text) {
    try {
        return JSON.parse(text);
    }
    catch {
        return text;
    }
}
