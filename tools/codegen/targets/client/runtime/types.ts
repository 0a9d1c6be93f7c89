import type { ErrorCode } from './errors.ts'

/** How a client reaches its server. */
export interface ClientOptions {
  /** Address of the server, such as `https://onedoor.example`. A path in it is kept as a prefix. */
  baseUrl: string | URL
  /** API token, or a function that gives one; it is asked before every attempt. Without a token calls are anonymous. */
  token?: string | (() => string | undefined | Promise<string | undefined>) | undefined
  /** In a page of the server itself: calls are made for whoever is signed in there. Not together with `token`. */
  session?: SessionOptions | undefined
  /** Pays for calls that answer 402. Without it they reject with `payment_required`. */
  pay?: Payer | undefined
  /** Used in place of the global `fetch`. */
  fetch?: ((address: string, init: RequestInit) => Promise<Response>) | undefined
  /** Milliseconds a call may take, its repeats and the waits between them included. Default 60,000. */
  timeoutMs?: number | undefined
  /** How often a failed call is repeated at most. Default 2. */
  retries?: number | undefined
  /** Headers sent with every call. */
  headers?: Record<string, string> | undefined
}

/** A browser's session. The browser sends its cookie by itself. */
export interface SessionOptions {
  /** The page's token against requests of other sites, or a function that gives it; sent with every POST. */
  csrfToken: string | (() => string | Promise<string>)
}

/** What a server asks for when it answers 402. */
export interface PaymentChallenge {
  /** The operation that was called, such as `routes.eta`. */
  operation: string
  /** The whole address that was called. */
  address: string
  /** What has to be paid, to whom and how: the `PAYMENT-REQUIRED` header as JSON, or the body where there is none. */
  required: unknown
  headers: Headers
  body: unknown
}

/** Pays: answers the headers that prove it, such as `PAYMENT-SIGNATURE`; undefined to decline. Asked once a call. */
export type Payer = (
  challenge: PaymentChallenge,
) => Record<string, string> | undefined | Promise<Record<string, string> | undefined>

/** What one call may set differently from its client. */
export interface CallOptions {
  /** Ends the call; it then rejects with the signal's reason. */
  signal?: AbortSignal | undefined
  /** Milliseconds this call may take, repeats and waits included. */
  timeoutMs?: number | undefined
  /** How often this call is repeated at most. */
  retries?: number | undefined
  /**
   * Calls with the same key run once: the second gets the answer of the first, for 24 hours. A call that changes or
   * costs something and may be repeated gets a key by itself; give one to keep to it over a restart of your program.
   */
  idempotencyKey?: string | undefined
  /** Headers of this call; they win over the client's. */
  headers?: Record<string, string> | undefined
}

/** An error's body: `{error, code, details}`, or `{id, code, detail, status}` from the older services. */
export interface ErrorBody {
  error?: string
  code?: ErrorCode | (string & {}) | number
  details?: { path: string; message: string }[]
  id?: string
  detail?: string
  status?: string
  [field: string]: unknown
}

/** An answer as it came. A body that is no JSON is its text. */
export type RawAnswer<Body> =
  | { ok: true; status: number; headers: Headers; body: Body }
  | { ok: false; status: number; headers: Headers; body: ErrorBody | string }

/** What a method takes: its arguments may be left out when none is required. */
export type Given<Args> =
  Record<never, never> extends Args ? [args?: Args, options?: CallOptions] : [args: Args, options?: CallOptions]

/** The arguments of a method that has none. */
export type NoArgs = Record<string, never>

/** One operation. Call it for its result. A failure rejects with an `OnedoorError`. */
export interface Method<Args, Result, Body = { result: Result }> {
  (...given: Given<Args>): Promise<Result>
  /** The same call for its status, headers and whole body. A failing status resolves with `ok: false`. */
  raw(...given: Given<Args>): Promise<RawAnswer<Body>>
}

/** An operation that answers in pages. Call it for one page, `all` for every entry. */
export interface PagedMethod<
  Args,
  Page extends Record<List, unknown[]>,
  Body = { result: Page },
  List extends string = 'items',
> extends Method<Args, Page, Body> {
  /** Every entry from the page that the arguments name, asking for further pages as the loop needs them. */
  all(...given: Given<Args>): AsyncGenerator<Page[List][number], void, undefined>
}

declare const methods: unique symbol

/** One family's part of the table of operations; `clientOf` makes its methods of it. */
export interface Family<Methods> {
  readonly [methods]?: Methods
}

/** The methods of a client with these families. */
export type MethodsOf<Families> = {
  readonly [Name in keyof Families]: Families[Name] extends Family<infer Methods> ? Methods : never
}
