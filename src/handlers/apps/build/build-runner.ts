import { setTimeout as pause } from 'node:timers/promises'
import { ApiError, asApiError } from '#runtime/base/errors.ts'
import { type Job, JobFailure } from '#runtime/jobs/kind.ts'
import type { FamilyWorld } from '#runtime/kit/family.ts'
import { standingOf } from '#runtime/money/x402/payments-table.ts'
import type { SourceChecker } from '../check/source-checker.ts'
import * as apps from '../rows/apps.ts'
import * as builds from '../rows/builds.ts'
import type { AppContent } from '../save-app.ts'
import { AppWriter } from './app-writer.ts'
import type { Trials } from './browser-trial.ts'
import { maxAttempts } from './build-queue.ts'
import { Turn, TurnLost } from './build-run.ts'
import { checkCandidate } from './check-candidate.ts'

/** How often a build is resumed that was interrupted: one that brings servers down must end. */
export const maxRecoveries = 10
/** How long a model that has failed is left alone, times the number of attempts. */
const modelPauseMs = 15_000
const busyPauseMs = 10_000
/** How long a run waits for the payment of its build, which is settled moments after it was asked for, and how often it looks. */
const paymentWaitMs = 5000
const paymentLookMs = 100
/** How long a build whose payment took longer is left alone. */
const unpaidPauseMs = 600_000

type World = Pick<FamilyWorld, 'store' | 'clock' | 'holds' | 'live' | 'models' | 'log'>
type BuildJob = Pick<Job<{ id: string }>, 'payload' | 'signal' | 'isLastAttempt'>

interface BuildingOptions {
  readonly world: World
  readonly checker: SourceChecker
  readonly trials: Trials
}

/**
 * Carries builds on from wherever they are. Each step is recorded before the next begins, so that a server which is killed at any
 * moment leaves a build that another one carries on: an app that was written is not written again, and saving it, its charge and
 * the end of the build are one transaction.
 */
export class Building {
  readonly #options: BuildingOptions
  readonly #writer: AppWriter

  constructor(options: BuildingOptions) {
    this.#options = options
    this.#writer = new AppWriter(options.world.models, options.checker)
  }

  async run(job: BuildJob): Promise<void> {
    if (!(await this.#isPaid(job))) return
    const turn = await this.#begin(job.payload.id)
    if (!turn) return
    const { log } = this.#options.world
    try {
      if (turn.row.recoveries > maxRecoveries) {
        return await turn.fail('The server stopped again and again while it was being built.')
      }
      await this.#carryOn(turn, job)
    } catch (failure) {
      if (failure instanceof TurnLost) return
      if (job.signal.aborted) return await this.#putBack(turn, job)
      if (failure instanceof JobFailure && !job.isLastAttempt) throw failure
      if (!(failure instanceof ApiError || job.isLastAttempt)) throw failure
      log.info({ err: failure, build: turn.row.id }, 'build failed')
      await turn.fail(asApiError(failure).message)
    }
  }

  /**
   * Whether the build can begin: that of a wallet once its payment is settled. One whose payment was refused is forgotten; nobody
   * was told its address.
   *
   * @throws JobFailure where that is not known yet
   */
  async #isPaid({ payload: { id }, signal, isLastAttempt }: BuildJob): Promise<boolean> {
    const { store } = this.#options.world
    const row = await store.get<builds.BuildRow>(builds.byId({ id }))
    if (!row?.payment) return row !== undefined
    for (let waitedMs = 0; waitedMs <= paymentWaitMs; waitedMs += paymentLookMs) {
      const standing = await standingOf(store, row.payment)
      if (standing === 'paid') return true
      if (standing === 'void') {
        await store.run(builds.forgetUnpaid({ id }))
        return false
      }
      await pause(paymentLookMs, undefined, { signal })
    }
    // Builds that do not move are queued again.
    if (isLastAttempt) return false
    throw new JobFailure('The payment of the build is not settled', unpaidPauseMs)
  }

  async #begin(id: string): Promise<Turn | undefined> {
    const { store, clock } = this.#options.world
    const row = await store.get<builds.WholeBuildRow>(builds.wholeById({ id }))
    if (!row) return undefined
    const { run } = row
    const recoveries = row.recoveries + (row.state === 'queued' ? 0 : 1)
    const { changes } = await store.run(builds.takeUp({ id, run, recoveries, now: clock.now() }))
    return changes === 0 ? undefined : new Turn(this.#options.world, { ...row, recoveries, run: run + 1 })
  }

  /** A server that stops in good order leaves nothing half-done: the attempt does not count. */
  async #putBack(turn: Turn, { signal }: BuildJob): Promise<never> {
    const { state, attempts, recoveries } = turn.row
    if (state === 'generating') {
      const before = { state: 'queued', attempts: attempts - 1, recoveries: recoveries + 1 } as const
      await turn.step(before).catch(() => undefined)
    }
    throw signal.reason
  }

