/** Somebody who waits for something to happen to a key. */
export interface Waiter {
  /** Counts what happened; something that happens between reading it and waiting is not missed. */
  rung(): number
  /** Resolves when more has happened than `seen`, or the signal aborts. */
  wait(seen: number, signal: AbortSignal): Promise<void>
  /** Waits no more. */
  leave(): void
}

/** Bells by key: whoever rings one wakes all who wait at it. */
export interface Bells<Detail> {
  join(key: string, detail: Detail): Waiter
  ring(key: string): void
  /** The keys at which somebody has joined. */
  keys(): string[]
  /** How many have joined at the key. */
  members(key: string): number
  /** By key, the details of those who wait right now. */
  waiting(): Map<string, Detail[]>
}

export function bellsFor<Detail>(): Bells<Detail> {
  interface Bell {
    count: number
    readonly members: Map<object, { readonly detail: Detail; wake: (() => void) | undefined }>
  }
  const bells = new Map<string, Bell>()

  function ringOne(bell: Bell): void {
    bell.count++
    for (const member of bell.members.values()) member.wake?.()
  }

  return {
    join(key, detail) {
      const bell: Bell = bells.get(key) ?? { count: 0, members: new Map() }
      bells.set(key, bell)
      const self = {}
      const member: { detail: Detail; wake: (() => void) | undefined } = { detail, wake: undefined }
      bell.members.set(self, member)
      return {
        rung: () => bell.count,
        async wait(seen, signal) {
          if (bell.count > seen || signal.aborted) return
          await new Promise<void>((resolve) => {
            const done = (): void => {
              member.wake = undefined
              signal.removeEventListener('abort', done)
              resolve()
            }
            member.wake = done
            signal.addEventListener('abort', done)
          })
        },
        leave() {
          bell.members.delete(self)
          if (bell.members.size === 0 && bells.get(key) === bell) bells.delete(key)
        },
      }
    },
    ring(key) {
      const bell = bells.get(key)
      if (bell) ringOne(bell)
    },
    keys: () => [...bells.keys()],
    members: (key) => bells.get(key)?.members.size ?? 0,
    waiting() {
      const found = new Map<string, Detail[]>()
      for (const [key, bell] of bells) {
        const details = [...bell.members.values()].filter(({ wake }) => wake).map(({ detail }) => detail)
        if (details.length > 0) found.set(key, details)
      }
      return found
    },
  }
}
