// Written by `npm run generate` from spec/. Do not edit.
/** Throws a TypeError for options that identify two callers. */
export function checkCredentials({ token, session }) {
    if (token !== undefined && session !== undefined) {
        throw new TypeError('token and session exclude each other: a call is made for one caller');
    }
}
/**
 * The caller's credentials, determined again for every attempt. Without a session a browser sends no cookies: a call
 * without a token is then anonymous even if somebody is signed in.
 */
export async function credentialsOf({ token, session }, verb) {
    if (session !== undefined) {
        if (verb === 'GET')
            return { headers: {}, cookies: 'same-origin' };
        const csrfToken = typeof session.csrfToken === 'function' ? await session.csrfToken() : session.csrfToken;
        return { headers: { 'x-csrf-token': headerValue('csrfToken', csrfToken) }, cookies: 'same-origin' };
    }
    const given = typeof token === 'function' ? await token() : token;
    if (given === undefined)
        return { headers: {}, cookies: 'omit' };
    return { headers: { authorization: `Bearer ${headerValue('token', given)}` }, cookies: 'omit' };
}
/** Throws a TypeError for a secret that is invalid in a header, without showing it. */
function headerValue(name, secret) {
    if (!/^[\x21-\x7e]+$/.test(secret)) {
        throw new TypeError(`${name} contains a blank, a line break or another invalid character`);
    }
    return secret;
}
