import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/** A process, as far as others can tell it from one that lives no more. */
export interface ProcessAddress {
  /** The machine, or the container: within it `pid` means one process. */
  readonly machine: string
  readonly pid: number
}

/** This process. */
export function thisProcess(): ProcessAddress {
  return { machine: machineName(), pid: process.pid }
}

/** Whether that process is certain to be gone: it is looked for where `me` runs, and elsewhere nobody knows. */
export function isGone({ machine, pid }: ProcessAddress, me: ProcessAddress): boolean {
  return machine === me.machine && !isRunning(pid)
}

/** Host name and, where the system tells them, this boot and the numbering of processes: containers share the rest. */
function machineName(): string {
  const told = [
    () => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim(),
    () => readlinkSync('/proc/self/ns/pid'),
  ].flatMap((ask) => {
    try {
      return [ask()]
    } catch {
      return []
    }
  })
  return [hostname(), ...told].join(' ')
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Anything but "no such process" means that there is one, of another user.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}
