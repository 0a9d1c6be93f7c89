import { extname } from 'node:path'
import { z } from 'zod'
import { ApiError } from '#runtime/base/errors.ts'
import type { FamilyWorld } from '#runtime/kit/family.ts'
import { maxFaultLength, maxFaults } from './trial-bounds.ts'
import type { TrialJob } from './trial-program.ts'

/** How long an app may take to load, how long it is watched after that, and how long the whole trial may take. */
export interface TrialTimes {
  readonly loadMs: number
  readonly watchMs: number
  readonly limitMs: number
}

const defaultTimes: TrialTimes = { loadMs: 10_000, watchMs: 1500, limitMs: 45_000 }
const program = new URL(`./trial-program${extname(import.meta.url)}`, import.meta.url)
/** What comes from the process of a browser is input: the app may have had a hand in it. A character has up to two units. */
const faultList = z.array(z.string().max(2 * maxFaultLength)).max(maxFaults)

/** The result of opening an app. */
export interface Trial {
  /** False if there is no browser. */
  readonly isTried: boolean
  /** What went wrong, a sentence each. */
  readonly faults: readonly string[]
}

const untried: Trial = { isTried: false, faults: [] }

/**
 * Opens apps in a browser, one after the other, in the same frame that people see. Nothing leaves the browser: services return
 * the examples of the documentation.
 */
export class BrowserTrials {
  readonly #world: Pick<FamilyWorld, 'chromium' | 'log'>
  readonly #times: TrialTimes
  #last: Promise<unknown> = Promise.resolve()

  /** @param times for tests */
  constructor(world: Pick<FamilyWorld, 'chromium' | 'log'>, times: Partial<TrialTimes> = {}) {
    this.#world = world
    this.#times = { ...defaultTimes, ...times }
  }

  /** @throws the reason of an aborted signal */
  try(html: string, signal: AbortSignal): Promise<Trial> {
    const trial = this.#last.then(() => this.#one(html, signal))
    this.#last = trial.catch(() => undefined)
    return trial
  }

  async #one(html: string, signal: AbortSignal): Promise<Trial> {
    signal.throwIfAborted()
    const args: TrialJob = { html, times: this.#times }
    try {
      const result = await this.#world.chromium.run({ program, args, signal, limitMs: this.#times.limitMs })
      return { isTried: true, faults: faultList.parse(result) }
    } catch (err) {
      if (signal.aborted) throw signal.reason
      // Without a browser nothing is tried. A failure of the browser is no fault of the app.
      if (!(err instanceof ApiError)) this.#world.log.warn({ err }, 'app not tried')
      return untried
    }
  }
}
