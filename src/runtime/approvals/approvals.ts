import { z } from 'zod'
import { pageOf, type Range } from '../accounts/paged.ts'
import type { Clock } from '../base/clock.ts'
import { ApiError, invalidArgument } from '../base/errors.ts'
import { newId } from '../base/ids.ts'
import { nextChange } from '../base/next-change.ts'
import { createSerialByKey } from '../base/serial.ts'
import type { Signals } from '../base/signals.ts'
import type { Publisher } from '../bus/bus.ts'
import { handles, jobKind } from '../jobs/kind.ts'
import type { JobQueue } from '../jobs/queue.ts'
import { totalOf } from '../store/total.ts'
import type { Store, Writer } from '../store/types.ts'
import { actorOf, approvalOf, nameOf } from './approval-of.ts'
import { boundObjectOf } from './bound-object.ts'
import { cardText, cardTitle, isCostlyOrGrants } from './card.ts'
import { digestOf } from './digest.ts'
import { factsOf } from './operation-facts.ts'
import * as rows from './rows.ts'
import { approvalEnded, approvalRequested } from './topics.ts'
import type { Approval, ApprovalState, Approvals, Proposed, Scope } from './types.ts'
import { WaitingRuns } from './waiting-runs.ts'

/** How long a person has to decide, and how long what was decided counts. */
export const approvalMs = 15 * 60_000
/** Pending approvals of one run, or of one caller without a run. */
export const maxPendingPerRun = 5
/** Pending approvals of one account. */
const maxPendingPerAccount = 100
/** Rules of one account. */
const maxRules = 500
/** Characters of the arguments as JSON, in bytes: a person could not read more. */
const maxArgumentBytes = 65_536
const keptMs = 30 * 86_400_000
/** How long the state of a run that waits is kept, if nothing has gone on with it. */
const waitingKeptMs = 86_400_000
/** Ended approvals of one account. */
export const maxEnded = 1000
/** No run is as old as this. */
const runRulesKeptMs = 7 * 86_400_000
const retryAfterS = 60
/** The signal that some approval has ended. */
const changed = 'approvals'

const expireJob = jobKind('approvals.expire', z.object({ id: z.string(), account: z.string() }))

interface StoreApprovalsOptions {
  readonly store: Store
  readonly clock: Clock
  readonly queue: JobQueue
  readonly bus: Pick<Publisher, 'publish'>
  readonly signals: Pick<Signals, 'send' | 'listen'>
}

/** What a person decides about an approval. */
export interface Decision {
  readonly accountId: string
  readonly id: string
  readonly decision: 'allow' | 'deny'
  readonly scope: Scope
}

/** A decision that counts for later calls, as its owner sees it. */
export interface ApprovalRule {
  readonly id: string
  readonly operation: string
  /** The arguments that a call must have, as canonical JSON. */
  readonly object: string
  readonly actor: Approval['actor']
  /** The run that it ends with; undefined for one that always counts. */
  readonly run: string | undefined
  readonly createdAtMs: number
}

