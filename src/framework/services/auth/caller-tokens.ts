import { LRUCache } from 'lru-cache'
import { newSecret } from '#runtime/accounts/secrets.ts'
import type { Clock } from '#runtime/base/clock.ts'
import { cacheBounds } from '../../../runtime/base/cache-bounds.ts'
import type { RpcCaller } from '../../kernel/rpc-caller.ts'
import type { TokenClaims, TokenSigning } from './signing.ts'
import type { ServiceAccount } from './types.ts'

/** Services look at the token when a call begins. This also covers clocks that differ. */
const lifeMs = 120_000
/** How long a token is reused for further calls: signing takes a millisecond. */
const reusedForMs = 60_000
const maxKept = 5000

interface Kept {
  readonly token: string
  readonly madeAtMs: number
}

/** The service and the namespace that a token was created for. */
export interface CallerTokenPlace {
  readonly service: string
  readonly namespace: string
}

export type ReadableCallerTokens = ReturnType<typeof createCallerTokens>

/** Creates and reads the tokens that identify callers to services. */
export function createCallerTokens({ signing, clock }: { signing: TokenSigning; clock: Clock }) {
  const kept = new LRUCache<string, Kept>(cacheBounds(maxKept))

  async function signed(caller: RpcCaller, service: string): Promise<string> {
    const { id, name, issuer, scopes, namespace, type = 'user' } = caller
    const claims: TokenClaims = {
      sub: id,
      iss: issuer,
      exp: Math.floor((clock.now() + lifeMs) / 1000),
      jti: newSecret(),
      name,
      type,
      scopes: [...scopes],
      metadata: {},
    }
    return signing.sign({ ...claims, aud: service, namespace })
  }

  return {
    /** @returns undefined for an anonymous caller */
    async of(caller: RpcCaller, service: string): Promise<string | undefined> {
      if (caller.kind === 'anonymous') return undefined
      const { namespace, issuer, kind, id, name, type } = caller
      const key = JSON.stringify([namespace, service, issuer, kind, id, name, type, ...caller.scopes])
      const known = kept.get(key)
      const now = clock.now()
      if (known && now - known.madeAtMs < reusedForMs) return known.token
      const token = await signed(caller, service)
      kept.set(key, { token, madeAtMs: now })
      return token
    },
    /** The account that a token identifies, and where; undefined for any other text, and once it has expired. */
    async read(token: string): Promise<{ account: ServiceAccount; place: CallerTokenPlace } | undefined> {
      const claims = await signing.verified(token)
      if (typeof claims?.aud !== 'string') return undefined
      const { sub: id, iss: namespace, name, type, scopes, metadata, aud: service } = claims
      const place = { service, namespace: String(claims.namespace) }
      return { account: { namespace, id, name, type, scopes, metadata }, place }
    },
  }
}
