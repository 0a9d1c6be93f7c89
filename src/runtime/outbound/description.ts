import { z } from 'zod'
import { baseUrl, optional, type Setting, setting, wholeNumber } from '../base/setting.ts'

/** An outside provider, as a constant beside the family that uses it. */
export interface ProviderDescription {
  /** Its name in metrics, logs and `x-provider`, such as `usgs`. */
  readonly name: string
  /** Its name for people: the `source` of answers. */
  readonly source: string
  /** Its name as the subject of a sentence, if it needs an article. */
  readonly nameInSentence?: string
  /** The attribution it requires with its data. */
  readonly attribution?: string
  /** The licence of its data. */
  readonly licence?: string
  /**
   * The setting of its address. If the operator has changed it, it may lead anywhere, also to a private address; the default,
   * and all redirects, may only lead to the public internet.
   */
  readonly baseUrl: Setting<string> | Setting<string | undefined>
  /** The address if another setting of the operator decides it, instead of the value of `baseUrl`. */
  readonly address?: string
  readonly key?: ProviderKey
  /** The setting that lets the operator turn it off, as if it were not configured. */
  readonly onlyIf?: Setting<boolean>
  /** Whether requests carry the credentials of callers: then 401 and 403 say nothing about the provider itself. */
  readonly isCallersAccess?: true
  /** The request rate of this instance with all its processes; a setting where operators may run their own server. */
  readonly pace?: Pace | Setting<Pace>
  /** The most concurrent requests; 4 if not given. */
  readonly maxRunning?: number
  /** The longest a request may take with its retries; the setting PROVIDER_TIMEOUT_S if not given. */
  readonly timeoutMs?: number
  /** The largest response; 2 MiB if not given. */
  readonly maxBytes?: number
  /** The bounds of its cache; 500 responses with 16 MiB in total if not given. */
  readonly kept?: { readonly maxEntries: number; readonly maxBytes: number }
  /** A small request that `onedoor doctor` makes: a GET, or a POST of `json`. */
  readonly probe?: ProviderRequest & { readonly json?: unknown }
  /** Whether it is also used with PROVIDERS=examples, because examples cannot replace its data. */
  readonly isAlwaysLive?: true
  /** Loads the example payloads that replace its responses with PROVIDERS=examples. */
  examples?(): Promise<Examples>
}

export interface ProviderKey {
  readonly setting: Setting<string | undefined>
  /** Where it is sent; as a bearer token if not given. */
  send?(key: string): { readonly headers?: Readonly<Record<string, string>>; readonly query?: Query }
}

/** At most `calls` in any `perMs`. */
export interface Pace {
  readonly calls: number
  readonly perMs: number
}

export type Query = Readonly<Record<string, string | number | boolean | undefined | readonly string[]>>

/** Where a request goes and what it contains. */
export interface ProviderRequest {
  /** Joined to the base URL; begins with a slash. */
  readonly path: string
  /** Undefined values are left out; a list is sent as repeated keys. */
  readonly query?: Query
  /** By lower-case name. */
  readonly headers?: Readonly<Record<string, string>>
}

/** A request as example payloads see it. */
export interface ExampleRequest {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly body: string | undefined
}

/** The response to use instead of the provider's: an object or list as JSON, or a body of any other type. */
export interface ExampleResponse {
  readonly status?: number
  readonly json?: unknown
  readonly body?: string | Uint8Array
  readonly contentType?: string
}

/**
 * Realistic example payloads of a provider.
 *
 * @param nowMs epoch milliseconds: the payload's times are relative to it, so that examples never get old
 * @returns undefined for a request that has no example
 */
export type Examples = (request: ExampleRequest, nowMs: number) => ExampleResponse | undefined

/**
 * The terms of results made from example payloads: `source` is `example`. They have the same fields as real ones, but
 * attribute nothing to the provider that it did not say.
 */
export function exampleTerms({
  source,
  attribution,
  licence,
}: ProviderDescription): Pick<ProviderDescription, 'source' | 'attribution' | 'licence'> {
  return {
    source: 'example',
    ...(attribution === undefined ? {} : { attribution: `Example data, not from ${source}` }),
    ...(licence === undefined ? {} : { licence: 'Example data' }),
  }
}

/**
 * The setting of a provider's address.
 *
 * @param name such as `USGS_BASE_URL`
 * @param fallback the provider's public address
 * @param what completes the sentence "Where ..."
 */
export function baseUrlSetting(name: string, fallback: string, what: string): Setting<string> {
  return setting({
    name,
    rule: 'an http:// or https:// address without a query string',
    fallback,
    meaning: `The address ${what}. To use a mirror or proxy instead of the provider, set the address of the mirror or proxy. It may be private.`,
    without: 'Nothing.',
    example: 'https://mirror.example.org',
    schema: () => baseUrl(),
  })
}

/**
 * The setting of a provider's key.
 *
 * @param without what does not work while it is missing
 */
export function keySetting(name: string, meaning: string, without: string): Setting<string | undefined> {
  return optional({
    name,
    rule: 'a key of at most 500 visible characters',
    fallbackText: 'none',
    meaning,
    without,
    example: 'abc123',
    secret: true,
    schema: () => z.string().regex(/^[!-~]{1,500}$/),
  })
}

/**
 * The setting of the address of a provider without a public server.
 *
 * @param meaning one sentence: what the provider does
 * @param without what is different without it
 */
export function ownBaseUrlSetting(name: string, meaning: string, without: string): Setting<string | undefined> {
  return optional({
    name,
    rule: 'an http:// or https:// address without a query string',
    fallbackText: 'none',
    meaning,
    without,
    example: 'http://127.0.0.1:8002',
    schema: () => baseUrl(),
  })
}

/**
 * The setting of a provider's request rate, in requests per second.
 *
 * @param fallback what the provider's public server allows
 * @param what the server, as the subject of a sentence
 */
export function paceSetting(name: string, fallback: number, what: string): Setting<Pace> {
  return setting({
    name,
    rule: 'a whole number from 1 to 1000',
    fallback: String(fallback),
    meaning: `The number of requests per second that this instance may send to ${what}. Set a number above ${fallback} only for your own server, because the public server rejects clients that send more.`,
    without: 'Nothing.',
    example: '50',
    schema: () => wholeNumber(1, 1000).transform((calls) => ({ calls, perMs: 1000 })),
  })
}
