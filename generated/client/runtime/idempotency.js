// Written by `npm run generate` from spec/. Do not edit.
/** A new idempotency key: 128 random bits. Avoids `randomUUID`, which browsers have only on https pages. */
export function newIdempotencyKey() {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
