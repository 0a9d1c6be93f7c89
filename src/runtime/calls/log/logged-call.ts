import { hash } from 'node:crypto'
import type { ArgumentKind, Operation } from '#generated/server/operations.ts'
import { canonicalJson } from '../../base/canonical-json.ts'
import { parseUrl } from '../../base/parse-url.ts'
import { firstCharacters } from '../../base/text/first-characters.ts'
import { storable } from '../../base/text/storable-text.ts'
import type { Companion, Transaction } from '../../store/types.ts'
import { type Caller, credentialIdOf, trustOf } from '../caller.ts'
import { CallCancelled } from '../cancellation.ts'
import type { DecodedArgument } from '../decoding-body.ts'
import type { IncomingCall } from '../incoming.ts'
import type { Outcome } from '../outcome.ts'
import type { Ended } from './call-log.ts'
import type { Entry, OwnedEntry } from './entry.ts'
import type { PendingEntry } from './pending.ts'
import { undoOf } from './undo.ts'

/** A longer file is not encoded again to hash it. */
const maxHashedChars = 64 * 1024
const maxObjectLength = 200
const maxObjects = 20

type AccountCaller = Extract<Caller, { readonly kind: 'account' | 'delegated' }>

/** Where a call came in, and its id. */
export type PlacedCall = Pick<IncomingCall, 'requestId' | 'door'>

/** What the log reads of an outcome. */
type EndedCall = Pick<Outcome, 'error' | 'charge' | 'isReplay'> & { readonly result?: unknown }

/** Where a logged call ends up. */
export interface LoggedCallSink {
  /** Stores the entry of a write that has not ended, within its transaction. */
  storePending(tx: Transaction, entry: OwnedEntry): PendingEntry
  /** @param isUrgent whether it is stored at once, and not with the next group */
  add(ended: Ended & { isUrgent: boolean }): void
  now(): number
  /** The server's secret for the call log. */
  readonly key: string
}

/**
 * What the log records of a running call of an account. For a write it joins the first transaction of the call, so that no change
 * is without its entry.
 */
export class LoggedCall implements Companion {
  readonly #sink: LoggedCallSink
  readonly #operation: Operation
  readonly accountId: string
  readonly #requestId: string
  readonly #door: PlacedCall['door']
  readonly #caller: CallerFacts
  #args: Record<string, unknown> | undefined
  #decoded: DecodedArgument | undefined
  #state: 'awaited' | 'running' | 'committed' = 'awaited'
  #pending: PendingEntry | undefined
  #approval: string | undefined
  #facts: Pick<Entry, 'object' | 'digest'> | undefined

  /** Keeps nothing else of the call: an entry can wait for a second, and its request would wait with it. */
  constructor(sink: LoggedCallSink, operation: Operation, { requestId, door }: PlacedCall, caller: AccountCaller) {
    this.#sink = sink
    this.#operation = operation
    this.accountId = caller.account.id
    this.#requestId = requestId
    this.#door = door
    this.#caller = callerFacts(caller)
  }

  /** Sets the checked arguments. They are read again when the call ends. */
  takes(args: Record<string, unknown>, decoded: DecodedArgument | undefined): void {
    this.#args = args
    this.#decoded = decoded
  }

  /** Sets the approval that the call uses. */
  uses(approval: string): void {
    this.#approval = approval
  }

  get isAwaited(): boolean {
    return this.#state === 'awaited' && this.#operation.kind === 'write'
  }

  async begin(): Promise<void> {
    this.#state = 'running'
  }

  async join(tx: Transaction): Promise<void> {
    const pending = this.#sink.storePending(tx, this.#entry({ code: 'unfinished' }))
    tx.afterCommit(() => {
      this.#state = 'committed'
      this.#pending = pending
    })
  }

  failed(): void {
    this.#state = 'awaited'
  }

  /**
   * Adds the call to the log, before its arguments are released.
   *
   * @param durationMs how long it took
   */
  end(ended: EndedCall, durationMs: number): void {
    const { error, charge, isReplay = false } = ended
    this.#approval ??= error?.approval
    const code = error instanceof CallCancelled ? 'cancelled' : error?.code
    const outcome = {
      code,
      is_replay: isReplay || undefined,
      undo: error || isReplay || !this.#args ? undefined : undoOf(this.#operation, this.#args, ended.result),
      micro_credits: charge?.charged || undefined,
      duration_us: Math.round(durationMs * 1000),
    }
    const at = this.#sink.now()
    // Cheaper for many at once. Arguments that came in the address are short, and nothing changes them any more.
    const isMadeLater = this.#operation.kind === 'read' && !this.#operation.hasBody
    const made = isMadeLater ? undefined : this.#entry(outcome, at)
    const entry = made ? () => made : () => this.#entry(outcome, at)
    const isUrgent = this.#operation.kind === 'write' && this.#pending === undefined
    this.#sink.add({ owner: this.accountId, entry, pending: this.#pending, isUrgent })
  }

