import { randomBytes } from 'node:crypto'
import { operations } from '#generated/server/operations.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { encodeBase32 } from '#runtime/base/ids.ts'
import { shorten } from '#runtime/base/text/shorten.ts'
import type { FamilyWorld } from '#runtime/kit/family.ts'
import type { Writer } from '#runtime/store/types.ts'
import * as apps from '../rows/apps.ts'
import * as builds from '../rows/builds.ts'
import type { AppContent } from '../save-app.ts'
import { changeApp, insertApp } from '../save-app.ts'
import { slugOf, slugsFrom } from '../slugs.ts'
import { stateText } from './state-text.ts'

const maxError = 2000
const price = operations.find(({ id }) => id === 'apps.build')?.microCredits ?? 0

export type TurnWorld = Pick<FamilyWorld, 'store' | 'clock' | 'holds' | 'live'>

/** Another run has the build now, or its account is gone. */
export class TurnLost extends Error {}

/** What readers of a build's page are told about it. */
export function channelOf(id: string): string {
  return `apps:build:${id}`
}

/** The kind of event that tells of a build's state. */
export const stateEvent = 'build'

/** The state of a build, as readers of its page are told. */
export function stateOf(row: Pick<builds.BuildRow, 'id' | 'state' | 'attempts' | 'faults'>): object {
  const { id, state, attempts } = row
  return { id, state, attempts, text: stateText(row) }
}

/** One run of a build: every step of it is recorded, as long as no other run has taken the build up. */
export class Turn {
  readonly #world: TurnWorld
  #row: builds.WholeBuildRow

  constructor(world: TurnWorld, row: builds.WholeBuildRow) {
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

  /** @throws TurnLost */
  async step(to: builds.Step): Promise<void> {
    await this.#world.store.write((tx) => this.#stepIn(tx, to))
    this.#row = { ...this.#row, ...to }
  }

  /** Ends the build without an app; what was held for it is given back. */
  async fail(reason: string): Promise<void> {
    const { store, holds } = this.#world
    await store.write(async (tx) => {
      await this.#stepIn(tx, { state: 'failed', error: shorten(reason, maxError), candidate: null, faults: null })
      await holds.giveBack(tx, this.#row.id)
    })
  }

  /**
   * Ends the build with its app, and charges what was held for it, in one transaction.
   *
   * @throws ApiError failed_precondition where the app cannot be saved
   */
  async complete(candidate: AppContent): Promise<void> {
    const { store, holds } = this.#world
    const { id, owner } = this.#row
    await store.write(async (tx) => {
      const saved =
        owner === null ? this.#keepForWallet(candidate) : await this.#save(tx, owner, { ...candidate, now: this.#now })
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
    if (changes === 0) throw new TurnLost()
    const data = stateOf({ ...this.#row, ...to })
    await this.#world.live.publish(tx, { channel: channelOf(id), event: stateEvent, data, owner: owner ?? undefined })
  }

  /** The app of a wallet belongs to no account: the build holds it, under an address that cannot be guessed. */
  #keepForWallet(candidate: AppContent): builds.Step {
    const slug = `build-${encodeBase32(randomBytes(16))}`
    return { slug, name: candidate.name, candidate: JSON.stringify(candidate) }
  }

  async #save(tx: Writer, owner: string, { now, ...content }: AppContent & { now: number }): Promise<builds.Step> {
    const { id, base } = this.#row
    if (base !== null) return this.#change(tx, owner, { id: base, now, ...content })
    const origin = { kind: 'build', build: id } as const
    const app = { ...content, owner, public: false, price: 0, origin, now }
    const saved = await insertApp(tx, app, slugsFrom(slugOf(content.name)), false)
    return { app: saved.id, slug: saved.slug, name: saved.name, candidate: null }
  }

  async #change(
    tx: Writer,
    owner: string,
    { id, now, html, calls }: AppContent & { id: string; now: number },
  ): Promise<builds.Step> {
    const before = await tx.get<apps.WholeAppRow>(apps.ownedById({ id, owner }))
    if (!before) throw new ApiError('failed_precondition', 'The app was deleted while it was being changed.')
    if (before.version !== this.#row.base_version) {
      throw new ApiError(
        'failed_precondition',
        'The app was edited otherwise while it was being changed, and was left as it is: try again.',
      )
    }
    const { name, description, tags, icon } = before
    const content = { name, description, tags, icon, html, calls }
    const saved = await changeApp(tx, before, { content, price: apps.priceOf(before), now })
    return { app: saved.id, slug: saved.slug, name: saved.name, candidate: null }
  }
}
