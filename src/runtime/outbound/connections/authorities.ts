import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Asker } from '../../base/asker.ts'
import type { Setting } from '../../base/setting.ts'
import { OutboundFailure } from '../failure.ts'
import { exampleReason, type ProbeResult, type Provider } from '../provider.ts'
import { addressOf } from '../provider-wire.ts'
import type { GrantedKind } from './connection-kind.ts'

/** What the authority has granted. */
export interface Granted {
  readonly accessToken: string
  readonly expiresInS: number
  /** Absent if the previous one stays valid. */
  readonly refreshToken: string | undefined
  readonly scopes: ReadonlySet<string> | undefined
  /** The name of the outside account, such as an e-mail address. */
  readonly subject: string | undefined
}

/** The grant was withdrawn, has expired, or never existed. */
export class GrantRefusedError extends Error {
  override readonly name = 'GrantRefusedError'
}

const token = z.string().min(1).max(8192)
const tokenAnswer = z.object({
  access_token: token,
  expires_in: z.number().positive().max(31_536_000).default(3600),
  refresh_token: token.optional(),
  scope: z.string().max(8192).optional(),
  id_token: z.string().max(16_384).optional(),
})
const identity = z.object({ email: z.string().max(320).optional(), sub: z.string().max(255).optional() })

interface AuthorityOptions {
  readonly kind: GrantedKind
  readonly provider: Provider
  readonly redirectUri: string
  readonly settingOf: <Value>(setting: Setting<Value>) => Value
}

/** Talks to the authority of a kind of connection. */
export class GrantClient {
  readonly #options: AuthorityOptions

  constructor(options: AuthorityOptions) {
    this.#options = options
  }

  /** The missing settings without which nothing can be connected. */
  get missing(): string[] {
    const { clientId, clientSecret } = this.#options.kind.authority
    return [clientId, clientSecret]
      .filter((each) => this.#options.settingOf(each) === undefined)
      .map(({ name }) => name)
  }

  /**
   * The address where a person grants the connection.
   *
   * @param verifier the secret of PKCE; the address contains only its hash
   */
  pageOf(state: string, verifier: string): string {
    const { authority, scopes } = this.#options.kind
    const address = addressOf(this.#options.settingOf(authority.pages.baseUrl), authority.pages.path, {
      ...authority.parameters,
      response_type: 'code',
      client_id: this.#options.settingOf(authority.clientId),
      redirect_uri: this.#options.redirectUri,
      scope: [...authority.identityScopes, ...scopes].join(' '),
      state,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    })
    return address.href
  }

  /** Exchanges the code that a person came back with for tokens. @throws GrantRefusedError, OutboundFailure */
  exchange(asker: Asker, code: string, verifier: string): Promise<Granted> {
    return this.#ask(asker, {
      grant_type: 'authorization_code',
      code,
      code_verifier: verifier,
      redirect_uri: this.#options.redirectUri,
    })
  }

  /** Renews access. @throws GrantRefusedError, OutboundFailure */
  refresh(asker: Asker, refreshToken: string): Promise<Granted> {
    return this.#ask(asker, { grant_type: 'refresh_token', refresh_token: refreshToken })
  }

  /** Checks with an invalid token whether the authority knows this server. Never rejects. */
  async probe(signal: AbortSignal): Promise<ProbeResult> {
    if (this.missing.length > 0) return { kind: 'not_configured', settings: this.missing }
    if (this.#options.provider.isExample) return { kind: 'not_tried', reason: exampleReason }
    const startedAt = performance.now()
    try {
      await this.refresh({ signal, subject: 'doctor' }, 'a token that nobody has')
    } catch (failure) {
      // An authority rejects an unknown client before it looks at the token.
      if (!(failure instanceof GrantRefusedError)) return { kind: 'fails', reason: (failure as Error).message }
    }
    return { kind: 'works', latencyMs: performance.now() - startedAt }
  }

  /** Revokes a grant. One that has already ended is not a failure. @throws OutboundFailure */
  async revoke(asker: Asker, anyToken: string): Promise<void> {
    try {
      await this.#options.provider.call(asker, {
        ...formCall(this.#options.kind.authority.revokePath, { token: anyToken }),
        isIdempotent: true,
        reader: { accept: ['*/*'], bytes: () => undefined },
      })
    } catch (failure) {
      if (failure instanceof OutboundFailure && failure.upstreamStatus === 400) return
      throw failure
    }
  }

  async #ask(asker: Asker, values: Readonly<Record<string, string>>): Promise<Granted> {
    const { authority } = this.#options.kind
    const client = {
      client_id: this.#options.settingOf(authority.clientId) ?? '',
      client_secret: this.#options.settingOf(authority.clientSecret) ?? '',
    }
    try {
      const answer = await this.#options.provider.call(asker, {
        ...formCall(authority.tokenPath, { ...client, ...values }),
        reader: { json: tokenAnswer },
      })
      return {
        accessToken: answer.access_token,
        expiresInS: answer.expires_in,
        refreshToken: answer.refresh_token,
        scopes: answer.scope === undefined ? undefined : new Set(answer.scope.split(' ')),
        subject: subjectOf(answer.id_token),
      }
    } catch (failure) {
      throw this.#named(failure)
    }
  }

  #named(failure: unknown): unknown {
    if (!(failure instanceof OutboundFailure)) return failure
    const error = errorIn(failure.upstreamBody)
    if (error === 'invalid_grant') return new GrantRefusedError('The grant was refused')
    if (error !== 'invalid_client' && error !== 'unauthorized_client') return failure
    const { title, clientId, clientSecret } = this.#options.kind.authority
    return new OutboundFailure(
      'status',
      `${title} does not know this server. Its administrator should check ${clientId.name} and ${clientSecret.name}.`,
      { status: failure.upstreamStatus },
    )
  }
}

function formCall(path: string, values: Readonly<Record<string, string>>) {
  return {
    method: 'POST',
    path,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(values).toString(),
  } as const
}

function errorIn(body: string | undefined): unknown {
  try {
    return (JSON.parse(body ?? '') as { error?: unknown }).error
  } catch {
    return undefined
  }
}

/** Its signature need not be checked: it came directly from the authority. */
function subjectOf(idToken: string | undefined): string | undefined {
  try {
    const [, payload = ''] = (idToken ?? '').split('.')
    const { email, sub } = identity.parse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')))
    return email ?? sub
  } catch {
    return undefined
  }
}
