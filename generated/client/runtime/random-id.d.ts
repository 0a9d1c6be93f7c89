// Written by `npm run generate` from spec/. Do not edit.
/** 128 random bits in hexadecimal: an idempotency key, or the id of a request. Browsers have `randomUUID` only on https. */
export declare function randomId(): string;
