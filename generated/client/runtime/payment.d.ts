// Written by `npm run generate` from spec/. Do not edit.
import type { Answer } from './answer.js';
import type { PaymentChallenge } from './types.js';
/** What a response with status 402 requires. */
export declare function challengeOf(operation: string, address: string, { headers, body }: Answer): PaymentChallenge;
