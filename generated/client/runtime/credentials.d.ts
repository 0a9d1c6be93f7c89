// Written by `npm run generate` from spec/. Do not edit.
import type { ClientOptions } from './types.js';
/** Headers by which the caller of one attempt is known, and how the browser treats its cookies. */
export interface Credentials {
    headers: Record<string, string>;
    cookies: 'same-origin' | 'omit';
}
/** Throws a TypeError for options that name two callers. */
export declare function checkCredentials({ token, session }: ClientOptions): void;
/**
 * Who calls, asked anew for every attempt. Without a session a browser sends no cookies: a call without a token is then
 * an anonymous one, whoever is signed in.
 */
export declare function credentialsOf({ token, session }: ClientOptions, verb: 'GET' | 'POST'): Promise<Credentials>;
