import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { ApiError } from '#runtime/base/errors.ts'
import { encodeBase32, newId } from '#runtime/base/ids.ts'
import { jobKind } from '#runtime/jobs/kind.ts'
import type { FamilyWorld } from '#runtime/kit/family.ts'
import { totalOf } from '#runtime/store/total.ts'
import type { Writer } from '#runtime/store/types.ts'
import type { WholeAppRow } from '../rows/apps.ts'
import * as builds from '../rows/builds.ts'

/** Unfinished builds of one account or wallet. */
export const maxUnfinished = 2
/** Unfinished builds of everybody. */
export const maxUnfinishedOfAll = 200
/** Builds of an account that are kept. */
export const maxKept = 100
/** How long builds of wallets, and their apps, are kept. */
export const walletKeptMs = 365 * 86_400_000
/** How often a build that a wallet has paid for may be begun anew. */
export const maxTries = 5
/** How often an app is written for one build. */
export const maxAttempts = 3
/** When an unfinished build is looked after that has not moved. */
const strandedMs = 3_600_000
const batch = 50

/**
 * Carries a build on. The job may be tried often, since a server that stops does not end a build; how often something is written or
 * checked for it is bounded by the build itself.
 */
export const buildJob = jobKind('apps.build', z.object({ id: z.string() }), {
  maxAttempts: 50,
  timeLimitMs: 30 * 60_000,
  isLong: true,
})

/** Who a build is for: an account, or a wallet that pays for it. */
export type Builder = { readonly account: string } | { readonly wallet: string; readonly payment: string | undefined }

/** What is to be built. */
export interface Wish {
  readonly prompt: string
  readonly key: string | undefined
  /** The app that is changed. */
  readonly base: WholeAppRow | undefined
}

/** Identifies a description, with the app that it changes. */
function promptDigest({ prompt, base }: Pick<Wish, 'prompt' | 'base'>): string {
  return createHash('sha256')
    .update(JSON.stringify([base?.id ?? '', prompt.trim()]))
    .digest('base64url')
}

type World = Pick<FamilyWorld, 'store' | 'clock' | 'queue' | 'holds'>

/** Builds that wait for their turn. */
export class BuildQueue {
  readonly #world: World

  constructor(world: World) {
    this.#world = world
  }

  /**
   * The build that an account has asked for already, and which has not failed.
   *
   * @throws ApiError failed_precondition for a key of another description
   */
  async earlier(tx: Writer, owner: string, { prompt, key, base }: Wish): Promise<builds.BuildRow | undefined> {
    const digest = promptDigest({ prompt, base })
    if (key === undefined) return tx.get<builds.BuildRow>(builds.byPrompt({ owner, digest }))
    const row = await tx.get<builds.BuildRow>(builds.byKey({ owner, key }))
    if (row && row.prompt_digest !== digest) {
      const message = `The request_key "${key}" names another build, ${row.id}: choose another key for another description.`
      throw new ApiError('failed_precondition', message)
    }
    return row?.state === 'failed' ? undefined : row
  }

  /**
   * Adds a build, which begins when it is its turn.
   *
   * @param keep holds the price of it, by its id
   * @throws ApiError failed_precondition and unavailable where too many wait
   */
  async add(
    tx: Writer,
    builder: Builder,
    wish: Wish,
    keep: (id: string) => Promise<unknown>,
  ): Promise<builds.BuildRow> {
    const { clock } = this.#world
    const isWallet = 'wallet' in builder
    await this.#checkRoom(tx, builder)
    // Whoever knows the id of a wallet's build may read it, so nothing of it can be guessed.
    const id = isWallet ? `build_${encodeBase32(randomBytes(16))}` : newId('build')
    await keep(id)
    const now = clock.now()
    const { prompt, key, base } = wish
    await tx.run(
      tx.sql('app_builds').insert({
        id,
        owner: isWallet ? null : builder.account,
        wallet: isWallet ? builder.wallet : null,
        payment: isWallet ? (builder.payment ?? null) : null,
        state: 'queued',
        prompt,
        request_key: isWallet ? null : (key ?? null),
        prompt_digest: promptDigest(wish),
        ...{ attempts: 0, recoveries: 0, tries: 1, run: 0, cost: 0 },
        base: base?.id ?? null,
        base_version: base?.version ?? null,
        base_slug: base?.slug ?? null,
        created_at: now,
        updated_at: now,
      }),
    )
    if (!isWallet) await tx.run(builds.deleteBeyond({ owner: builder.account, kept: maxKept }))
    await this.#enqueue(tx, id, isWallet ? undefined : builder.account)
    return (await tx.get<builds.BuildRow>(builds.byId({ id }))) as builds.BuildRow
  }

  /**
   * Begins a failed build anew that a wallet has paid for.
   *
   * @throws ApiError not_found, failed_precondition
   */
  async again(id: string): Promise<void> {
    const { store, clock } = this.#world
    await store.write(async (tx) => {
      const row = await tx.get<builds.BuildRow>(builds.ofWallet({ id }))
      if (!row) throw new ApiError('not_found', 'There is no such build.')
      // It may have been begun anew a moment ago.
      if (row.state !== 'failed') return
      if (row.tries >= maxTries) {
        throw new ApiError('failed_precondition', `This build has failed ${maxTries} times, which is the limit.`)
      }
      await this.#checkRoom(tx, { wallet: row.wallet ?? '', payment: undefined })
      await tx.run(builds.again({ id, tries: row.tries, now: clock.now() }))
      await this.#enqueue(tx, id, undefined)
    })
  }

  /** Queues builds again whose job is gone, as after many failures of the database. */
  async rescue(signal: AbortSignal): Promise<void> {
    const { store, clock } = this.#world
    const before = clock.now() - strandedMs
    const rows = await store.all<{ id: string; owner: string | null }>(builds.stranded({ before, limit: batch }))
    for (const { id, owner } of rows) {
      signal.throwIfAborted()
      await store.write((tx) => this.#enqueue(tx, id, owner ?? undefined))
    }
  }

  /** Forgets builds of wallets after their time. */
  async purge(signal: AbortSignal): Promise<void> {
    const { store, clock } = this.#world
    const before = clock.now() - walletKeptMs
    for (let deleted = batch; deleted === batch && !signal.aborted; ) {
      deleted = (await store.run(builds.deleteOldOfWallets({ before, limit: batch }))).changes
    }
  }

  async #checkRoom(tx: Writer, builder: Builder): Promise<void> {
    const of = 'wallet' in builder ? { wallet: builder.wallet } : { owner: builder.account }
    if ((await totalOf(tx, builds.countUnfinished(tx, of))) >= maxUnfinished) {
      const message = `You have ${maxUnfinished} unfinished builds, which is the limit: wait until one has ended.`
      throw new ApiError('failed_precondition', message)
    }
    if ((await totalOf(tx, builds.countAllUnfinished({ most: maxUnfinishedOfAll }))) >= maxUnfinishedOfAll) {
      throw new ApiError('unavailable', 'Too many builds are waiting; try again in a few minutes.', {
        retryAfterS: 120,
      })
    }
  }

  async #enqueue(tx: Writer, id: string, account: string | undefined): Promise<void> {
    await this.#world.queue.enqueue(tx, buildJob, { id }, { account, key: id })
  }
}
