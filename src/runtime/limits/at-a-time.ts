/** Lets a few works of each subject run at a time; the others wait in their order. */
export class AtATime {
  readonly #most: number
  readonly #running = new Map<string, number>()
  readonly #waiting = new Map<string, (() => void)[]>()

  /** @param most how many works of one subject may run */
  constructor(most: number) {
    this.#most = most
  }

  async run<T>(subject: string, work: () => Promise<T>): Promise<T> {
    await this.#turn(subject)
    try {
      return await work()
    } finally {
      this.#over(subject)
    }
  }

  #turn(subject: string): Promise<void> | undefined {
    const running = this.#running.get(subject) ?? 0
    if (running < this.#most) {
      this.#running.set(subject, running + 1)
      return undefined
    }
    return new Promise((resolve) => {
      const line = this.#waiting.get(subject)
      if (line) line.push(resolve)
      else this.#waiting.set(subject, [resolve])
    })
  }

  #over(subject: string): void {
    const line = this.#waiting.get(subject)
    const next = line?.shift()
    if (line?.length === 0) this.#waiting.delete(subject)
    // Who waited takes over the place.
    if (next) {
      next()
      return
    }
    const left = (this.#running.get(subject) ?? 1) - 1
    if (left > 0) this.#running.set(subject, left)
    else this.#running.delete(subject)
  }
}
