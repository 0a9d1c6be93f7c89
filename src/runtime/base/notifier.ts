/** Waits for events of a key. */
export interface Waiter {
  /** Counts the events: one that happens between reading this and `wait` is not missed. */
  count(): number
  /** Resolves when there are more events than `seen`, or the signal aborts. */
  wait(seen: number, signal: AbortSignal): Promise<void>
  /** Ends the membership. */
  leave(): void
}

/** Wakes everyone who waits for a key. */
export interface Notifier<Detail> {
  join(key: string, detail: Detail): Waiter
  notify(key: string): void
  /** The keys that have members. */
  keys(): string[]
  /** How many have joined the key. */
  memberCount(key: string): number
  /** By key, the details of the members that wait right now. */
  waiting(): Map<string, Detail[]>
}

export function createNotifier<Detail>(): Notifier<Detail> {
  const topics = new Map<string, Topic<Detail>>()
  return {
    join(key, detail) {
      const topic = topics.get(key) ?? new Topic<Detail>()
      topics.set(key, topic)
      return topic.join(detail, () => {
        if (topic.members.size === 0 && topics.get(key) === topic) topics.delete(key)
      })
    },
    notify: (key) => topics.get(key)?.notify(),
    keys: () => [...topics.keys()],
    memberCount: (key) => topics.get(key)?.members.size ?? 0,
    waiting() {
      const found = new Map<string, Detail[]>()
      for (const [key, { members }] of topics) {
        const details = [...members].filter(({ wake }) => wake).map(({ detail }) => detail)
        if (details.length > 0) found.set(key, details)
      }
      return found
    },
  }
}

interface Member<Detail> {
  readonly detail: Detail
  /** Set while it waits. */
  wake: (() => void) | undefined
}

class Topic<Detail> {
  readonly members = new Set<Member<Detail>>()
  #count = 0

  notify(): void {
    this.#count++
    for (const member of this.members) member.wake?.()
  }

  join(detail: Detail, onLeave: () => void): Waiter {
    const member: Member<Detail> = { detail, wake: undefined }
    this.members.add(member)
    return {
      count: () => this.#count,
      wait: (seen, signal) => this.#wait(member, seen, signal),
      leave: () => {
        this.members.delete(member)
        onLeave()
      },
    }
  }

  async #wait(member: Member<Detail>, seen: number, signal: AbortSignal): Promise<void> {
    if (this.#count > seen || signal.aborted) return
    await new Promise<void>((resolve) => {
      const done = (): void => {
        member.wake = undefined
        signal.removeEventListener('abort', done)
        resolve()
      }
      member.wake = done
      signal.addEventListener('abort', done)
    })
  }
}
