// Written by `npm run generate` from spec/. Do not edit.
/** A new idempotency key: 128 random bits. Made without `randomUUID`, which browsers have on https pages only. */
export declare function newIdempotencyKey(): string;