  async #carryOn(turn: Turn, { signal }: BuildJob): Promise<void> {
    if (turn.row.state === 'saving' && turn.candidate) return turn.complete(turn.candidate)
    for (;;) {
      signal.throwIfAborted()
      const { state } = turn.row
      const candidate = state === 'validating' ? turn.candidate : undefined
      if (!candidate && turn.row.attempts >= maxAttempts) return turn.fail(exhausted(turn.faults))
      const checked = await this.#validate(turn, candidate ?? (await this.#generate(turn, signal)), signal)
      if (checked) return turn.complete(checked)
    }
  }

  async #generate(turn: Turn, signal: AbortSignal): Promise<AppContent> {
    const { log } = this.#options.world
    const { id, prompt, owner, wallet } = turn.row
    const present = await this.#present(turn)
    const faults = turn.faults
    const earlier = faults.length > 0 ? { candidate: turn.candidate, faults } : undefined
    await turn.step({ state: 'generating', attempts: turn.row.attempts + 1 })
    const subject = owner ?? `wallet:${wallet}`
    const written = await this.#writer
      .write({ prompt, subject, present, earlier, signal, log: log.child({ build: id }) })
      .catch((failure: unknown) => this.#notWritten(turn, failure, signal))
    await turn.step({ state: 'validating', candidate: JSON.stringify(written) })
    return written
  }

  /** A model that cannot be reached may be so later; one that refuses will refuse again. */
  async #notWritten(turn: Turn, failure: unknown, signal: AbortSignal): Promise<never> {
    const isPassing = failure instanceof ApiError && !['failed_precondition', 'not_configured'].includes(failure.code)
    const { attempts } = turn.row
    if (signal.aborted || !isPassing || attempts >= maxAttempts) throw failure
    await turn.step({ state: 'queued' })
    const pauseMs = Math.max(modelPauseMs * attempts, (failure.retryAfterS ?? 0) * 1000)
    throw new JobFailure('The model did not write the app', pauseMs, failure)
  }

  /** The candidate with what it calls, if it can be saved. */
  async #validate(turn: Turn, candidate: AppContent, signal: AbortSignal): Promise<AppContent | undefined> {
    const { checker, trials } = this.#options
    const subject = `build:${turn.row.owner ?? turn.row.id}`
    const present = await this.#present(turn)
    const { faults, calls, isTried } =
      present?.html === candidate.html
        ? { faults: ['Nothing is different from the app as it was: make the change.'], calls: [], isTried: false }
        : await checkCandidate(candidate, { checker, trials, subject, signal }).catch(busy)
    if (faults.length > 0) {
      await turn.step({ state: 'queued', faults: JSON.stringify(faults) })
      return undefined
    }
    const checked = { ...candidate, calls }
    await turn.step({ state: 'saving', candidate: JSON.stringify(checked), faults: null, is_tried: isTried })
    return checked
  }

  /**
   * The app that is to be changed, as it is.
   *
   * @throws ApiError failed_precondition if it is gone
   */
  async #present(turn: Turn): Promise<AppContent | undefined> {
    const { base, owner } = turn.row
    if (base === null || owner === null) return undefined
    const row = await this.#options.world.store.get<apps.WholeAppRow>(apps.ownedById({ id: base, owner }))
    if (!row) throw new ApiError('failed_precondition', 'The app was deleted while it was being changed.')
    const { name, description, tags, icon, html, calls } = row
    return { name, description, tags, icon, html, calls: JSON.parse(calls) as string[] }
  }
}

/** Too much is being checked at the moment: that is no fault of what was written. */
function busy(failure: unknown): never {
  if (!(failure instanceof ApiError)) throw failure
  throw new JobFailure('The app could not be checked', busyPauseMs, failure)
}

function exhausted(faults: readonly string[]): string {
  const rest = faults.length > 3 ? ` And ${faults.length - 3} more.` : ''
  const last = faults.length > 0 ? ` What was wrong with the last one: ${faults.slice(0, 3).join(' ')}${rest}` : ''
  return `No app came of ${maxAttempts} attempts.${last} Describe it otherwise, or try again.`
}
