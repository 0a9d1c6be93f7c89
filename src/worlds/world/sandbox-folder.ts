import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isGone, type ProcessAddress, thisProcess } from '../../runtime/base/processes.ts'

const prefix = 'onedoor-sandbox-'

/**
 * Creates a folder for the worlds of this process, and removes those of processes that were killed.
 *
 * @param parent of the folder
 * @returns its absolute path
 */
export async function createSandboxFolder(parent: string, me: ProcessAddress = thisProcess()): Promise<string> {
  await removeAbandoned(parent, me)
  return mkdtemp(join(parent, `${prefix}${machineId(me)}-${me.pid}-`))
}

async function removeAbandoned(parent: string, me: ProcessAddress): Promise<void> {
  const ofMachine = `${prefix}${machineId(me)}-`
  for (const name of await readdir(parent)) {
    if (!name.startsWith(ofMachine)) continue
    const pid = Number(/^(\d+)-/.exec(name.slice(ofMachine.length))?.[1])
    // A folder of another user cannot be removed.
    if (pid > 0 && isGone({ machine: me.machine, pid }, me)) {
      await rm(join(parent, name), { recursive: true, force: true }).catch(() => undefined)
    }
  }
}

function machineId({ machine }: ProcessAddress): string {
  return createHash('sha256').update(machine).digest('hex').slice(0, 12)
}
