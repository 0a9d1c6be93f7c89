// Written by `npm run generate` from spec/. Do not edit.
/**
 * The arguments with the bytes of these as base64. The given object is left as it is. When the signal fires, streams are
 * cancelled, and it rejects.
 */
export async function withEncodedBytes(names, args, signal) {
    const encoded = { ...args };
    for (const [name, alongside] of Object.entries(names)) {
        const found = await bytesOf(args[name], signal);
        if (found)
            Object.assign(encoded, { [name]: base64Of(found) }, alongside);
    }
    return encoded;
}
/** The bytes of a value; undefined for anything else, such as text. */
async function bytesOf(value, signal) {
    if (value instanceof Uint8Array)
        return value;
    if (value instanceof ArrayBuffer)
        return new Uint8Array(value);
    const body = value instanceof ReadableStream ? value.pipeThrough(new TransformStream(), { signal }) : value;
    const isBody = body instanceof ReadableStream || body instanceof Blob;
    return isBody ? new Uint8Array(await new Response(body).arrayBuffer()) : undefined;
}
/** A call with more arguments would exhaust the stack. */
const maxArguments = 8192;
function base64Of(bytes) {
    const parts = [];
    for (let start = 0; start < bytes.length; start += maxArguments)
        parts.push(String.fromCharCode(...bytes.subarray(start, start + maxArguments)));
    return btoa(parts.join(''));
}
