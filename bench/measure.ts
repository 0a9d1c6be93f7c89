import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { serverFlags } from '../tools/setup/commands.mjs'
import type { CallPlan, CallResult } from './gateway-load.ts'
import type { VisitPlan, VisitResult } from './links-load.ts'

/** What one load process sends. Requests are sent in turn. */
export interface LoadPlan {
  url: string
  requests: { method: 'GET' | 'POST'; path: string; body?: string; headers?: Record<string, string> }[]
  connections: number
  durationS: number
}

export interface LoadResult {
  requests: number
  requestsPerS: number
  p99Ms: number
  failures: number
}

const serverCore = '0'
const loadCore = '1'

/** Whether processes can be pinned to one core each; otherwise the figures are noisier and the report says so. */
export const canPin = ((): boolean => {
  try {
    execFileSync('taskset', ['-c', loadCore, 'true'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

function start(
  script: string,
  core: string | undefined,
  env: Record<string, string> = {},
  output?: string,
): ChildProcess {
  const file = output === undefined ? undefined : openSync(output, 'a')
  const child = fork(join(import.meta.dirname, script), {
    // Where there is a goal for memory, the product has its flags; compared with peers, both have Node's defaults.
    execArgv: /onedoor-(?:attacks|neighbours)/.test(script) ? serverFlags : [],
    env: { ...process.env, ...env },
    stdio: ['ignore', file ?? 'ignore', 'inherit', 'ipc'],
  })
  if (file !== undefined) closeSync(file)
  if (canPin && core && child.pid)
    execFileSync('taskset', ['-a', '-p', '-c', core, String(child.pid)], { stdio: 'ignore' })
  return child
}

export interface BenchServer {
  /** What the server reported when it was ready, including its port. */
  readonly ready: { port: number } & Record<string, unknown>
  readonly pid: number
  /** Sends a message to the server script and resolves with its response, the next message that has this member. */
  send(message: object, answer: string): Promise<unknown>
  stop(): Promise<void>
}

/**
 * Starts a server script in bench/servers and waits until it reports that it is listening.
 *
 * @param options `output` names the file that its standard output goes to; nowhere if not given
 */
export async function startServer(
  script: string,
  env: Record<string, string> = {},
  { isPinned = true, besideLoad = false, output }: { isPinned?: boolean; besideLoad?: boolean; output?: string } = {},
): Promise<BenchServer> {
  const core = besideLoad ? loadCore : serverCore
  const child = start(`servers/${script}`, isPinned ? core : undefined, env, output)
  const ready = (await Promise.race([
    once(child, 'message').then(([message]) => message),
    once(child, 'exit').then(([code]) =>
      Promise.reject(new Error(`bench/servers/${script} ended with code ${code} before it listened`)),
    ),
  ])) as BenchServer['ready']
  return {
    ready,
    pid: child.pid as number,
    async send(message, answer) {
      child.send(message)
      for (;;) {
        const [said] = (await once(child, 'message')) as [object]
        if (answer in said) return said
      }
    },
    async stop() {
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
    },
  }
}

/** Runs one load. Throws when any request failed: a fast error is not a result. */
export async function load(plan: LoadPlan): Promise<LoadResult> {
  const result = await run<LoadResult>('load.ts', plan)
  if (result.failures > 0) throw new Error(`${plan.url}${plan.requests[0]?.path}: ${result.failures} requests failed`)
  return result
}

/** Follows short links. Throws when any request failed. */
export async function visit(plan: VisitPlan): Promise<VisitResult> {
  const result = await run<VisitResult>('links-load.ts', plan)
  if (result.failures > 0) throw new Error(`${result.failures} visits of ${plan.which} failed`)
  return result
}

/** Makes gRPC calls. Throws if any of them failed. */
export async function call(plan: CallPlan): Promise<CallResult> {
  const result = await run<CallResult>('gateway-load.ts', plan)
  if (result.failures > 0)
    throw new Error(`${plan.path}: ${result.failures} calls failed, the first with ${result.failure}`)
  return result
}

/** Runs a plan in a separate process, on another core than the server. */
async function run<Result>(script: string, plan: object): Promise<Result> {
  const child = start(script, loadCore)
  child.send(plan)
  const [result] = (await once(child, 'message')) as [Result]
  child.kill()
  return result
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] as number
}

const bytesPerPage = 4096

/** The memory that a process has resident, on Linux. */
export async function residentBytes(pid: number): Promise<number> {
  const pages = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '')
  return Number(pages.split(' ')[1]) * bytesPerPage
}

const usPerTick = 10_000

/** A process's processor time so far in microseconds, in user and kernel mode. NaN if /proc is missing. */
export async function processorUs(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const fields = status.slice(status.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * usPerTick
}

/** A load together with the server's processor time for one request, in microseconds; NaN if /proc is missing. */
export type CostedLoad = LoadResult & { readonly cpuUs: number }

/** Runs one load and reads the server's processor time, which varies less than the rate on a busy machine. */
export async function costedLoad(server: BenchServer, plan: LoadPlan): Promise<CostedLoad> {
  let result: LoadResult | undefined
  const cpuUs = await costOf(server, async () => {
    result = await load(plan)
    return result.requests
  })
  return { ...(result as LoadResult), cpuUs }
}

/**
 * The server's processor time for one request, in microseconds.
 *
 * @param requests sends some and returns how many
 */
export async function costOf({ pid }: BenchServer, requests: () => Promise<number>): Promise<number> {
  const before = await processorUs(pid)
  const count = await requests()
  return ((await processorUs(pid)) - before) / count
}
