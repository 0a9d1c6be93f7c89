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
/** A server that never ends a body must not fill the memory. */
export const maxBodyBytes = 256 * 1024 * 1024;
/** The text of a response; undefined if it has more than `maxBodyBytes`, whose rest is then not read. */
export async function readText(response) {
    // React Native has no streams.
    if (!response.body)
        return response.text();
    const reader = response.body.getReader();
    const decoder = new TextDecoder();
    const pieces = [];
    let length = 0;
    for (;;) {
        const { done, value } = await reader.read();
        pieces.push(decoder.decode(value, { stream: !done }));
        if (done)
            return pieces.join('');
        length += value.length;
        if (length > maxBodyBytes) {
            await reader.cancel();
            return undefined;
        }
    }
}
