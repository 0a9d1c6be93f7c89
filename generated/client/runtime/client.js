// Written by `npm run generate` from spec/. Do not edit.
import { isSuccess } from "./answer.js";
import { OnedoorError } from "./errors.js";
import { createTransport } from "./transport.js";
/**
 * A client for a table of operations: `client.<family>.<method>(args, options)`. Throws a TypeError for invalid
 * options.
 */
export function buildClient(operations, options, hooks) {
    const transport = createTransport(options, hooks);
    const families = Object.entries(operations).map(([family, methods]) => [
        family,
        Object.fromEntries(Object.entries(methods).map(([name, operation]) => [name, method(transport, `${family}.${name}`, operation)])),
    ]);
    return Object.fromEntries(families);
}
function method(transport, id, operation) {
    const send = (args = {}, options = {}) => transport.send(id, operation, args, options);
    async function call(args, options) {
        const answer = await send(args, options);
        if (!isSuccess(answer))
            throw transport.errorOf(id, answer);
        return resultOf(id, operation, answer);
    }
    async function raw(args, options) {
        const answer = await send(args, options);
        return { ok: isSuccess(answer), ...answer };
    }
    const { paging } = operation;
    if (!paging)
        return Object.assign(call, { raw });
    const all = (args, options) => entries(id, paging, call, args, options);
    return Object.assign(call, { raw, all });
}
async function* entries(id, { argument, next, list = 'items' }, call, args, options) {
    let given = { ...args };
    for (;;) {
        const page = (await call(given, options));
        // A read that takes an id as well returns no list with it.
        yield* (page[list] ?? []);
        if (page[next] === undefined)
            return;
        if (page[next] === given[argument]) {
            throw new OnedoorError(`${id} names the page it was asked for as the next one.`, {
                code: 'bad_response',
                operation: id,
            });
        }
        given = { ...given, [argument]: page[next] };
    }
}
function resultOf(id, operation, { status, headers, body }) {
    const isObject = typeof body === 'object' && body !== null;
    if (isObject && operation.bare)
        return body;
    if (isObject && 'result' in body)
        return body.result;
    throw new OnedoorError(`${id} returned ${status} without a result: is baseUrl the address of a Onedoor server?`, {
        code: 'bad_response',
        operation: id,
        status,
        body,
        requestId: headers.get('x-request-id') ?? undefined,
    });
}
