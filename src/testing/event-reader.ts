import { onTestFinished } from 'vitest'

interface SentEvent {
  readonly id?: string
  readonly event: string
  readonly data: unknown
}

/** An open stream of events, as EventSource reads it. It is closed when the test has finished. */
export class EventReader {
  readonly response: Response
  readonly events: SentEvent[] = []
  retryMs = 0
  isOver = false

  /**
   * @param url that of the stream
   * @param body of a POST
   */
  static async open(url: string, headers: Record<string, string> = {}, body?: object): Promise<EventReader> {
    const leaving = new AbortController()
    const posted = body && { method: 'POST', body: JSON.stringify(body) }
    const response = await fetch(url, { headers, signal: leaving.signal, ...posted })
    const reader = new EventReader(response, leaving)
    onTestFinished(() => leaving.abort())
    return reader
  }

  readonly #leaving: AbortController

  private constructor(response: Response, leaving: AbortController) {
    this.response = response
    this.#leaving = leaving
    void this.#read().catch(() => undefined)
  }

  async #read(): Promise<void> {
    let rest = ''
    for await (const chunk of this.response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const blocks = (rest + chunk).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) this.#take(block)
    }
    this.isOver = true
  }

  #take(block: string): void {
    const fields = new Map(block.split('\n').map((line) => line.split(/: ?(.*)/s) as [string, string]))
    if (fields.has('retry')) this.retryMs = Number(fields.get('retry'))
    const event = fields.get('event')
    if (event === undefined) return
    const id = fields.get('id')
    this.events.push({ ...(id === undefined ? {} : { id }), event, data: JSON.parse(fields.get('data') ?? '') })
  }

  /** Disconnects. */
  close(): void {
    this.#leaving.abort()
  }

  get kinds(): string[] {
    return this.events.map(({ event }) => event)
  }

  /** A member of the data of the events of one kind, in their order. */
  all(event: string, member: string): unknown[] {
    return this.events.flatMap((each) => (each.event === event ? [(each.data as Record<string, unknown>)[member]] : []))
  }
}
