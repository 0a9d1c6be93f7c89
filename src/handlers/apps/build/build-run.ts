import { randomBytes } from 'node:crypto'
import { operations } from '#generated/server/operations.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { encodeBase32 } from '#runtime/base/ids.ts'
import { shorten } from '#runtime/base/text/shorten.ts'
import type { FamilyWorld } from '#runtime/kit/family.ts'
import { isMarked } from '#runtime/store/marks.ts'
import type { Writer } from '#runtime/store/types.ts'
import * as apps from '../rows/apps.ts'
import * as builds from '../rows/builds.ts'
import { type AppContent, changeApp, contentOf, insertApp } from '../save-app.ts'
import { slugOf, slugsFrom } from '../slugs.ts'
import { stateText } from './build-results.ts'

const maxError = 2000
const price = operations.find(({ id }) => id === 'apps.build')?.microCredits ?? 0

/** Another run has claimed the build, or its account was deleted. */
export class RunSuperseded extends Error {}

/** The channel of a build's live events. */
export function channelOf(id: string): string {
  return `apps:build:${id}`
}

/** The kind of those events. */
export const stateEvent = 'build'

/** The data of those events. */
export function stateOf(row: Pick<builds.BuildRow, 'id' | 'state' | 'attempts' | 'faults'>): object {
  const { id, state, attempts } = row
  return { id, state, attempts, text: stateText(row) }
}

type World = Pick<FamilyWorld, 'store' | 'clock' | 'holds' | 'live'>

/** One run of a build. It records every step, until another run claims the build. */
export class BuildRun {
  readonly #world: World
  #row: builds.WholeBuildRow

  constructor(world: World, row: builds.WholeBuildRow) {
    this.#world = world
    this.#row = row
  }

  get row(): builds.WholeBuildRow {
    return this.#row
  }

  get candidate(): AppContent | undefined {
    return this.#row.candidate === null ? undefined : (JSON.parse(this.#row.candidate) as AppContent)
  }

  get faults(): string[] {
    return this.#row.faults === null ? [] : (JSON.parse(this.#row.faults) as string[])
  }

  /** @throws RunSuperseded */
  async step(to: builds.Step): Promise<void> {
    await this.#world.store.write((tx) => this.#stepIn(tx, to))
    this.#row = { ...this.#row, ...to }
  }

  /** Ends the build without an app and refunds its price. */
  async fail(reason: string): Promise<void> {
    const { store, holds } = this.#world
    await store.write(async (tx) => {
      await this.#stepIn(tx, { state: 'failed', error: shorten(reason, maxError), candidate: null, faults: null })
      await holds.release(tx, this.#row.id)
    })
  }

  /**
   * Ends the build with its app and charges its price, in one transaction.
   *
   * @throws ApiError failed_precondition if the app cannot be saved
   */
  async complete(candidate: AppContent): Promise<void> {
    const { store, holds } = this.#world
    const { id, owner } = this.#row
    await store.write(async (tx) => {
      const saved = owner === null ? walletStep(candidate) : await this.#save(tx, owner, candidate)
      const cost = owner === null ? price : await holds.charge(tx, id)
      await this.#stepIn(tx, { state: 'complete', error: null, faults: null, cost, ...saved })
    })
  }

  get #now(): number {
    return this.#world.clock.now()
  }

  async #stepIn(tx: Writer, to: builds.Step): Promise<void> {
    const { id, owner, run } = this.#row
    const { changes } = await tx.run(builds.step(tx, { id, run }, to, this.#now))
    if (changes === 0) throw new RunSuperseded()
    const data = stateOf({ ...this.#row, ...to })
    await this.#world.live.publish(tx, { channel: channelOf(id), event: stateEvent, data, owner: owner ?? undefined })
  }

  async #save(tx: Writer, owner: string, candidate: AppContent): Promise<builds.Step> {
    const { id: build, base } = this.#row
    const origin = { kind: 'build', build } as const
    const byOthers = isMarked(this.#row)
    const app = { ...candidate, owner, public: false, price: 0, origin, byOthers, now: this.#now }
    const { id, slug, name } =
      base === null
        ? await insertApp(tx, app, slugsFrom(slugOf(candidate.name)))
        : await this.#change(tx, { id: base, owner }, candidate)
    return { app: id, slug, name, candidate: null }
  }

  async #change(
    tx: Writer,
    { id, owner }: { id: string; owner: string },
    { html, calls }: AppContent,
  ): Promise<apps.WholeAppRow> {
    const before = await tx.get<apps.WholeAppRow>(apps.ownedById({ id, owner }))
    if (!before) throw new ApiError('failed_precondition', 'The app was deleted while it was being changed.')
    if (before.version !== this.#row.base_version) {
      throw new ApiError(
        'failed_precondition',
        'The app was edited while this build was running. The edit was not overwritten. Try again.',
      )
    }
    const content = { ...contentOf(before), html, calls }
    return changeApp(tx, before, {
      content,
      price: apps.priceOf(before),
      byOthers: isMarked(this.#row),
      now: this.#now,
    })
  }
}

/** The app of a wallet belongs to no account: the build stores it, under an address that cannot be guessed. */
function walletStep(candidate: AppContent): builds.Step {
  const slug = `build-${encodeBase32(randomBytes(16))}`
  return { slug, name: candidate.name, candidate: JSON.stringify(candidate) }
}
