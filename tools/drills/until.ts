import { setTimeout as pause } from 'node:timers/promises'

/** Longer than any bound of the guide. */
const waitS = 100

/** Resolves when this is so. @throws Error if it is not within a minute and more */
export async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + waitS * 1000
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`after ${waitS} s still not: ${what}`)
    await pause(50)
  }
}
