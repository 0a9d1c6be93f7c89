import type { Configuration, ServerMetadata } from 'openid-client'
import type { Clock } from '../../base/clock.ts'
import { ApiError } from '../../base/errors.ts'
import type { Log } from '../../base/log.ts'
import { singleFlight } from '../../base/once.ts'
import { type Claims, isClaims } from './provider-claims.ts'

/** How long the description of a provider is used before it is read again. */
const freshMs = 5 * 60_000
/** How long a provider that could not be reached is left alone. */
const pauseMs = 30_000
const keysFreshMs = 60_000
const timeoutS = 10
const discoveryTimeoutS = 3
const toleranceS = 60

/** A fetch that bounds time and size, follows no redirect, and reaches private addresses only at the issuer. */
export type OidcFetch = (url: string, init: OidcFetchInit) => Promise<Response>

export interface OidcFetchInit {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly signal?: AbortSignal | undefined
}

export interface OidcClientOptions {
  readonly clock: Clock
  readonly log: Pick<Log, 'warn'>
  readonly fetch: OidcFetch
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** The name of the provider for people. */
  readonly name: string
  readonly scopes: string
  readonly redirectUri: string
}

/** What a person brings back is checked against: all three belong to one request. */
export interface RequestSecrets {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

/** The provider rejected the request of a person, with an error code of OpenID Connect. */
export class ProviderRefusedError extends Error {
  readonly code: string

  constructor(code: string) {
    super(`The provider reports ${code}`)
    this.name = 'ProviderRefusedError'
    this.code = code
  }
}

/** The error of a provider that does not respond. */
export function unreachable(name: string): ApiError {
  return new ApiError('upstream_failed', `${name} cannot be reached right now`, { advice: 'try again in a minute' })
}

type Library = typeof import('openid-client')
const library = (): Promise<Library> => import('openid-client')

/** This server as a client of an OpenID provider. */
export class OidcClient {
  readonly #options: OidcClientOptions
  readonly #look = singleFlight(() => this.#discover())
  #server: ServerMetadata | undefined
  #lookedAt = Number.NEGATIVE_INFINITY
  #reason: string | undefined
  #keys: ReturnType<Library['getJwksCache']>
  #publicKeys: { readonly readAt: number; readonly keys: Promise<readonly unknown[]> } = {
    readAt: Number.NEGATIVE_INFINITY,
    keys: Promise.resolve([]),
  }

  constructor(options: OidcClientOptions) {
    this.#options = options
  }

