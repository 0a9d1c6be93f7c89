// Written by `npm run generate` from spec/. Do not edit.
/** Whether a response has a status from 200 to 299. */
export function isSuccess({ status }) {
    return status >= 200 && status < 300;
}
/** A text as JSON, or the text if it is not JSON. */
export function readBody(text) {
    try {
        return JSON.parse(text);
    }
    catch {
        return text;
    }
}
