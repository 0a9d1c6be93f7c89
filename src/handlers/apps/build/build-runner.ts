import { setTimeout as pause } from 'node:timers/promises'
import { ApiError, asApiError } from '#runtime/base/errors.ts'
import type { ModelPayer } from '#runtime/budgets/model-spending.ts'
import { type Job, JobFailure } from '#runtime/jobs/kind.ts'
import type { FamilyWorld } from '#runtime/kit/family.ts'
import { standingOf } from '#runtime/money/x402/payments-table.ts'
import { maxHtmlBytes } from '../app-arguments.ts'
import { callableIds, checkCalls, faultLines } from '../check/callable.ts'
import type { SourceChecker } from '../check/source-checker.ts'
import * as apps from '../rows/apps.ts'
import * as builds from '../rows/builds.ts'
import { type AppContent, contentOf } from '../save-app.ts'
import { AppWriter } from './app-writer.ts'
import { BrowserTrials } from './browser-trial.ts'
import { maxAttempts } from './build-queue.ts'
import { BuildRun, RunSuperseded } from './build-run.ts'

/** How often an interrupted build is resumed: a build that crashes servers must end. */
export const maxRecoveries = 10
/** The pause after a failure of the model, times the number of attempts. */
const modelPauseMs = 15_000
const busyPauseMs = 10_000
/** How long a run waits for the payment of its build, which is usually settled within moments, and how often it checks. */
const paymentWaitMs = 5000
const paymentCheckMs = 100
/** The pause of a build whose payment takes longer. */
const unpaidPauseMs = 600_000
const maxFaults = 20
/** Failures after which another attempt would fail too. */
const finalFailures: ReadonlySet<string> = new Set([
  'failed_precondition',
  'not_configured',
  'rate_limited',
  'payment_required',
])

type World = Pick<FamilyWorld, 'store' | 'clock' | 'holds' | 'live' | 'models' | 'chromium' | 'log'>
type BuildJob = Pick<Job<{ id: string }>, 'payload' | 'signal' | 'isLastAttempt'>

/**
 * Runs and resumes builds. Each step is recorded before the next one begins, so that a build survives the kill of its server at
 * any moment: an app that was written is not written again, and saving the app, charging for it and ending the build are one
 * transaction.
 */
export class BuildRunner {
  readonly #world: World
  readonly #checker: SourceChecker
  readonly #trials: BrowserTrials
  readonly #writer: AppWriter

  constructor(world: World, checker: SourceChecker) {
    this.#world = world
    this.#checker = checker
    this.#trials = new BrowserTrials(world)
    this.#writer = new AppWriter(world.models)
  }

  async run(job: BuildJob): Promise<void> {
    if (!(await this.#isPaid(job))) return
    const run = await this.#begin(job.payload.id)
    if (!run) return
    const { log } = this.#world
    try {
      if (run.row.recoveries > maxRecoveries) {
        return await run.fail('The server stopped too many times while the app was being built.')
      }
      await this.#resume(run, job)
    } catch (failure) {
      if (failure instanceof RunSuperseded) return
      if (job.signal.aborted) return await this.#requeue(run, job)
      if (failure instanceof JobFailure && !job.isLastAttempt) throw failure
      if (!(failure instanceof ApiError || job.isLastAttempt)) throw failure
      log.info({ err: failure, build: run.row.id }, 'build failed')
      await run.fail(asApiError(failure).message)
    }
  }

  /**
   * Whether the build can begin: a wallet's build needs a settled payment. If the payment was rejected, the build is deleted;
   * its address was not returned.
   *
   * @throws JobFailure if the payment is still pending
   */
  async #isPaid({ payload: { id }, signal, isLastAttempt }: BuildJob): Promise<boolean> {
    const { store } = this.#world
    const row = await store.get<builds.BuildRow>(builds.byId({ id }))
    if (!row?.payment) return row !== undefined
    for (let waitedMs = 0; waitedMs <= paymentWaitMs; waitedMs += paymentCheckMs) {
      const standing = await standingOf(store, row.payment)
      if (standing === 'paid') return true
      if (standing === 'void') {
        await store.run(builds.deleteUnpaid({ id }))
        return false
      }
      await pause(paymentCheckMs, undefined, { signal })
    }
    // The schedule queues stranded builds again.
    if (isLastAttempt) return false
    throw new JobFailure('The payment for the build is not settled', unpaidPauseMs)
  }

  async #begin(id: string): Promise<BuildRun | undefined> {
    const { store, clock } = this.#world
    const row = await store.get<builds.WholeBuildRow>(builds.wholeById({ id }))
    if (!row) return undefined
    const { run } = row
    const recoveries = row.recoveries + (row.state === 'queued' ? 0 : 1)
    const { changes } = await store.run(builds.claim({ id, run, recoveries, now: clock.now() }))
    return changes === 0 ? undefined : new BuildRun(this.#world, { ...row, recoveries, run: run + 1 })
  }

  /** Records an orderly stop of the server: the attempt does not count. */
  async #requeue(run: BuildRun, { signal }: BuildJob): Promise<never> {
    const { state, attempts, recoveries } = run.row
    if (state === 'generating') {
      const before = { state: 'queued', attempts: attempts - 1, recoveries: recoveries + 1 } as const
      await run.step(before).catch(() => undefined)
    }
    throw signal.reason
  }

