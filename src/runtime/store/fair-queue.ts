interface Line<T> {
  items: T[]
  from: number
}

/**
 * Distributes a few connections among waiting clients: each client's items in order, the clients in turn, and no client
 * on more connections at once than its share. The product's own work, the client `''`, has no share.
 */
export class FairQueue<T> {
  readonly #share: number
  readonly #waiting = new Map<string, Line<T>>()
  readonly #running = new Map<string, number>()

  /** @param share how many connections one client can have at once */
  constructor(share: number) {
    this.#share = share
  }

  /** Whether the client can have another connection. */
  mayStart(client: string): boolean {
    return client === '' || (this.#running.get(client) ?? 0) < this.#share
  }

  started(client: string): void {
    this.#running.set(client, (this.#running.get(client) ?? 0) + 1)
  }

  ended(client: string): void {
    const left = (this.#running.get(client) ?? 1) - 1
    if (left > 0) this.#running.set(client, left)
    else this.#running.delete(client)
  }

  add(client: string, item: T): void {
    const line = this.#waiting.get(client)
    if (line) line.items.push(item)
    else this.#waiting.set(client, { items: [item], from: 0 })
  }

  /** Whether any waiting item's client can start. */
  get hasNext(): boolean {
    return this.#waiting.keys().some((client) => this.mayStart(client))
  }

  /** Takes the next item whose client can start. */
  take(): { client: string; item: T } | undefined {
    for (const [client, line] of this.#waiting) {
      if (!this.mayStart(client)) continue
      const item = line.items[line.from] as T
      line.from += 1
      this.#waiting.delete(client)
      if (line.from < line.items.length) this.#waiting.set(client, shortened(line))
      return { client, item }
    }
    return undefined
  }
}

/** Drops taken items occasionally: a burst can leave thousands waiting, and moving them each time is slow. */
function shortened<T>(line: Line<T>): Line<T> {
  return line.from < 1024 ? line : { items: line.items.slice(line.from), from: 0 }
}
