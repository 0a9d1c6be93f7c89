// Written by `npm run generate` from spec/. Do not edit.
import type { ClientOptions } from './types.js';
/** Headers that identify the caller of one attempt, and whether the browser sends its cookies. */
export interface Credentials {
    headers: Record<string, string>;
    cookies: 'same-origin' | 'omit';
}
/** Throws a TypeError for options that identify two callers. */
export declare function checkCredentials({ token, session }: ClientOptions): void;
/**
 * The caller's credentials, determined again for every attempt. Without a session a browser sends no cookies: a call
 * without a token is then anonymous even if somebody is signed in.
 */
export declare function credentialsOf({ token, session }: ClientOptions, verb: string): Promise<Credentials>;