  /**
   * The description of the provider, at most five minutes old.
   *
   * @throws ApiError upstream_failed if it cannot be read now, or could not half a minute ago
   */
  async server(): Promise<ServerMetadata> {
    const age = this.#options.clock.now() - this.#lookedAt
    if (age >= (this.#server ? freshMs : pauseMs)) await this.#look()
    if (this.#server) return this.#server
    throw unreachable(this.#options.name)
  }

  /** Why the provider cannot be used, as the end of a sentence about it; undefined if it can. */
  async fault(): Promise<string | undefined> {
    await this.server().catch(() => undefined)
    return this.#reason
  }

  /** Resolves when the description is not being read. */
  idle(): Promise<void> {
    return this.#look.idle()
  }

  /** The address of the provider to which a person is sent. @throws ApiError upstream_failed */
  async addressFor({ state, nonce, verifier }: RequestSecrets): Promise<string> {
    const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await library()
    const address = buildAuthorizationUrl(await this.#configuration(), {
      redirect_uri: this.#options.redirectUri,
      scope: this.#options.scopes,
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    })
    return address.href
  }

  /**
   * Exchanges the code with which a person came back. State, issuer, nonce, audience, time and signature are checked.
   *
   * @param query of the address to which the person came back, with its question mark
   * @returns the claims of the ID token and, if the provider has it, of the userinfo endpoint
   * @throws ProviderRefusedError; ApiError upstream_failed; any other error if the response is not valid
   */
  async claimsFor(query: string, { state, nonce, verifier }: RequestSecrets): Promise<Claims> {
    const { authorizationCodeGrant, AuthorizationResponseError, fetchUserInfo, getJwksCache } = await library()
    const configuration = await this.#configuration()
    try {
      const tokens = await authorizationCodeGrant(configuration, new URL(query, this.#options.redirectUri), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (!claims || !isClaims(claims)) throw new Error('The subject or the session of the ID token cannot be used')
      const hasMore = configuration.serverMetadata().userinfo_endpoint !== undefined
      const more = hasMore ? await fetchUserInfo(configuration, tokens.access_token, claims.sub) : {}
      return { ...more, ...claims }
    } catch (failure) {
      if (failure instanceof AuthorizationResponseError) throw new ProviderRefusedError(failure.error)
      throw failure
    } finally {
      this.#keys = getJwksCache(configuration) ?? this.#keys
    }
  }

  /** The page of the provider that signs people out; undefined if it has none, or cannot be reached. */
  async signOutAddress(): Promise<string | undefined> {
    const server = await this.server().catch(() => undefined)
    if (server?.end_session_endpoint === undefined) return undefined
    const { buildEndSessionUrl } = await library()
    return buildEndSessionUrl(await this.#configuration()).href
  }

  /** The public keys of the provider, at most a minute old. @throws ApiError upstream_failed; what the fetch throws */
  async publicKeys(): Promise<readonly unknown[]> {
    const now = this.#options.clock.now()
    if (now - this.#publicKeys.readAt >= keysFreshMs) this.#publicKeys = { readAt: now, keys: this.#readKeys() }
    return await this.#publicKeys.keys
  }

  async #readKeys(): Promise<readonly unknown[]> {
    const { jwks_uri: address } = await this.server()
    if (address === undefined) return []
    const signal = AbortSignal.timeout(timeoutS * 1000)
    const response = await this.#options.fetch(address, {
      method: 'GET',
      headers: { accept: 'application/json' },
      signal,
    })
    const { keys } = (await response.json()) as { keys?: unknown }
    return Array.isArray(keys) ? keys : []
  }

  get #isInsecure(): boolean {
    return this.#options.issuer.startsWith('http:')
  }

  /** Made for each use, because the library has no clock: it takes the difference to that of the machine. */
  async #configuration(): Promise<Configuration> {
    const client = await library()
    const server = await this.server()
    const { clock, clientId, clientSecret, fetch } = this.#options
    const metadata = {
      [client.clockSkew]: Math.round((clock.now() - Date.now()) / 1000),
      [client.clockTolerance]: toleranceS,
    }
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const authentication = methods.includes('client_secret_basic') ? client.ClientSecretBasic : client.ClientSecretPost
    const configuration = new client.Configuration(server, clientId, metadata, authentication(clientSecret))
    configuration[client.customFetch] = (url, init) => fetch(url, init)
    configuration.timeout = timeoutS
    if (this.#isInsecure) client.allowInsecureRequests(configuration)
    client.enableNonRepudiationChecks(configuration)
    if (this.#keys) client.setJwksCache(configuration, this.#keys)
    return configuration
  }

  async #discover(): Promise<void> {
    const { clock, log, clientId, fetch, issuer } = this.#options
    try {
      const client = await library()
      const found = await client.discovery(new URL(issuer), clientId, undefined, undefined, {
        [client.customFetch]: (url, init) => fetch(url, init),
        timeout: discoveryTimeoutS,
        execute: this.#isInsecure ? [client.allowInsecureRequests] : [],
      })
      const server = found.serverMetadata()
      // Fails unless people can be sent there.
      client.buildAuthorizationUrl(found, {})
      // The library makes exceptions for some providers with many issuers.
      if (server.issuer !== issuer && `${server.issuer}/` !== issuer && server.issuer !== `${issuer}/`) {
        throw new Error(`it names itself ${server.issuer}`)
      }
      this.#server = server
      this.#reason = undefined
    } catch (failure) {
      this.#server = undefined
      this.#reason = reasonOf(failure)
      log.warn({ issuer, reason: this.#reason }, 'sign-in provider unusable, people need a password or passkey')
    } finally {
      this.#lookedAt = clock.now()
    }
  }
}

/** The library wraps what a fetch throws. */
function reasonOf(failure: unknown): string {
  const { cause, message } = failure as Error
  return cause instanceof ApiError ? cause.message : message
}