  async #resume(run: BuildRun, { signal }: BuildJob): Promise<void> {
    if (run.row.state === 'saving' && run.candidate) return run.complete(run.candidate)
    for (;;) {
      signal.throwIfAborted()
      const { state } = run.row
      const candidate = state === 'validating' ? run.candidate : undefined
      if (!candidate && run.row.attempts >= maxAttempts) return run.fail(exhausted(run.faults))
      const checked = await this.#validate(run, candidate ?? (await this.#generate(run, signal)), signal)
      if (checked) return run.complete(checked)
    }
  }

  async #generate(run: BuildRun, signal: AbortSignal): Promise<AppContent> {
    const { log } = this.#world
    const { id, prompt, owner, wallet } = run.row
    const current = await this.#current(run)
    const faults = run.faults
    const earlier = faults.length > 0 ? { candidate: run.candidate, faults } : undefined
    await run.step({ state: 'generating', attempts: run.row.attempts + 1 })
    const subject = owner ?? `wallet:${wallet}`
    const written = await this.#writer
      .write({ prompt, subject, payer: payerOf(run.row), current, earlier, signal, log: log.child({ build: id }) })
      .catch((failure: unknown) => this.#handleModelFailure(run, failure, signal))
    await run.step({ state: 'validating', candidate: JSON.stringify(written) })
    return written
  }

  /** An unreachable model may work later; one that refuses will refuse again. */
  async #handleModelFailure(run: BuildRun, failure: unknown, signal: AbortSignal): Promise<never> {
    const isTemporary = failure instanceof ApiError && !finalFailures.has(failure.code)
    const { attempts } = run.row
    if (signal.aborted || !isTemporary || attempts >= maxAttempts) throw failure
    await run.step({ state: 'queued' })
    const pauseMs = Math.max(modelPauseMs * attempts, (failure.retryAfterS ?? 0) * 1000)
    throw new JobFailure('The model did not write the app', pauseMs, failure)
  }

  /** The candidate with its calls, if it can be saved. */
  async #validate(run: BuildRun, candidate: AppContent, signal: AbortSignal): Promise<AppContent | undefined> {
    const current = await this.#current(run)
    const { faults, calls, isTried } =
      current?.html === candidate.html
        ? { faults: ['The app has not changed. Make the change that was requested.'], calls: [], isTried: false }
        : await this.#check(run, candidate.html, signal).catch(busy)
    if (faults.length > 0) {
      await run.step({ state: 'queued', faults: JSON.stringify(faults) })
      return undefined
    }
    const checked = { ...candidate, calls }
    await run.step({ state: 'saving', candidate: JSON.stringify(checked), faults: null, is_tried: isTried })
    return checked
  }

  /** Checks a candidate as `apps.test` does, and opens it if there is a browser. */
  async #check(run: BuildRun, html: string, signal: AbortSignal) {
    const bytes = Buffer.byteLength(html)
    if (bytes > maxHtmlBytes) {
      const fault = `The document has ${bytes.toLocaleString('en')} bytes in UTF-8, but at most 262,144 are allowed. Make it shorter.`
      return { faults: [fault], calls: [], isTried: false }
    }
    const { issues, calls } = await this.#checker.source(`build:${run.row.owner ?? run.row.id}`, html)
    const checks = checkCalls(calls)
    const faults = [
      // A model that had to stop leaves out the end.
      ...(/<\/html>\s*$/i.test(html) ? [] : ['The document does not end with </html>. Write the whole document.']),
      ...faultLines(issues, checks),
    ]
    if (faults.length > 0) return { faults: faults.slice(0, maxFaults), calls: [], isTried: false }
    return { ...(await this.#trials.try(html, signal)), calls: callableIds(checks) }
  }

  /**
   * The current content of the app to change.
   *
   * @throws ApiError failed_precondition if it was deleted
   */
  async #current(run: BuildRun): Promise<AppContent | undefined> {
    const { base, owner } = run.row
    if (base === null || owner === null) return undefined
    const row = await this.#world.store.get<apps.WholeAppRow>(apps.ownedById({ id: base, owner }))
    if (!row) throw new ApiError('failed_precondition', 'The app was deleted while it was being changed.')
    return contentOf(row)
  }
}

/** The checker is busy, which is no fault of the app. */
function busy(failure: unknown): never {
  if (!(failure instanceof ApiError)) throw failure
  throw new JobFailure('The app could not be checked', busyPauseMs, failure)
}

function exhausted(faults: readonly string[]): string {
  const rest = faults.length > 3 ? ` And ${faults.length - 3} more.` : ''
  const last = faults.length > 0 ? ` Faults of the last attempt: ${faults.slice(0, 3).join(' ')}${rest}` : ''
  return `None of the ${maxAttempts} attempts produced a working app.${last} Change the description, or try again.`
}

/** The price of a build includes its tokens. */
function payerOf({ id, owner }: builds.BuildRow): ModelPayer | undefined {
  return owner === null ? undefined : { spender: { accountId: owner }, requestId: id, isIncluded: true }
}
