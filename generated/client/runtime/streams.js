// Written by `npm run generate` from spec/. Do not edit.
import { isSuccess } from "./answer.js";
import { OnedoorError, statusOfCode } from "./errors.js";
import { eventParser, maxEventLength } from "./event-parser.js";
import { randomId } from "./random-id.js";
import { isWorthRepeating } from "./retry.js";
import { pause, startTimeLimit, unlessEnded } from "./time-limit.js";
import { reasonOf } from "./transport.js";
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
                const isStopping = event.event === 'end' && reasonIn(event) === 'stopping';
                repeat = 0;
                if (isStopping)
                    break;
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
        if (repeat >= retries)
            throw failure;
        const { retryAfterS } = failure;
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
/** The events of one response. Throws `network` when its connection breaks, or is silent for longer than `timeoutMs`. */
async function* eventsOf(transport, id, { body, headers, status, requestId }, parser, options) {
    const refused = (reason) => new OnedoorError(`${id} returned ${status} with ${reason}.`, {
        code: 'bad_response',
        operation: id,
        status,
        requestId,
    });
    const { timeoutMs } = transport.limitsOf(options);
    const reader = body.body?.getReader();
    try {
        if (!reader || !/^text\/event-stream\b/i.test(headers.get('content-type') ?? '')) {
            throw refused('something else than events; check that baseUrl is the address of a Onedoor server');
        }
        for (;;) {
            const silence = startTimeLimit(transport.clock, timeoutMs, options.signal);
            const { done, value } = await unlessEnded(silence.signal, () => reader.read())
                .catch((cause) => {
                throw lost(id, requestId, silence.isOver() ? `it was silent for ${timeoutMs} ms` : reasonOf(cause), cause);
            })
                .finally(silence.stop);
            if (done)
                return;
            const events = parser.push(value);
            if (!events)
                throw refused(`an event of more than ${maxEventLength} characters`);
            yield* events;
        }
    }
    finally {
        await reader?.cancel().catch(() => { });
    }
}
function lost(operation, requestId, reason, cause) {
    return new OnedoorError(`${operation} lost its connection: ${reason}.`, {
        code: 'network',
        operation,
        requestId,
        cause,
    });
}
