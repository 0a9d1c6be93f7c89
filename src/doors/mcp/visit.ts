import type { ServerContext } from '@modelcontextprotocol/server'
import type { ApiError } from '#runtime/base/errors.ts'
import type { Caller } from '#runtime/calls/caller.ts'
import { addressGroup } from '#runtime/limits/client-address.ts'
import type { PaymentHeaders } from '#runtime/money/x402/index.ts'
import type { Program } from '#runtime/policy/types.ts'
import type { Filters } from './filters.ts'

/** One request to the endpoint: its caller and its options. */
export interface Visit {
  readonly requestId: string
  readonly clientAddress: string
  readonly caller: Caller
  /** The caller by the same credential, as of now. @throws ApiError unauthenticated if it has ended */
  again(): Caller | Promise<Caller>
  /** The client, by its token: a model that obeys what it reads. */
  readonly program: Program | undefined
  readonly filters: Filters
  /** Whether its client knows structured content: since the revision 2025-06-18. */
  readonly isStructured: boolean
  readonly idempotencyKey: string | undefined
  readonly payment: PaymentHeaders | undefined
  /** Why its caller may not make the call, once the pipeline has decided so. The status of the response shows it. */
  refusal?: ApiError
}

/** The subject that sessions and streams are counted for. */
export function subjectOf({ caller, clientAddress }: Pick<Visit, 'caller' | 'clientAddress'>): string {
  return caller.kind === 'account' ? caller.account.id : addressGroup(clientAddress)
}

/** The client that a caller's token was given to; undefined without a token. */
export function programOf(caller: Caller): Program | undefined {
  if (caller.kind !== 'account' || caller.via !== 'token') return undefined
  const { tokenId } = caller.grant
  return { actor: { kind: 'mcp', id: tokenId }, accountId: caller.account.id, credentialId: tokenId }
}

/** The request that the protocol handles, as the door identified it. */
export function visitOf(ctx: ServerContext): Visit {
  const visit = ctx.http?.authInfo?.extra?.visit
  if (!visit) throw new Error('A request has no visit')
  return visit as Visit
}
