import { type ClientOptions, createClient, OnedoorError, type TaskEntry } from '@onedoor/client'

/** The columns of the board. */
export const columns = ['todo', 'doing', 'done'] as const

export type Column = (typeof columns)[number]

/** What the board shows. */
export interface BoardContents {
  readonly tasks: Readonly<Record<Column, readonly TaskEntry[]>>
  /** Tasks that do not fit on the board. */
  readonly omitted: number
  readonly reminders: readonly { readonly id: string; readonly title: string; readonly when: Date }[]
  readonly unread: readonly { readonly id: string; readonly from: string; readonly text: string }[]
}

const maxEntries = 100

/** The tasks, reminders and messages of an account. Its methods reject with an `OnedoorError`. */
export class Board {
  readonly #onedoor

  constructor(connection: ClientOptions) {
    // What takes longer to work again is shown to the user instead of waited for.
    this.#onedoor = createClient({ timeoutMs: 10_000, ...connection })
  }

  async read(): Promise<BoardContents> {
    const [tasks, events, inbox] = await Promise.all([
      this.#onedoor.tasks.list({ limit: maxEntries }),
      this.#onedoor.events.list({ limit: maxEntries }),
      this.#onedoor.inbox.read({}),
    ])
    const inColumn = (column: Column) => tasks.items.filter(({ status }) => columnOf(status) === column)
    const upcoming = events.items.filter(({ status }) => status === 'upcoming')
    const unread = (inbox.items ?? []).filter(({ is_unread }) => is_unread)
    return {
      tasks: { todo: inColumn('todo'), doing: inColumn('doing'), done: inColumn('done') },
      omitted: tasks.total - tasks.items.length,
      reminders: upcoming.map(({ id, title, when }) => ({ id, title, when: new Date(when) })),
      unread: unread.map(({ id, from, kind, snippet, subject }) => ({
        id,
        from,
        text: kind === 'reminder' ? subject : snippet,
      })),
    }
  }

  /** @param key the same for each attempt to add a task, so that it is added only once */
  async add(title: string, key: string): Promise<void> {
    await this.#onedoor.tasks.create({ title }, { idempotencyKey: key })
  }

  /** Moves a task to the next column. */
  async advance({ id, status }: Pick<TaskEntry, 'id' | 'status'>): Promise<void> {
    const next = columns[columns.indexOf(columnOf(status)) + 1] ?? 'done'
    await this.#onedoor.tasks.update({ id, status: next, if_status: status })
  }

  async remove({ id }: Pick<TaskEntry, 'id'>): Promise<void> {
    await this.#onedoor.tasks.delete({ id })
  }

  /** @param local a date and time in the time zone of this device, such as `2027-03-13T18:00` */
  async remind(title: string, local: string, isDaily: boolean): Promise<void> {
    const { timeZone: timezone } = Intl.DateTimeFormat().resolvedOptions()
    const when = new Date(local).toISOString()
    await this.#onedoor.events.create({ title, when, timezone, ...(isDaily && { repeat: 'daily' }) })
  }

  async send(username: string, text: string): Promise<void> {
    await this.#onedoor.chat.send({ room: `direct:${username}`, message: text })
  }

  /**
   * Yields when the board may have changed, until the signal is aborted: the title of a notification as it arrives, and
   * undefined when notifications have begun to arrive or may have been missed.
   */
  async *changes(signal: AbortSignal): AsyncGenerator<string | undefined> {
    const options = { signal, timeoutMs: 60_000, retries: Number.POSITIVE_INFINITY }
    for await (const { event, data } of this.#onedoor.notify.stream({}, options)) {
      if (event === 'notification') yield (data as { title: string }).title
      else if (event === 'open' || event === 'reset') yield undefined
    }
  }
}

function columnOf(status: TaskEntry['status']): Column {
  return status === 'blocked' || status === 'failed' ? 'doing' : status
}

/** A failure in words for the user. @throws the failure if it is not one of a call */
export function messageOf(failure: unknown): string {
  if (!(failure instanceof OnedoorError)) throw failure
  if (failure.code === 'network') return 'The server cannot be reached. Check your connection and try again.'
  if (failure.code === 'timeout') return 'The server takes too long to respond. Try again later.'
  return failure.message
}
