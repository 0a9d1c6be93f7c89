import type { Consumption, StreamEvent } from './types.ts'

/** The steps of consumers, so that an engine does not close in the middle of one. */
export class ConsumerSteps {
  readonly #running = new Set<Promise<unknown>>()

  track(events: AsyncGenerator<StreamEvent, void>): AsyncIterable<StreamEvent> {
    return {
      [Symbol.asyncIterator]: () => ({
        next: () => this.#during(events.next()),
        return: () => this.#during(events.return()),
      }),
    }
  }

  /** Resolves when no step is running; an idle consumer delays nothing. */
  settled(): Promise<unknown> {
    return Promise.allSettled(this.#running)
  }

  #during<T>(step: Promise<T>): Promise<T> {
    this.#running.add(step)
    const done = () => this.#running.delete(step)
    step.then(done, done)
    return step
  }
}

/** Yields nothing before `ready`; iteration throws the error that `ready` rejects with. */
export function createConsumption<T>(begun: Promise<T>, read: (value: T) => AsyncIterable<StreamEvent>): Consumption {
  const ready = begun.then(() => undefined)
  ready.catch(() => undefined)
  return {
    ready,
    async *[Symbol.asyncIterator]() {
      yield* read(await begun)
    },
  }
}
