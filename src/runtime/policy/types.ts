import type { Effect, Operation } from '#generated/server/operations.ts'
import type { Actor } from '../approvals/types.ts'

/** Something that the person chose in the current request: this method may act on this object. */
export interface Choice {
  /** `notes.add` */
  readonly operation: string
  /** An id, a recipient or an address, exactly as the call has it. */
  readonly object: string
}

/** What the policy knows about the run, program or credential that makes a call. */
export interface Trust {
  /** Whether text by others has been read: then any call may come from that text. */
  readonly isTainted: boolean
  readonly chosen: readonly Choice[]
  /** What the run has spent so far. */
  readonly spentMicroCredits: number
  /** The id of the run. */
  readonly run?: string | undefined
  readonly actor: Actor
}

/** A program that obeys what it reads, as far as this server knows: an MCP client or a hosted app, by its credential. */
export interface Program {
  readonly actor: Actor
  readonly accountId: string
  readonly credentialId: string
}

/** A rule of an account that is in effect for the caller. A condition that is omitted matches everything. */
export interface Rule {
  readonly decision: 'allow' | 'ask' | 'deny'
  readonly operation?: string | undefined
  readonly effect?: Effect | undefined
  /** The value of an argument that names an object, a recipient or an address. */
  readonly object?: string | undefined
  /** Calls that cost more than this, or whose price is not known before. */
  readonly aboveMicroCredits?: number | undefined
}

export type Decision =
  | { readonly kind: 'allow' }
  /** A person has to approve the call; `reason` is a sentence for that person. */
  | { readonly kind: 'ask'; readonly reason: string }
  /** Nobody can approve the call here; `reason` is a sentence for the caller. */
  | { readonly kind: 'deny'; readonly reason: string }

/** The facts about an operation that decide. */
export type DecidedOperation = Pick<
  Operation,
  'id' | 'formOf' | 'withheld' | 'microCredits' | 'priceUnit' | 'effects' | 'effectWhen' | 'argumentKinds'
>

export type Arguments = Readonly<Record<string, unknown>>
