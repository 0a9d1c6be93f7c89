import { type CallsMade, missingNotes, startCallers } from './callers.ts'
import type { Instance } from './instance.ts'
import { openProxy } from './proxy.ts'

interface Restarted extends CallsMade {
  /** Notes that were confirmed and are not stored. */
  readonly lost: number
}

/**
 * Restarts two processes one after the other, behind a proxy, while calls arrive.
 *
 * @param rounds how often each is restarted
 * @param file the program to start instead, such as a later release
 */
export async function rollingRestart(
  instance: Instance,
  perSecond: number,
  rounds: number,
  file?: string,
): Promise<Restarted> {
  const processes = [await instance.start(), await instance.start()]
  await using proxy = await openProxy(processes.map(({ url }) => url))
  await proxy.untilReady(2)
  const callers = startCallers(proxy.url, instance.token, perSecond)
  for (let round = 0; round < rounds; round++) {
    for (const each of processes) {
      await each.program.stop()
      await proxy.untilReady(1)
      await each.restart(file)
      await proxy.untilReady(2)
    }
  }
  const calls = await callers.stop()
  return { ...calls, lost: await missingNotes(instance.store, calls.noteIds) }
}
