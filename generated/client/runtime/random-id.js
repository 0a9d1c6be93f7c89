// Written by `npm run generate` from spec/. Do not edit.
/** 128 random bits in hexadecimal: an idempotency key, or the id of a request. Browsers have `randomUUID` only on https. */
export function randomId() {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
