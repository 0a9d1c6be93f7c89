// Written by `npm run generate` from spec/. Do not edit.
import type { ErrorCode } from './errors.js';
/** How a client reaches its server. */
export interface ClientOptions {
    /** Address of the server, such as `https://onedoor.example`. Its path becomes a prefix. */
    baseUrl: string | URL;
    /**
     * API token, or a function that returns one; it is called before every attempt. Without a token calls are anonymous.
     */
    token?: string | (() => string | undefined | Promise<string | undefined>) | undefined;
    /** In a page of the server itself: calls are made for the signed-in account. Not together with `token`. */
    session?: SessionOptions | undefined;
    /** Pays for calls that return 402. Without it they reject with `payment_required`. */
    pay?: Payer | undefined;
    /** Used instead of the global `fetch`. */
    fetch?: ((address: string, init: RequestInit) => Promise<Response>) | undefined;
    /** Milliseconds a call may take, including repeats and delays. Default 60,000. */
    timeoutMs?: number | undefined;
    /** How often at most a failed call is repeated. Default 2. */
    retries?: number | undefined;
    /** Headers sent with every call. */
    headers?: Record<string, string> | undefined;
}
/** A browser's session. The browser sends its cookie on its own. */
export interface SessionOptions {
    /** The page's CSRF token, or a function that returns it; sent with every POST. */
    csrfToken: string | (() => string | Promise<string>);
}
/** What a server requires with a 402. */
export interface PaymentChallenge {
    /** The operation that was called, such as `routes.eta`. */
    operation: string;
    /** The whole address that was called. */
    address: string;
    /** What has to be paid, to whom and how: the `PAYMENT-REQUIRED` header as JSON, or the body without that header. */
    required: unknown;
    headers: Headers;
    body: unknown;
}
/** Pays: returns the headers that prove it, such as `PAYMENT-SIGNATURE`; undefined to decline. Called once per call. */
export type Payer = (challenge: PaymentChallenge) => Record<string, string> | undefined | Promise<Record<string, string> | undefined>;
/** Options of one call that override the client's. */
export interface CallOptions {
    /** Ends the call; it then rejects with the signal's reason. */
    signal?: AbortSignal | undefined;
    /** Milliseconds this call may take, including repeats and delays. */
    timeoutMs?: number | undefined;
    /** How often at most this call is repeated. */
    retries?: number | undefined;
    /**
     * Calls with the same key run once: the second gets the response of the first, for 24 hours. A call that changes or
     * costs something and may be repeated gets a key automatically; set one to keep it across a restart of your program.
     */
    idempotencyKey?: string | undefined;
    /** Headers of this call; they override the client's. */
    headers?: Record<string, string> | undefined;
}
/** An error's body: `{error, code, details}`, or `{id, code, detail, status}` from the older services. */
export interface ErrorBody {
    error?: string;
    code?: ErrorCode | (string & {}) | number;
    details?: {
        path: string;
        message: string;
    }[];
    id?: string;
    detail?: string;
    status?: string;
    [field: string]: unknown;
}
/** A response. A body that is not JSON is its text. `requestId` is that of the response, or the one that was sent. */
export type RawAnswer<Body> = {
    ok: true;
    status: number;
    headers: Headers;
    requestId: string;
    body: Body;
} | {
    ok: false;
    status: number;
    headers: Headers;
    requestId: string;
    body: ErrorBody | string;
};
/** What a method takes: its arguments may be omitted if none is required. */
export type Given<Args, Options = CallOptions> = Record<never, never> extends Args ? [args?: Args, options?: Options] : [args: Args, options?: Options];
/** The arguments of a method without any. */
export type NoArgs = Record<string, never>;
/** One operation. Call it for its result. A failure rejects with an `OnedoorError`. */
export interface Method<Args, Result, Body = {
    result: Result;
}> {
    (...given: Given<Args>): Promise<Result>;
    /** The same call for its status, headers and whole body. A failing status resolves with `ok: false`. */
    raw(...given: Given<Args>): Promise<RawAnswer<Body>>;
}
/** Bytes that are sent as base64: of a file in a browser, a Node buffer, an `ArrayBuffer`, or a stream of bytes. */
export type Bytes = Uint8Array | ArrayBuffer | Blob | ReadableStream;
/** A server-sent event. */
export interface ServerEvent {
    /** Where a stream continues after this event (`lastEventId`); absent if the server sent none. */
    id?: string;
    /** Its name, such as `notification`; `message` if the server sent none. */
    event: string;
    /** Its JSON; text that is not JSON is left as it is. */
    data: unknown;
}
/** Options of a stream. `timeoutMs` limits the time until its response begins, and every silence after that. */
export interface StreamOptions extends CallOptions {
    /** `id` of the last event that you have: the stream continues after it. */
    lastEventId?: string | undefined;
}
/**
 * A stream of events. It reconnects when its connection is lost, and continues after the last event; `retries` limits
 * the attempts without any event between them, and no wait between two is longer than 300 seconds. A stream that cannot
 * be continued ends with an `OnedoorError`. It ends without one if the loop is left or its signal is aborted, and after
 * an event `end` of the server.
 */
export type StreamMethod<Args> = (...given: Given<Args, StreamOptions>) => AsyncGenerator<ServerEvent, void, undefined>;
/**
 * A download: the response with its body unread, such as `response.body` or `await response.blob()`. `timeoutMs` limits
 * the time until the response begins, and every silence while its body is read.
 */
export type DownloadMethod<Args> = (...given: Given<Args>) => Promise<Response>;
/** An operation that can report its progress. */
export interface ProgressMethod<Args, Result, Body = {
    result: Result;
}> extends Method<Args, Result, Body> {
    /**
     * The same call as its events while it runs. The last is `answer`, with the result as its data. A failure rejects
     * with an `OnedoorError`. Leaving the loop or aborting the signal ends the call.
     */
    events(...given: Given<Args>): AsyncGenerator<ServerEvent, void, undefined>;
}
/** A paged operation. Call it for one page, `all` for every entry. */
export interface PagedMethod<Args, Page extends {
    [Name in List]?: unknown[];
}, Body = {
    result: Page;
}, List extends string = 'items'> extends Method<Args, Page, Body> {
    /**
     * Every entry from the page that the arguments name on, fetching further pages as the loop needs them. None for
     * arguments that select something else than a list.
     */
    all(...given: Given<Args>): AsyncGenerator<NonNullable<Page[List]>[number], void, undefined>;
}
declare const methods: unique symbol;
/** One family's part of the table of operations, from which `clientOf` creates its methods. */
export interface Family<Methods> {
    readonly [methods]?: Methods;
}
/** The methods of a client with these families. */
export type MethodsOf<Families> = {
    readonly [Name in keyof Families]: Families[Name] extends Family<infer Methods> ? Methods : never;
};
export {};
