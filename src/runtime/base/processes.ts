import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/** The identity of a process, from which others can find out whether it is dead. */
export interface ProcessAddress {
  /** The machine or container in which `pid` identifies a process. */
  readonly machine: string
  readonly pid: number
}

let machine: string | undefined

/** This process. */
export function thisProcess(): ProcessAddress {
  machine ??= machineName()
  return { machine, pid: process.pid }
}

/** Whether that process is certainly dead, which is known only for processes on the same machine as `me`. */
export function isGone({ machine, pid }: ProcessAddress, me: ProcessAddress): boolean {
  return machine === me.machine && !isRunning(pid)
}

/** Host name and, where available, boot id and pid namespace, which distinguish containers on one host. */
function machineName(): string {
  const namespaces = [
    () => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim(),
    () => readlinkSync('/proc/self/ns/pid'),
  ].flatMap((read) => {
    try {
      return [read()]
    } catch {
      return []
    }
  })
  return [hostname(), ...namespaces].join(' ')
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Any error other than "no such process" means that the process exists and belongs to another user.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}
