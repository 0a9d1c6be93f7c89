import type { Crew } from './crew.ts'
import type { Answer, Ran } from './runner.ts'
import { type Group, testsReaching } from './visits.ts'

/** A mutant that makes a test so many times slower than it was is caught: an answer that never comes. */
const slowdown = 8
const leastTimeoutMs = 2500
/** What ends no test by itself, such as an endless loop, ends with its process after so many times as long. */
const slowdownOfAll = 2
/** With everything still to be loaded. */
const first = { timeoutMs: 60_000, limitMs: 120_000 }

/** Who runs tests. */
type Asked = Pick<Crew, 'ask' | 'renew'>

/** Mutants that stand in one file. */
export interface Tried {
  readonly ids: ReadonlySet<number>
  readonly tests: readonly string[]
}

/** Tries mutants, one at a time. */
export class Trial {
  readonly #crew: Asked
  readonly #maxMs: number
  readonly #warn: (test: string) => void
  readonly #visits = new Map<string, readonly Ran[]>()
  /** Test files that the present process has loaded with no mutant in place. */
  readonly #loaded = new Set<string>()
  /** Whether anything came to the mutant that was tried last. */
  #reached = false
  /** How many mutants of each source each test file has caught. */
  readonly #caughtBy = new Map<Tried, Map<string, number>>()

  /**
   * @param maxMs how long the tests that are run for one mutant may take together, but for the first file's
   * @param warn is told of test files that fail without a mutant, and count for nothing
   */
  constructor(crew: Asked, maxMs: number, warn: (test: string) => void) {
    this.#crew = crew
    this.#maxMs = maxMs
    this.#warn = warn
  }

  /** Learns which tests come to which mutants, by one run of a test file. */
  async visit(test: string): Promise<void> {
    const answer = await this.#crew.ask({ test, timeoutMs: first.timeoutMs }, first.limitMs)
    if (!answer) this.#loaded.clear()
    this.#loaded.add(test)
    if (!answer || answer.isCaught) this.#warn(test)
    else this.#visits.set(test, answer.ran)
  }

  /** Whether a test that came to the mutant fails with it and passes again without it. */
  async isCaught(mutant: number, source: Tried): Promise<boolean> {
    this.#reached = false
    for (const group of this.#groups(new Set([mutant]), source)) {
      const answer = await this.#tried(mutant, group)
      if (answer?.isReached) this.#reached = true
      if (!answer?.isCaught) continue
      this.#count(source, group.test)
      return true
    }
    return false
  }

  /**
   * The same for the mutant that was tried last, in a process that has loaded nothing yet: what was loaded before may
   * remember what the mutant would have changed.
   */
  async isCaughtFromTheStart(mutant: number, source: Tried): Promise<boolean> {
    const nearest = this.#groups(new Set([mutant]), source)
    if (nearest.length === 0) return false
    // What only its loading comes to has been marked with whichever tests loaded it first.
    const groups = this.#reached ? nearest.slice(0, 2) : this.#groups(source.ids, source)
    await this.#renew()
    for (const group of groups) {
      const answer = await this.#whileLoading(mutant, group)
      if (!answer.isCaught) continue
      await this.#renew()
      if (!(await this.#passes(group, answer.failed))) continue
      this.#count(source, group.test)
      return true
    }
    await this.#renew()
    return false
  }

  #groups(mutants: ReadonlySet<number>, source: Tried): Group[] {
    return testsReaching(mutants, source.tests, this.#visits, this.#caughtBy.get(source) ?? new Map(), this.#maxMs)
  }

  #count(source: Tried, test: string): void {
    const caught = this.#caughtBy.get(source) ?? new Map<string, number>()
    this.#caughtBy.set(source, caught.set(test, (caught.get(test) ?? 0) + 1))
  }

  /** What a file's tests say of a mutant; undefined when they fail without one too, and count for nothing from now on. */
  async #tried(mutant: number, group: Group): Promise<Answer | undefined> {
    for (const isAgain of [false, true]) {
      // What a file loads stays loaded, and must not be loaded with a mutant in place.
      if (!this.#loaded.has(group.test) && !(await this.#passes(group, group.names))) break
      const answer = await this.#asked(mutant, group)
      if (answer && !answer.isCaught) return answer
      // One that was lost has to be lost again: something else may have ended the process.
      if (!answer && !isAgain) continue
      if (answer?.isLate) await this.#renew()
      if (await this.#passes(group, answer?.failed ?? group.names))
        return answer ?? { isCaught: true, isReached: true, isLate: true, failed: group.names, ran: [] }
      await this.#renew()
    }
    if (await this.#passes(group, group.names)) return undefined
    this.#warn(group.test)
    this.#visits.delete(group.test)
    return undefined
  }

  async #asked(mutant: number, { test, names, tookMs, slowestMs }: Group): Promise<Answer | undefined> {
    const timeoutMs = Math.ceil(Math.max(leastTimeoutMs, slowdown * slowestMs))
    const answer = await this.#crew.ask({ mutant, test, names, timeoutMs }, slowdownOfAll * (timeoutMs + tookMs))
    if (!answer) this.#loaded.clear()
    if (answer && !answer.isCaught && answer.ran.length === 0)
      throw new Error(`None of these tests of ${test} ran: ${names.join('; ')}`)
    return answer
  }

  async #whileLoading(mutant: number, { test, names }: Group): Promise<Answer> {
    const answer = await this.#crew.ask({ mutant, test, names, timeoutMs: first.timeoutMs / 4 }, first.limitMs / 4)
    return answer ?? { isCaught: true, isReached: true, isLate: true, failed: names, ran: [] }
  }

  /** Whether tests pass with no mutant in place. */
  async #passes({ test }: Group, names: readonly string[]): Promise<boolean> {
    const answer = await this.#crew.ask({ test, names, timeoutMs: first.timeoutMs }, first.limitMs)
    if (!answer) this.#loaded.clear()
    else this.#loaded.add(test)
    return answer?.isCaught === false && answer.ran.length > 0
  }

  async #renew(): Promise<void> {
    this.#loaded.clear()
    await this.#crew.renew()
  }
}
