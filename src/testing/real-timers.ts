/** Gets each new interval; set by `nothing-held.ts`. */
export const onInterval: { seen: (timer: NodeJS.Timeout) => void } = { seen: () => undefined }

globalThis.setInterval = new Proxy(globalThis.setInterval, {
  apply(target, self, args) {
    const timer: NodeJS.Timeout = Reflect.apply(target, self, args)
    onInterval.seen(timer)
    return timer
  },
})

const { setTimeout, clearTimeout, setInterval, clearInterval, setImmediate, clearImmediate } = globalThis
const real = {
  setTimeout,
  clearTimeout,
  setInterval,
  clearInterval,
  setImmediate,
  clearImmediate,
  Date: globalThis.Date,
}

/** Puts the timers and the clock of the system back. @returns the names of those that were replaced */
export function restoreTimers(): string[] {
  const replaced = Object.entries(real).filter(([name, value]) => globalThis[name as keyof typeof real] !== value)
  Object.assign(globalThis, real)
  return replaced.map(([name]) => name)
}
