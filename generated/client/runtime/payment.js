// Written by `npm run generate` from spec/. Do not edit.
/** What a response with status 402 requires. */
export function challengeOf(operation, address, { headers, body }) {
    const header = headers.get('payment-required');
    return { operation, address, required: (header === null ? undefined : decoded(header)) ?? body, headers, body };
}
/** JSON in base64, as the x402 protocol puts it into headers; undefined if it is something else. */
function decoded(text) {
    try {
        const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
        return JSON.parse(new TextDecoder().decode(bytes));
    }
    catch {
        return undefined;
    }
}
