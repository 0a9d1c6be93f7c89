// Written by `npm run generate` from spec/. Do not edit.
import { isSuccess, readBody } from "./answer.js";
import { withEncodedBytes } from "./bytes.js";
import { systemClock } from "./clock.js";
import { checkCredentials, credentialsOf } from "./credentials.js";
import { errorOfAnswer, OnedoorError } from "./errors.js";
import { newIdempotencyKey } from "./idempotency.js";
import { challengeOf } from "./payment.js";
import { encodeRequest, readBaseUrl } from "./request.js";
import { delayMs, isWorthRepeating, retryRules, takesKey } from "./retry.js";
import { pause, startTimeLimit, unlessEnded } from "./time-limit.js";
/**
 * The transport of a client. A call rejects with an OnedoorError `network`, `timeout` or `bad_response`, or with its
 * signal's reason; a failing status resolves. Throws a TypeError for invalid options.
 */
export function createTransport(options, hooks = { clock: systemClock, random: Math.random }) {
    const { clock } = hooks;
    const baseUrl = readBaseUrl(options.baseUrl);
    checkCredentials(options);
    const fetchOnce = fetcherOf(options, baseUrl);
    const settings = {
        timeoutMs: amount('timeoutMs', options.timeoutMs) ?? retryRules.timeoutMs,
        retries: amount('retries', options.retries) ?? retryRules.retries,
    };
    async function send(id, operation, args, call) {
        const timeoutMs = amount('timeoutMs', call.timeoutMs) ?? settings.timeoutMs;
        const retries = amount('retries', call.retries) ?? settings.retries;
        const key = call.idempotencyKey ?? (retries > 0 && takesKey(operation) ? newIdempotencyKey() : undefined);
        const encodable = operation.bytes ? await withEncodedBytes(operation.bytes, args) : args;
        const request = encodeRequest(baseUrl, id, operation, encodable);
        if (key !== undefined)
            request.headers['idempotency-key'] = key;
        const limit = startTimeLimit(clock, timeoutMs, call.signal);
        const attempt = payingOnce(options, id, request, limit.signal, () => fetchOnce(id, request, call, limit.signal));
        try {
            for (let repeat = 0;; repeat++) {
                const outcome = await attempt();
                const failure = failureOf(id, outcome);
                const isFinal = !failure || !isWorthRepeating(operation.retry, key !== undefined, failure);
                if (isFinal || repeat >= retries)
                    return settled(outcome);
                const waitMs = delayMs(repeat, failure.retryAfterS, hooks.random());
                // A delay beyond the call's time limit can only end in a timeout that hides what went wrong.
                if (clock.now() + waitMs >= limit.endsAt)
                    return settled(outcome);
                await pause(clock, waitMs, limit.signal);
            }
        }
        catch (failure) {
            if (limit.isOver()) {
                throw new OnedoorError(`${id} took longer than ${timeoutMs} ms.`, { code: 'timeout', operation: id });
            }
            call.signal?.throwIfAborted();
            throw failure;
        }
        finally {
            limit.stop();
        }
    }
    function failureOf(id, outcome) {
        if (outcome instanceof OnedoorError)
            return outcome;
        return isSuccess(outcome) ? undefined : errorOf(id, outcome);
    }
    function errorOf(id, answer) {
        return errorOfAnswer(id, answer, clock.now());
    }
    return { send, errorOf };
}
/** A function that sends a request with the caller's credentials. It rejects with `network` if there is no response. */
function fetcherOf(options, baseUrl) {
    const fetch = options.fetch ?? ((address, init) => globalThis.fetch(address, init));
    return async (id, request, call, signal) => {
        const caller = await credentialsOf(options, request.verb);
        const headers = new Headers({ ...request.headers, ...caller.headers });
        for (const [name, value] of Object.entries({ ...options.headers, ...call.headers }))
            headers.set(name, value);
        const init = { method: request.verb, headers, signal, credentials: caller.cookies };
        if (request.body !== undefined)
            init.body = request.body;
        try {
            const response = await fetch(request.address, init);
            return { status: response.status, headers: response.headers, body: readBody(await response.text()) };
        }
        catch (cause) {
            const message = `No response from ${baseUrl}: ${reasonOf(cause)}.`;
            throw new OnedoorError(message, { code: 'network', operation: id, cause });
        }
    };
}
/**
 * Sends a request once per call. The first time that the server asks for a payment, the client's payer is called and the
 * request sent again with the headers that it returns.
 */
function payingOnce(options, id, request, end, send) {
    const attempt = () => unlessEnded(end, () => send().catch(networkFailure));
    let wasAskedToPay = false;
    return async () => {
        const outcome = await attempt();
        if (outcome instanceof OnedoorError || outcome.status !== 402 || wasAskedToPay)
            return outcome;
        wasAskedToPay = true;
        const payment = await unlessEnded(end, async () => options.pay?.(challengeOf(id, request.address, outcome)));
        // Repeats carry the same payment: it is taken once, and only for a successful response.
        Object.assign(request.headers, payment);
        return payment ? attempt() : outcome;
    };
}
/** Failures to reach the server are subject to the retry rules; any other, such as the token function's, is final. */
function networkFailure(failure) {
    if (failure instanceof OnedoorError && failure.code === 'network')
        return failure;
    throw failure;
}
function settled(outcome) {
    if (outcome instanceof OnedoorError)
        throw outcome;
    return outcome;
}
/** What stopped a request. Node wraps it: `fetch failed`, with the reason as the cause. */
function reasonOf(failure) {
    if (!(failure instanceof Error))
        return String(failure);
    const { cause } = failure;
    return cause instanceof Error && cause.message ? cause.message : failure.message;
}
function amount(name, value) {
    if (value === undefined || value >= 0)
        return value;
    throw new TypeError(`${name} must be a number from 0; it is ${value}`);
}
