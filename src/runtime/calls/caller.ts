import type { Operation } from '#generated/server/operations.ts'
import type { CallingAccount, Grant, Rights } from '../accounts/grant.ts'
import { ApiError } from '../base/errors.ts'
import type { Spender } from '../budgets/types.ts'
import type { Trust } from '../policy/types.ts'

/** Who is calling. Plain data. */
export type Caller =
  | { readonly kind: 'anonymous' }
  /** The wallet that pays for this call, by its address. */
  | { readonly kind: 'wallet'; readonly address: string }
  | AccountByToken
  | AccountBySession
  | Delegate

interface AccountBySession {
  readonly kind: 'account'
  readonly via: 'session'
  readonly account: CallingAccount
  readonly sessionId: string
  /** The administrator who sees the pages of the account; undefined if it is the account's owner. */
  readonly administrator?: { readonly id: string; readonly username: string } | undefined
}

interface AccountByToken {
  readonly kind: 'account'
  readonly via: 'token'
  readonly account: CallingAccount
  readonly grant: Grant
  /** Of a program that obeys what it reads; undefined for others. */
  readonly trust?: Trust | undefined
}

/** Something that acts on behalf of an account, without a credential of that account. */
export interface Delegate {
  readonly kind: 'delegated'
  /** `agent` also for background work of the agent. Withheld methods are refused to both. */
  readonly origin: 'agent' | 'app'
  readonly account: CallingAccount
  /** Its rights; all of the account's if undefined. */
  readonly rights: Rights | undefined
  /** The token or the app's grant that the rights come from: later work of the call has its rights. */
  readonly credentialId: string | undefined
  /** What it has read, and what its person chose. Without it, it counts as one that has read text by others. */
  readonly trust?: Trust | undefined
}

export type Origin = 'client' | Delegate['origin']

export const anonymous: Caller = { kind: 'anonymous' }

/** Whether a person or program calls, or something on behalf of an account. */
export function originOf(caller: Caller): Origin {
  return caller.kind === 'delegated' ? caller.origin : 'client'
}

/** What the policy knows about the caller; undefined for a person, and for programs that decide for themselves. */
export function trustOf(caller: Caller): Trust | undefined {
  if (caller.kind === 'delegated') return caller.trust ?? unknownRun
  return caller.kind === 'account' && caller.via === 'token' ? caller.trust : undefined
}

const unknownRun: Trust = { isTainted: true, chosen: [], spentMicroCredits: 0, actor: { kind: 'agent' } }

/** The account that the call is made for. */
export function accountOf(caller: Caller): CallingAccount | undefined {
  return caller.kind === 'account' || caller.kind === 'delegated' ? caller.account : undefined
}

/** The grant that limits a caller with an account; undefined if it may do everything that the account may. */
export function rightsOf(caller: Caller): Rights | undefined {
  if (caller.kind === 'delegated') return caller.rights
  return caller.kind === 'account' && caller.via === 'token' ? caller.grant : undefined
}

/** The credential whose rights background work of this caller has; undefined for the account's own rights. */
export function credentialIdOf(caller: Caller): string | undefined {
  if (caller.kind === 'delegated') return caller.credentialId
  return caller.kind === 'account' && caller.via === 'token' ? caller.grant.tokenId : undefined
}

/** Whose budgets count for what a caller uses; undefined without an account. */
export function spenderOf(caller: Extract<Caller, { account: CallingAccount }>): Spender
export function spenderOf(caller: Caller): Spender | undefined
export function spenderOf(caller: Caller): Spender | undefined {
  const account = accountOf(caller)
  if (!account) return undefined
  const credential = credentialIdOf(caller)
  if (caller.kind !== 'delegated') return { accountId: account.id, tokenId: credential }
  const actor = caller.trust?.actor
  if (caller.origin === 'app') return { accountId: account.id, appId: actor?.id ?? credential }
  return { accountId: account.id, tokenId: credential, agentId: actor?.id }
}

/**
 * The id under which background work of this caller gets its rights: that of its credential, with the scopes of an
 * access token that has only a part of them.
 */
export function laterRightsOf(caller: Caller): string | undefined {
  const [id, rights] = [credentialIdOf(caller), rightsOf(caller)]
  return id !== undefined && rights?.isNarrowed ? [id, ...rights.scopes].join(' ') : id
}

/** The error for a wallet that calls a method acting for an account. */
export function accountRequired({ id, family }: Pick<Operation, 'id' | 'family'>): ApiError {
  return new ApiError(
    'account_required',
    `${id} requires an account, and a payment alone does not identify one. Send a token as "Authorization: Bearer od_…". Nothing was paid. Create a token at /settings/tokens on this server, or with: onedoor token create NAME --services ${family}`,
  )
}