/** The approvals in this store, which all processes share. */
export class StoreApprovals extends WaitingRuns implements Approvals {
  /** Ends an approval that nobody has decided. */
  readonly job = handles(expireJob, ({ payload }) => this.#expire(payload))
  readonly #options: StoreApprovalsOptions
  readonly #inTurn = createSerialByKey()

  constructor(options: StoreApprovalsOptions) {
    super(options)
    this.#options = options
  }

  async request(proposed: Proposed, usesIt = false): Promise<Approval> {
    if (factsOf(proposed.operation, proposed.args).isForPeople)
      throw new ApiError('permission_denied', `Only a person can call ${proposed.operation}. It cannot be approved.`)
    const text = JSON.stringify(proposed.args)
    if (Buffer.byteLength(text) > maxArgumentBytes) {
      const message = `The arguments of ${proposed.operation} are too large to be approved. The maximum is 64 KiB`
      throw new ApiError('too_large', message, { advice: 'send less in one call' })
    }
    const digest = digestOf(proposed)
    return this.#write(proposed.accountId, async (tx) => {
      const present = await this.#present(tx, proposed.accountId, digest)
      // Before its rule, so that nothing is left to be used when the rule is revoked.
      const allowed = present?.state === 'allowed' ? present : await this.#allowedByRule(tx, proposed, digest)
      if (!allowed) return present ?? this.#insert(tx, proposed, digest, text)
      return usesIt && (await this.use(tx, allowed.id, digest)) ? { ...allowed, state: 'used' } : allowed
    })
  }

  async decided(id: string, signal: AbortSignal): Promise<'allowed' | 'denied' | 'expired'> {
    for (;;) {
      signal.throwIfAborted()
      // Listening begins before the look, so that a change in between is noticed.
      using change = nextChange(this.#options.signals, changed, signal)
      const state = await this.#state(id)
      if (state !== 'pending') return state === 'used' ? 'allowed' : state
      await change.happened
    }
  }

  async use(tx: Writer, id: string, digest: string): Promise<boolean> {
    if (id.startsWith('rule_')) return (await tx.get(rows.findRule({ id }))) !== undefined
    return (await tx.run(rows.use({ id, digest, now: this.#options.clock.now() }))).changes > 0
  }

  /** @throws ApiError not_found */
  async find(accountId: string, id: string): Promise<Approval> {
    const row = await this.#options.store.get<rows.ApprovalRow>(rows.find({ id, account: accountId }))
    if (!row) throw noSuchApproval()
    return this.#approvalOf(row)
  }

  /**
   * Approvals of an account, newest first.
   *
   * @param state only those; all if undefined
   * @param of only approvals of this operation, and in this run
   */
  async list(
    accountId: string,
    state: ApprovalState | undefined,
    range: Range,
    of: { readonly operation?: string | undefined; readonly run?: string | undefined } = {},
  ): Promise<{ approvals: Approval[]; total: number }> {
    const { store, clock } = this.#options
    const chosen = store.sql('approvals').where({ account_id: accountId })
    rows.inState(chosen, state, clock.now())
    for (const [column, value] of Object.entries(of)) if (value !== undefined) chosen.where(column, value)
    const { rows: found, total } = await pageOf<rows.ApprovalRow>(store, chosen, rows.columns, range)
    return { approvals: found.map((row) => this.#approvalOf(row)), total }
  }

  /** How many of an account a person has to decide. */
  countPending(accountId: string): Promise<number> {
    const { store, clock } = this.#options
    return totalOf(store, rows.countPending({ account: accountId, now: clock.now() }))
  }

  /**
   * Decides, once: of several concurrent decisions the first counts. Repeating it changes nothing.
   *
   * @throws ApiError not_found; conflict if it was decided differently or has expired; invalid_argument for the scope `run` of a call
   *   without a run, and for any but `once` of one that costs credits or grants rights; failed_precondition if the account has too many rules
   */
  async decide({ accountId, id, decision, scope }: Decision): Promise<Approval> {
    const { clock, queue } = this.#options
    return this.#write(accountId, async (tx) => {
      const now = clock.now()
      const state = decision === 'allow' ? 'allowed' : 'denied'
      const { changes } = await tx.run(rows.decide({ id, account: accountId, state, now, expires: now + approvalMs }))
      const row = await tx.get<rows.ApprovalRow>(rows.find({ id, account: accountId }))
      if (!row) throw noSuchApproval()
      const approval = this.#approvalOf(row)
      if (changes === 0 && isDecided(approval, decision)) return approval
      if (changes === 0) throw alreadyEnded(approval)
      if (decision === 'allow' && scope !== 'once') await this.#addRule(tx, row, approval, scope)
      await queue.cancel(tx, expireJob, id)
      await this.#ended(tx, row, state)
      return approval
    })
  }

  /** Denies a call, even one that was allowed elsewhere, unless it was already made. Changes nothing if the approval has ended. */
  async deny(account: string, id: string): Promise<void> {
    const now = this.#options.clock.now()
    await this.#write(account, async (tx) => {
      const [row] = await tx.all<rows.ApprovalRow>(rows.deny({ id, account, now, expires: now + approvalMs }))
      if (!row) return
      await this.#options.queue.cancel(tx, expireJob, id)
      await this.#ended(tx, row, 'denied')
    })
  }

  /** The rules of an account, newest first. */
  async rules(accountId: string): Promise<ApprovalRule[]> {
    const found = await this.#options.store.all<rows.RuleRow>(rows.rulesOf({ account: accountId, limit: maxRules }))
    return found.map((row) => ({
      id: row.id,
      operation: row.operation,
      object: row.object,
      actor: actorOf({ ...row, actor_id: row.actor_id || null }),
      run: row.run || undefined,
      createdAtMs: Number(row.created_at),
    }))
  }

  /** @throws ApiError not_found */
  async revokeRule(accountId: string, id: string): Promise<void> {
    const { changes } = await this.#options.store.run(rows.removeRule({ id, account: accountId }))
    if (changes === 0) throw new ApiError('not_found', 'You have no such rule.')
  }

  /** Ends the approvals and rules of a run that goes no further, in the transaction that ends it: it can make no call any more. */
  async withdraw(tx: Writer, accountId: string, run: string): Promise<void> {
    const { clock, queue } = this.#options
    for (const row of await tx.all<rows.ApprovalRow>(rows.withdraw({ account: accountId, run, now: clock.now() }))) {
      await queue.cancel(tx, expireJob, row.id)
      await this.#ended(tx, row, 'expired')
    }
    await tx.run(rows.removeRunRules({ account: accountId, run }))
  }

  endRun(accountId: string, run: string): Promise<void> {
    return this.#write(accountId, (tx) => this.withdraw(tx, accountId, run))
  }

  /** Deletes what approvals no longer need: their contents after a day, themselves after 30 days, and rules of runs that have ended. */
  async purge(signal: AbortSignal): Promise<void> {
    const { store, clock } = this.#options
    await store.run(rows.dropOldContents({ before: clock.now() - waitingKeptMs }))
    await store.run(rows.removeOldRunRules({ before: clock.now() - runRulesKeptMs }))
    for (let removed = 1; removed > 0; ) {
      signal.throwIfAborted()
      removed = (await store.run(rows.removeOld({ before: clock.now() - keptMs, limit: 500 }))).changes
    }
  }

  /** Writes of one account, one after another: concurrent ones would undo each other on PostgreSQL. */
  #write<T>(accountId: string, work: (tx: Writer) => Promise<T>): Promise<T> {
    return this.#inTurn.run(accountId, () => this.#options.store.write(work, `approvals/${accountId}`))
  }

  async #allowedByRule(tx: Writer, proposed: Proposed, digest: string): Promise<Approval | undefined> {
    const { accountId, operation, args, actor, run } = proposed
    if (isCostlyOrGrants(proposed)) return undefined
    const rule = await tx.get<{ id: string }>(
      rows.matchingRule({
        account_id: accountId,
        operation,
        object: boundObjectOf(operation, args),
        actor_kind: actor.kind,
        actor_id: actor.id ?? '',
        run: run ?? '',
      }),
    )
    if (!rule) return undefined
    const now = this.#options.clock.now()
    const { reason, microCredits } = proposed
    const facts = { digest, operation, args, actor, run, reason, microCredits }
    return {
      id: rule.id,
      state: 'allowed',
      ...facts,
      createdAtMs: now,
      expiresAtMs: now + approvalMs,
      decidedAtMs: now,
    }
  }

  /** The approval of this call that still counts. */
  async #present(tx: Writer, account: string, digest: string): Promise<Approval | undefined> {
    const now = this.#options.clock.now()
    const stale = await tx.get<rows.ApprovalRow>(rows.stale({ account, digest, now }))
    if (stale) await this.#expireWithin(tx, stale)
    const row = await tx.get<rows.ApprovalRow>(rows.current({ account, digest, now }))
    return row && this.#approvalOf(row)
  }

  async #insert(tx: Writer, proposed: Proposed, digest: string, text: string): Promise<Approval> {
    const { accountId: account, operation, actor, run, reason, microCredits } = proposed
    await this.#checkRoom(tx, proposed)
    const now = this.#options.clock.now()
    const row = {
      ...{ id: newId('approval'), account_id: account, digest, operation, arguments: text, reason },
      ...{ actor_kind: actor.kind, actor_id: actor.id ?? null, actor_name: await nameOf(tx, actor), run: run ?? null },
      micro_credits: microCredits,
    }
    const expires = now + approvalMs
    await tx.run(rows.removeBeyond({ account, now, kept: maxEnded }))
    await tx.run(rows.insert({ ...row, now, expires }))
    const approval = this.#approvalOf({
      ...row,
      ...{ state: 'pending', created_at: now, expires_at: expires, decided_at: null },
    })
    const { id } = row
    const { queue, bus } = this.#options
    await queue.enqueue(tx, expireJob, { id, account }, { account, key: id, runAt: expires })
    const shown = { title: cardTitle(approval), text: cardText(approval), by_others: proposed.isTainted }
    await bus.publish(tx, approvalRequested, { id, account, operation, ...shown, expires }, { account, key: id })
    return approval
  }

  async #checkRoom(tx: Writer, { accountId: account, actor, run }: Proposed): Promise<void> {
    const now = this.#options.clock.now()
    const [own, all] = [
      await totalOf(
        tx,
        run === undefined
          ? rows.countPendingOfActor({ account, kind: actor.kind, actor: actor.id ?? '', now })
          : rows.countPendingOfRun({ account, run, now }),
      ),
      await totalOf(tx, rows.countPending({ account, now })),
    ]
    if (own < maxPendingPerRun && all < maxPendingPerAccount) return
    const count = own < maxPendingPerRun ? all : own
    throw new ApiError(
      'rate_limited',
      `${count} calls already wait for approval, which is the maximum. The owner of the account can decide them at /approvals; then make the call again.`,
      { retryAfterS },
    )
  }

  async #addRule(tx: Writer, row: rows.ApprovalRow, approval: Approval, scope: Exclude<Scope, 'once'>): Promise<void> {
    if (isCostlyOrGrants(approval)) {
      throw invalidArgument('scope', 'must be once, because this call costs credits or grants rights')
    }
    if (scope === 'run' && row.run === null) {
      throw invalidArgument('scope', 'must be once or always, because this call belongs to no run')
    }
    if ((await totalOf(tx, rows.countRules({ account: row.account_id }))) >= maxRules) {
      const message = `You have ${maxRules} rules, which is the maximum. Revoke one at /settings/rules first.`
      throw new ApiError('failed_precondition', message)
    }
    await tx.run(
      rows.insertRule({
        ...{ id: newId('rule'), account_id: row.account_id, operation: row.operation },
        object: boundObjectOf(row.operation, JSON.parse(row.arguments) as Approval['args']),
        ...{ actor_kind: row.actor_kind, actor_id: row.actor_id ?? '', actor_name: row.actor_name },
        run: scope === 'run' ? (row.run as string) : '',
        now: this.#options.clock.now(),
      }),
    )
  }

  #expire({ id, account }: { id: string; account: string }): Promise<void> {
    return this.#write(account, async (tx) => {
      const row = await tx.get<rows.ApprovalRow>(rows.find({ id, account }))
      if (row) await this.#expireWithin(tx, row)
    })
  }

  async #expireWithin(tx: Writer, row: rows.ApprovalRow, now = this.#options.clock.now()): Promise<void> {
    const { changes } = await tx.run(rows.expire({ id: row.id, now }))
    if (changes > 0) await this.#ended(tx, row, 'expired')
  }

  async #ended(tx: Writer, row: rows.ApprovalRow, state: 'allowed' | 'denied' | 'expired'): Promise<void> {
    const { bus, signals } = this.#options
    const { id, account_id: account, operation } = row
    const waiting = await tx.get<{ waiting_key: string }>(rows.waitingOf({ id }))
    const ended = { id, account, operation, state, ...(waiting && { waiting: waiting.waiting_key }) }
    if (state !== 'allowed') await tx.run(rows.dropArguments({ id }))
    await bus.publish(tx, approvalEnded, ended, { account, key: id })
    tx.afterCommit(() => signals.send(changed))
  }

  async #state(id: string): Promise<ApprovalState> {
    const { store, clock } = this.#options
    const row = await store.get<Pick<rows.ApprovalRow, 'state' | 'expires_at'>>(rows.stateOf({ id }))
    // Deleted with its account.
    if (!row) return 'expired'
    return row.state === 'pending' && Number(row.expires_at) <= clock.now() ? 'expired' : row.state
  }

  #approvalOf(row: rows.ApprovalRow): Approval {
    return approvalOf(row, this.#options.clock.now())
  }
}

function noSuchApproval(): ApiError {
  return new ApiError('not_found', 'You have no such approval.')
}

function isDecided({ state }: Approval, decision: Decision['decision']): boolean {
  return decision === 'deny' ? state === 'denied' : state === 'allowed' || state === 'used'
}

function alreadyEnded({ state }: Approval): ApiError {
  const what = state === 'expired' ? 'has expired' : `was already ${state === 'used' ? 'allowed' : state}`
  return new ApiError('conflict', `This approval ${what}. If the call is still wanted, let it be proposed again.`)
}
