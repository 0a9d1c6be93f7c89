// Written by `npm run generate` from spec/. Do not edit.
import { isSuccess } from "./answer.js";
import { OnedoorError, statusOfCode } from "./errors.js";
import { eventParser, maxEventLength } from "./event-parser.js";
import { lost, readPiece } from "./pieces.js";
import { randomId } from "./random-id.js";
import { isWorthRepeating, retryRules } from "./retry.js";
import { pause } from "./time-limit.js";
const accept = 'text/event-stream';
/** The progress of a call up to its event `answer`. An event `error` is thrown as the call's error. */
export async function* progress(transport, id, operation, args = {}, options = {}) {
    try {
        const answer = await transport.send(id, operation, args, options, { accept, opens: true });
        if (!isSuccess(answer))
            throw transport.errorOf(id, answer);
        for await (const event of eventsOf(transport, id, answer, eventParser(), options)) {
            if (event.event === 'error')
                throw transport.errorOf(id, failureIn(answer, event));
            yield event;
            if (event.event === 'answer')
                return;
        }
        throw lost(id, answer.requestId, 'it ended before its answer');
    }
    catch (failure) {
        if (!options.signal?.aborted)
            throw failure;
    }
}
/** The response that an event `error` replaces, because it comes after the status. */
function failureIn(answer, { data }) {
    const { code } = (data ?? {});
    return { ...answer, status: statusOfCode(code) ?? answer.status, body: data };
}
/** A stream without an end: it reconnects, and continues after the last event. */
export async function* follow(transport, id, operation, args = {}, { lastEventId, ...options } = {}) {
    const { retries } = transport.limitsOf(options);
    const requestId = randomId();
    let parser = eventParser(lastEventId);
    for (let repeat = 0;; repeat++) {
        parser = eventParser(parser.lastId, parser.retryMs);
        const headers = { 'x-request-id': requestId };
        if (parser.lastId !== '')
            headers['last-event-id'] = headerText(parser.lastId);
        let failure;
        try {
            const sending = { accept, headers, opens: true };
            const answer = await transport.send(id, operation, args, { ...options, retries: 0 }, sending);
            if (answer.status === 204)
                return;
            if (!isSuccess(answer))
                throw transport.errorOf(id, answer);
            failure = lost(id, answer.requestId, 'the connection ended');
            for await (const event of eventsOf(transport, id, answer, parser, options)) {
                // A stop is no event of the caller: a server that does nothing else is not asked again without an end.
                if (event.event === 'end' && reasonIn(event) === 'stopping')
                    break;
                repeat = 0;
                yield event;
                if (event.event === 'end')
                    return;
            }
        }
        catch (thrown) {
            if (options.signal?.aborted)
                return;
            if (!(thrown instanceof OnedoorError) || !isWorthRepeating('safe', false, thrown))
                throw thrown;
            failure = thrown;
        }
        const { retryAfterS } = failure;
        if (repeat >= retries || (retryAfterS ?? 0) * 1000 > retryRules.maxReconnectMs)
            throw failure;
        const waitMs = retryAfterS === undefined && parser.retryMs !== undefined ? parser.retryMs : undefined;
        try {
            await pause(transport.clock, waitMs ?? transport.delayMs(repeat, retryAfterS), options.signal);
        }
        catch {
            return;
        }
    }
}
/** A text as `fetch` takes it for a header, in UTF-8. */
function headerText(text) {
    return Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('');
}
function reasonIn({ data }) {
    return data?.reason;
}
/**
 * The events of one response. Throws `network` when its connection breaks, or is silent for longer than `timeoutMs`, and
 * the reason of the caller's signal once it has fired.
 */
async function* eventsOf(transport, id, { body, headers, status, requestId }, parser, options) {
    const refused = (reason) => new OnedoorError(`${id} returned ${status} with ${reason}.`, {
        code: 'bad_response',
        operation: id,
        status,
        requestId,
    });
    const reader = body.body?.getReader();
    try {
        if (!reader || !/^text\/event-stream\b/i.test(headers.get('content-type') ?? '')) {
            throw refused('something else than events; check that baseUrl is the address of a Onedoor server');
        }
        for (;;) {
            const { done, value } = await readPiece(transport, id, requestId, reader, options);
            if (done)
                return;
            const events = parser.push(value);
            if (!events)
                throw refused(`an event of more than ${maxEventLength} characters`);
            for (const event of events) {
                options.signal?.throwIfAborted();
                yield event;
            }
        }
    }
    finally {
        await reader?.cancel().catch(() => { });
    }
}