  #entry(
    outcome: Pick<Entry, 'code' | 'is_replay' | 'undo' | 'micro_credits' | 'duration_us'>,
    at = this.#sink.now(),
  ): OwnedEntry {
    this.#facts ??= this.#factsOfArguments()
    const { object, digest } = this.#facts
    const { caller, name, actor, credential, run } = this.#caller
    const { code, is_replay, undo, micro_credits, duration_us } = outcome
    const entry: Entry = {
      operation: this.#operation.id,
      object,
      digest,
      caller,
      door: this.#door,
      name,
      actor,
      credential,
      run,
      approval: this.#approval,
      code,
      is_replay,
      undo,
      micro_credits,
      duration_us,
    }
    return {
      owner: this.accountId,
      at,
      request_id: this.#requestId,
      entry: JSON.stringify(entry),
    }
  }

  #factsOfArguments(): Pick<Entry, 'object' | 'digest'> {
    const args = this.#args
    if (!args) return {}
    const isLarge = (this.#decoded?.chars ?? 0) > maxHashedChars
    return {
      object: objectOf(this.#operation, args),
      digest: isLarge ? undefined : digestOf(withoutSecrets(this.#operation, args), this.#sink.key),
    }
  }
}

type CallerFacts = Pick<Entry, 'caller' | 'name' | 'actor' | 'credential' | 'run'>

function callerFacts(caller: AccountCaller): CallerFacts {
  const credential = credentialIdOf(caller)
  const { actor, run } = trustOf(caller) ?? {}
  // Of an MCP client it is the token.
  const id = actor?.id === credential ? undefined : actor?.id
  if (actor) return { caller: actor.kind, name: actor.name, actor: id, credential, run }
  if (caller.kind === 'delegated') return { caller: caller.origin, credential }
  if (caller.via === 'session') {
    const { administrator, sessionId } = caller
    if (!administrator) return { caller: 'session', credential: sessionId }
    return { caller: 'administrator', name: administrator.username, actor: administrator.id, credential: sessionId }
  }
  return { caller: caller.grant.clientId === undefined ? 'token' : 'program', credential }
}

/**
 * A keyed hash of the arguments in the form of RFC 8785, so that nobody can guess them; none for text without such a form.
 * SHA-512/256 needs no HMAC, which costs a read a tenth more: its state cannot be extended, since it returns only half.
 */
export function digestOf(args: Record<string, unknown>, key: string): string | undefined {
  try {
    return hash('sha512-256', `${key}\n${canonicalJson(args)}`, 'base64url')
  } catch {
    return undefined
  }
}

/** The arguments that the log reads, by their names. */
interface ReadArguments {
  /** Those that name what a call acts on, in order of preference. */
  readonly naming: readonly string[]
  /** Those that must not be recorded. */
  readonly secret: readonly string[]
}

/** The kinds of arguments that name what a call acts on, in order of preference. */
const namingKinds: readonly ArgumentKind[] = ['object', 'recipient', 'address']
const readArguments = new WeakMap<Operation, ReadArguments>()

function readArgumentsOf(operation: Operation): ReadArguments {
  const present = readArguments.get(operation)
  if (present) return present
  const { argumentKinds } = operation
  const ofKind = (kind: ArgumentKind) => Object.keys(argumentKinds).filter((name) => argumentKinds[name] === kind)
  const read = { naming: namingKinds.flatMap(ofKind), secret: ofKind('secret') }
  readArguments.set(operation, read)
  return read
}

/** The arguments that may be recorded. */
function withoutSecrets(operation: Operation, args: Record<string, unknown>): Record<string, unknown> {
  const { secret } = readArgumentsOf(operation)
  if (secret.length === 0) return args
  return Object.fromEntries(Object.entries(args).filter(([name]) => !secret.includes(name)))
}

/** The value of the first argument given that names what the call acts on. */
function objectOf(operation: Operation, args: Record<string, unknown>): string | undefined {
  for (const name of readArgumentsOf(operation).naming) {
    const value = args[name]
    const isAddress = operation.argumentKinds[name] === 'address'
    const texts = (Array.isArray(value) ? value : [value])
      .filter((each) => ['string', 'number'].includes(typeof each))
      .map((each) => (isAddress ? placeOf(`${each}`) : each))
    if (texts.length > 0) return firstCharacters(storable(texts.slice(0, maxObjects).join(', ')), maxObjectLength)
  }
  return undefined
}

/** An address without user info, query and fragment, which may be or contain secrets. */
function placeOf(address: string): string {
  const url = parseUrl(address)
  if (url?.host) return `${url.protocol}//${url.host}${url.pathname}`
  return address.replace(/[?#].*$/su, '').replace(/^[^/]*@/u, '')
}
