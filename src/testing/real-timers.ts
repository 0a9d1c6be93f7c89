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
