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
    const { call: ownCall, events, paging } = operation;
    const bound = (caller) => (args, options) => caller(transport, id, operation, args, options);
    if (ownCall)
        return bound(ownCall);
    const send = (args = {}, options = {}) => transport.send(id, operation, args, options);
    async function raw(args, options) {
        const answer = await send(args, options);
        return { ok: isSuccess(answer), ...answer };
    }
    async function call(args, options) {
        return resultOf(transport, id, operation, await send(args, options));
    }
    return Object.assign(call, {
        raw,
        ...(paging && { all: bound(entries) }),
        ...(events && { events: bound(events) }),
    });
}
async function* entries(transport, id, operation, args, options = {}) {
    const { argument, next, list = 'items' } = operation.paging;
    let given = { ...args };
    for (;;) {
        const answer = await transport.send(id, operation, given, options);
        const page = resultOf(transport, id, operation, answer);
        // A read that takes an id as well returns no list with it.
        yield* (page[list] ?? []);
        if (page[next] === undefined)
            return;
        if (page[next] === given[argument]) {
            throw new OnedoorError(`${id} names the page it was asked for as the next one.`, {
                code: 'bad_response',
                operation: id,
                requestId: answer.requestId,
            });
        }
        given = { ...given, [argument]: page[next] };
    }
}
/** The result in a response. Throws the error of a failing one. */
function resultOf(transport, id, operation, answer) {
    if (!isSuccess(answer))
        throw transport.errorOf(id, answer);
    const { status, body, requestId } = answer;
    const isObject = typeof body === 'object' && body !== null;
    if (operation.bare && (isObject || status === 204))
        return isObject ? body : undefined;
    if (isObject && 'result' in body)
        return body.result;
    throw new OnedoorError(`${id} returned ${status} without a result: is baseUrl the address of a Onedoor server?`, {
        code: 'bad_response',
        operation: id,
        status,
        body,
        requestId,
    });
}
