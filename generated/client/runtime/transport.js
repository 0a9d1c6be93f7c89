// Written by `npm run generate` from spec/. Do not edit.
import { isSuccess, maxBodyBytes, readBody, readText } from "./answer.js";
import { withEncodedBytes } from "./bytes.js";
import { systemClock } from "./clock.js";
import { checkCredentials, credentialsOf } from "./credentials.js";
import { errorOfAnswer, OnedoorError } from "./errors.js";
import { challengeOf } from "./payment.js";
import { randomId } from "./random-id.js";
import { encodeRequest, headersOf, readBaseUrl } from "./request.js";
import { delayMs, isWorthRepeating, retryRules, takesKey } from "./retry.js";
import { pause, startTimeLimit, unlessEnded } from "./time-limit.js";
/**
 * The transport of a client. A call rejects with an OnedoorError `network`, `timeout` or `bad_response`, or with its
 * signal's reason; a failing status resolves. Throws a TypeError for invalid options.
 */
export function createTransport(options, hooks = { clock: systemClock, random: Math.random }) {
    const { clock } = hooks;
    checkCredentials(options);
    const baseUrl = readBaseUrl(options.baseUrl);
    const fetchOnce = fetcherOf(options, baseUrl);
    const settings = {
        timeoutMs: amount('timeoutMs', options.timeoutMs) ?? retryRules.timeoutMs,
        retries: amount('retries', options.retries) ?? retryRules.retries,
    };
    const transport = {
        clock,
        budget: retryRules.budget,
        limitsOf: (call) => ({
            timeoutMs: amount('timeoutMs', call.timeoutMs) ?? settings.timeoutMs,
            retries: amount('retries', call.retries) ?? settings.retries,
        }),
        delayMs: (repeat, retryAfterS) => delayMs(repeat, retryAfterS, hooks.random()),
        errorOf: (id, answer) => errorOfAnswer(id, answer, clock.now()),
        async send(id, operation, args, call, { accept, headers, opens = false } = json) {
            const { timeoutMs, retries } = transport.limitsOf(call);
            const key = call.idempotencyKey ?? (retries > 0 && takesKey(operation) ? randomId() : undefined);
            const own = { accept, 'x-request-id': randomId(), ...headers };
            if (key !== undefined)
                own['idempotency-key'] = key;
            const requestId = headersOf({ headers: own }, options, call).get('x-request-id') ?? '';
            const limit = startTimeLimit(clock, timeoutMs, call.signal);
            // The body is read after the time limit has ended.
            const end = opens && call.signal ? AbortSignal.any([limit.signal, call.signal]) : limit.signal;
            try {
                const { bytes } = operation;
                const encodable = bytes ? await unlessEnded(end, () => withEncodedBytes(bytes, args, end)) : args;
                const request = encodeRequest(baseUrl, id, operation, encodable);
                Object.assign(request.headers, own);
                const sent = { id, request, requestId, call, end, opens };
                const attempt = payingOnce(options, sent, () => fetchOnce(sent));
                return await repeated(transport, attempt, { ...sent, operation, retries, isKeyed: key !== undefined, limit });
            }
            catch (failure) {
                if (limit.isOver()) {
                    const message = `${id} took longer than ${timeoutMs} ms.`;
                    throw new OnedoorError(message, { code: 'timeout', operation: id, requestId });
                }
                call.signal?.throwIfAborted();
                throw failure;
            }
            finally {
                limit.stop();
            }
        },
    };
    return transport;
}
const json = { accept: 'application/json' };
/** The response of the last attempt, or its failure as a rejection. */
async function repeated(transport, attempt, { id, operation, retries, isKeyed, limit }) {
    const { clock, delayMs, errorOf } = transport;
    for (let repeat = 0;; repeat++) {
        const outcome = await attempt();
        if (!(outcome instanceof OnedoorError) && isSuccess(outcome)) {
            transport.budget = Math.min(retryRules.budget, transport.budget + 1);
            return outcome;
        }
        const failure = outcome instanceof OnedoorError ? outcome : errorOf(id, outcome);
        if (!isWorthRepeating(operation.retry, isKeyed, failure) || repeat >= retries)
            return settled(outcome);
        const waitMs = delayMs(repeat, failure.retryAfterS);
        // A delay beyond the call's time limit can only end in a timeout that hides what went wrong.
        if (clock.now() + waitMs >= limit.endsAt || transport.budget < retryRules.repeatCost)
            return settled(outcome);
        transport.budget -= retryRules.repeatCost;
        await pause(clock, waitMs, limit.signal);
    }
}
/** A function that sends a request with the caller's credentials. It rejects with `network` if there is no response. */
function fetcherOf(options, baseUrl) {
    const fetch = options.fetch ?? ((address, init) => globalThis.fetch(address, init));
    return async ({ id, request, requestId, call, end, opens }) => {
        const caller = await credentialsOf(options, request.verb);
        const headers = headersOf(request, options, call, caller.headers);
        // A redirect could lead the token, the key and the body to another server.
        const more = { signal: end, credentials: caller.cookies, redirect: 'manual' };
        const init = { method: request.verb, headers, ...more };
        if (request.body !== undefined)
            init.body = request.body;
        try {
            const response = await fetch(request.address, init);
            const { status } = response;
            const answer = { status, headers: response.headers, requestId: response.headers.get('x-request-id') ?? requestId };
            if (opens && isSuccess(response))
                return { ...answer, body: response };
            const text = await readText(response);
            if (text !== undefined)
                return { ...answer, body: readBody(text) };
            const message = `${id} returned ${status} with more than ${maxBodyBytes} bytes.`;
            throw new OnedoorError(message, { code: 'bad_response', operation: id, status, requestId: answer.requestId });
        }
        catch (cause) {
            if (cause instanceof OnedoorError)
                throw cause;
            const message = `No response from ${baseUrl}: ${reasonOf(cause)}.`;
            throw new OnedoorError(message, { code: 'network', operation: id, requestId, cause });
        }
    };
}
/**
 * Sends a request once per call. The first time that the server asks for a payment, the client's payer is called and the
 * request sent again with the headers that it returns.
 */
function payingOnce(options, { id, request, end }, send) {
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
export function reasonOf(failure) {
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
