/** A stream of HTTP/2, as far as its turn is concerned. */
interface Stream {
  readonly destroyed: boolean
}

/** How many streams begin in one turn of the event loop. */
const perTurn = 8

/**
 * Lets streams begin a few at a time. What one client sends at once may be hundreds of them, on every connection that it has:
 * between them the event loop serves others, and connections take turns. A stream that has been reset by its turn costs
 * nothing more.
 */
export class StreamTurns {
  /** By connection; whose turn is next comes first. */
  readonly #waiting = new Map<object, { stream: Stream; begin: () => void }[]>()
  #planned = 0

  /**
   * Takes a stream on.
   *
   * @param connection that it is on
   * @param begin called in its turn, unless it is gone by then
   */
  take(connection: object, stream: Stream, begin: () => void): void {
    const own = this.#waiting.get(connection)
    if (own) own.push({ stream, begin })
    else this.#waiting.set(connection, [{ stream, begin }])
    if (this.#planned < perTurn) this.#plan()
  }

  /** Each in a callback of its own: what it goes on to do by promises is done before the next. */
  #plan(): void {
    this.#planned += 1
    setImmediate(() => {
      this.#planned -= 1
      const begin = this.#next()
      if (this.#waiting.size > 0) this.#plan()
      begin?.()
    })
  }

  #next(): (() => void) | undefined {
    for (const [connection, own] of this.#waiting) {
      const next = own.find(({ stream }) => !stream.destroyed)
      this.#waiting.delete(connection)
      if (!next) continue
      own.splice(0, own.indexOf(next) + 1)
      if (own.length > 0) this.#waiting.set(connection, own)
      return next.begin
    }
    return undefined
  }
}
