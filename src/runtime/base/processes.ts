import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/** The identity of a process, by which others can find out whether it is dead. */
export interface ProcessAddress {
  /** The machine or container within which `pid` identifies a process. */
  readonly machine: string
  readonly pid: number
}

/** This process. */
export function thisProcess(): ProcessAddress {
  return { machine: machineName(), pid: process.pid }
}

/** Whether that process is certainly dead. Only for processes on the same machine as `me` is that known. */
export function isGone({ machine, pid }: ProcessAddress, me: ProcessAddress): boolean {
  return machine === me.machine && !isRunning(pid)
}

/** Host name and, where available, boot id and pid namespace, by which containers on one host differ. */
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
    // Any other error than "no such process" means that the process exists and is owned by another user.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}
