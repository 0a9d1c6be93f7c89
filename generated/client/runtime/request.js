// Written by `npm run generate` from spec/. Do not edit.
import { version } from "./version.js";
/** The server's address without a trailing slash. Throws a TypeError if it is not an absolute http or https address. */
export function readBaseUrl(given) {
    const text = String(given);
    if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
        throw new TypeError(`baseUrl must be an absolute http or https address, such as https://onedoor.example; it is "${text}"`);
    }
    const { origin, pathname } = new URL(text);
    return origin + pathname.replace(/\/+$/, '');
}
/**
 * The request for a call of the operation. Arguments named in the path go there; the others go into the query string of
 * a GET or DELETE, where a list repeats its name, or the JSON body of a POST or PUT. Undefined arguments are left out. Throws a
 * TypeError for an argument that is null, and for one missing from or invalid in the path.
 */
export function encodeRequest(baseUrl, id, operation, args) {
    const rest = { ...args };
    for (const [name, value] of Object.entries(rest)) {
        if (value === null)
            throw new TypeError(`${id}: the argument "${name}" is null; leave it out instead`);
    }
    const path = operation.path.replace(/\{(\w+)\}/g, (_, name) => {
        const value = rest[name];
        delete rest[name];
        if (value === undefined || value === '')
            throw new TypeError(`${id} needs the argument "${name}"`);
        // Encoded or not, these are removed from a URL with the part before them: the call would go to another operation.
        if (value === '.' || value === '..')
            throw new TypeError(`${id}: the argument "${name}" cannot be "${value}"`);
        return encodeURIComponent(String(value));
    });
    const { verb } = operation;
    if (verb === 'GET' || verb === 'DELETE') {
        return { address: baseUrl + path + queryOf(rest), verb, headers: { ...userAgent }, body: undefined };
    }
    return {
        address: baseUrl + path,
        verb,
        headers: { ...userAgent, 'content-type': 'application/json' },
        body: JSON.stringify(rest),
    };
}
// A browser names itself, and would first ask a server of another origin whether a page may do so.
const isInBrowser = 'document' in globalThis || 'WorkerGlobalScope' in globalThis;
const userAgent = isInBrowser ? {} : { 'user-agent': `onedoor-typescript/${version}` };
/** The headers of an attempt: those of the call win over the client's, and these over the request's and credentials. */
export function headersOf(request, options, call, credentials = {}) {
    const headers = new Headers({ ...request.headers, ...credentials });
    for (const [name, value] of Object.entries({ ...options.headers, ...call.headers }))
        headers.set(name, value);
    return headers;
}
function queryOf(args) {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(args)) {
        for (const entry of Array.isArray(value) ? value : [value]) {
            if (entry !== undefined)
                query.append(name, String(entry));
        }
    }
    // Some servers read a plus sign as a blank, others as itself; all read %20 as a blank.
    const text = query.toString().replaceAll('+', '%20');
    return text && `?${text}`;
}
