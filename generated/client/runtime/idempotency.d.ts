// Written by `npm run generate` from spec/. Do not edit.
/** A new idempotency key: 128 random bits. Avoids `randomUUID`, which browsers have only on https pages. */
export declare function newIdempotencyKey(): string;
