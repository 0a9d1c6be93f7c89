/** What has arrived on a stream of events, over any number of connections. */
export class StreamReader {
  readonly texts: string[] = []
  #lastId: string | undefined

  /**
   * Connects, after the last event that has arrived, and reads in the background until the server ends the connection or
   * disappears. Resolves when the stream is open.
   */
  async connect(url: string, token: string): Promise<void> {
    const headers = { authorization: `Bearer ${token}`, ...(this.#lastId && { 'last-event-id': this.#lastId }) }
    const response = await fetch(url, { headers })
    if (response.status !== 200) throw new Error(`${url} returned ${response.status} ${await response.text()}`)
    void this.#read(response).catch(() => undefined)
  }

  async #read(response: Response): Promise<void> {
    let rest = ''
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const blocks = (rest + chunk).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks)
        this.#take(new Map(block.split('\n').map((line) => line.split(/: ?(.*)/s, 2) as never)))
    }
  }

  #take(fields: ReadonlyMap<string, string>): void {
    this.#lastId = fields.get('id') ?? this.#lastId
    if (fields.get('event') === 'posted')
      this.texts.push((JSON.parse(fields.get('data') ?? '') as { text: string }).text)
  }
}
