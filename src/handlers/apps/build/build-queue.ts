import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { ApiError } from '#runtime/base/errors.ts'
import { encodeBase32, newId } from '#runtime/base/ids.ts'
import { jobKind } from '#runtime/jobs/kind.ts'
import type { FamilyWorld } from '#runtime/kit/family.ts'
import { totalOf } from '#runtime/store/total.ts'
import type { Writer } from '#runtime/store/types.ts'
import type { WholeAppRow } from '../rows/apps.ts'
import * as rows from '../rows/builds.ts'

/** Unfinished builds of one account or wallet. */
export const maxUnfinished = 2
/** Unfinished builds in total. */
export const maxUnfinishedOfAll = 200
/** Builds that are stored for an account. */
export const maxKept = 100
/** How long builds of wallets and their apps are stored. */
export const walletKeptMs = 365 * 86_400_000
/** Builds for one payment of a wallet, the first one included. */
export const maxTries = 5
/** How often an app is written for one build. */
export const maxAttempts = 3
/** An unfinished build without progress for this long is queued again. */
const strandedMs = 3_600_000
const batch = 50

/**
 * Runs or resumes a build. The job allows many attempts, as a server that stops must not end a build; the build itself bounds how
 * often an app is written or checked.
 */
export const buildJob = jobKind('apps.build', z.object({ id: z.string() }), {
  maxAttempts: 50,
  timeLimitMs: 30 * 60_000,
  isLong: true,
})

/** The account that a build belongs to, or the wallet that pays for it. */
export type BuildRequester =
  | { readonly account: string }
  | { readonly wallet: string; readonly payment: string | undefined }

export interface BuildRequest {
  readonly prompt: string
  /** The caller's key for repeats. */
  readonly key: string | undefined
  /** The app to change. */
  readonly base: WholeAppRow | undefined
}

/** Identifies a description, with the app that it changes. */
function digestOf({ prompt, base }: BuildRequest): string {
  return createHash('sha256')
    .update(JSON.stringify([base?.id ?? '', prompt.trim()]))
    .digest('base64url')
}

export class BuildQueue {
  readonly #world: Pick<FamilyWorld, 'store' | 'clock' | 'queue'>

  constructor(world: Pick<FamilyWorld, 'store' | 'clock' | 'queue'>) {
    this.#world = world
  }

  /**
   * The account's earlier build for the same request, unless it has failed.
   *
   * @throws ApiError failed_precondition if the key belongs to another description
   */
  async earlier(tx: Writer, owner: string, request: BuildRequest): Promise<rows.BuildRow | undefined> {
    const { key } = request
    const digest = digestOf(request)
    if (key === undefined) return tx.get<rows.BuildRow>(rows.byPrompt({ owner, digest }))
    const row = await tx.get<rows.BuildRow>(rows.byKey({ owner, key }))
    if (row && row.prompt_digest !== digest) {
      const message = `The request_key "${key}" was already used for the build ${row.id}. Choose another key for another description.`
      throw new ApiError('failed_precondition', message)
    }
    return row?.state === 'failed' ? undefined : row
  }

  /**
   * Queues a new build.
   *
   * @param reserve reserves its price under its id
   * @throws ApiError failed_precondition and unavailable if too many builds are unfinished
   */
  async add(
    tx: Writer,
    requester: BuildRequester,
    request: BuildRequest,
    reserve: (id: string) => Promise<unknown>,
  ): Promise<rows.BuildRow> {
    const isWallet = 'wallet' in requester
    await this.#checkRoom(tx, requester)
    // Anyone who knows the id of a wallet's build may read it, so no part of it can be guessed.
    const id = isWallet ? `build_${encodeBase32(randomBytes(16))}` : newId('build')
    await reserve(id)
    const { prompt, key, base } = request
    await rows.insert(tx, {
      id,
      owner: isWallet ? null : requester.account,
      wallet: isWallet ? requester.wallet : null,
      payment: isWallet ? (requester.payment ?? null) : null,
      prompt,
      request_key: isWallet ? null : (key ?? null),
      prompt_digest: digestOf(request),
      base: base?.id ?? null,
      base_version: base?.version ?? null,
      base_slug: base?.slug ?? null,
      now: this.#world.clock.now(),
    })
    if (!isWallet) await tx.run(rows.deleteBeyond({ owner: requester.account, kept: maxKept }))
    await this.#enqueue(tx, id, isWallet ? undefined : requester.account)
    return (await tx.get<rows.BuildRow>(rows.byId({ id }))) as rows.BuildRow
  }

  /**
   * Queues a failed build again that a wallet has paid for.
   *
   * @throws ApiError not_found, failed_precondition
   */
  async again(id: string): Promise<void> {
    const { store, clock } = this.#world
    await store.write(async (tx) => {
      const row = await tx.get<rows.BuildRow>(rows.ofWallet({ id }))
      if (!row) throw new ApiError('not_found', 'This build does not exist.')
      // The form may have been submitted twice.
      if (row.state !== 'failed') return
      if (row.tries >= maxTries) {
        throw new ApiError('failed_precondition', `This build has failed ${maxTries} times, which is the limit.`)
      }
      await this.#checkRoom(tx, { wallet: row.wallet ?? '', payment: undefined })
      await tx.run(rows.again({ id, tries: row.tries, now: clock.now() }))
      await this.#enqueue(tx, id, undefined)
    })
  }

  /** Queues unfinished builds without a job again: a job ends after many failures of the database. */
  async rescue(signal: AbortSignal): Promise<void> {
    const { store, clock } = this.#world
    const before = clock.now() - strandedMs
    const stranded = await store.all<{ id: string; owner: string | null }>(rows.stranded({ before, limit: batch }))
    for (const { id, owner } of stranded) {
      signal.throwIfAborted()
      await store.write((tx) => this.#enqueue(tx, id, owner ?? undefined))
    }
  }

  /** Deletes expired builds of wallets. */
  async purge(signal: AbortSignal): Promise<void> {
    const { store, clock } = this.#world
    const before = clock.now() - walletKeptMs
    for (let deleted = batch; deleted === batch && !signal.aborted; ) {
      deleted = (await store.run(rows.deleteOldOfWallets({ before, limit: batch }))).changes
    }
  }

  async #checkRoom(tx: Writer, requester: BuildRequester): Promise<void> {
    const of = 'wallet' in requester ? { wallet: requester.wallet } : { owner: requester.account }
    if ((await totalOf(tx, rows.countUnfinished(tx, of))) >= maxUnfinished) {
      const message = `You have ${maxUnfinished} unfinished builds, which is the limit. Wait until one of them has finished.`
      throw new ApiError('failed_precondition', message)
    }
    if ((await totalOf(tx, rows.countAllUnfinished({ most: maxUnfinishedOfAll }))) >= maxUnfinishedOfAll) {
      throw new ApiError('unavailable', 'Too many builds are waiting. Try again in a few minutes.', {
        retryAfterS: 120,
      })
    }
  }

  async #enqueue(tx: Writer, id: string, account: string | undefined): Promise<void> {
    await this.#world.queue.enqueue(tx, buildJob, { id }, { account, key: id })
  }
}
