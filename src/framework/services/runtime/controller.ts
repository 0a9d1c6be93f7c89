import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '#runtime/base/log.ts'
import type { ProcessAddress } from '#runtime/base/processes.ts'
import { isGone } from '#runtime/base/processes.ts'
import { createSerial } from '#runtime/base/serial.ts'
import type { Store } from '#runtime/store/types.ts'
import { commandOf, environmentOf, foldersOf, type Secrets } from './environment.ts'
import { type Lease, leaseRenewMs } from './lease.ts'
import type { Logs } from './logs.ts'
import { endMarked } from './marked.ts'
import { findLimiter, type Limiter, type RuntimeLimits } from './process-limits.ts'
import type { Rows, WantedService } from './rows.ts'
import type { Sources } from './sources.ts'
import { type Supervisor, type SupervisorTimes, supervise } from './supervisor.ts'
import { keyText, RunStatus, whereKey } from './types.ts'

export interface ControllerOptions {
  readonly store: Store
  readonly rows: Rows
  readonly logs: Logs
  readonly sources: Sources
  readonly secrets: Secrets
  readonly lease: Lease
  readonly me: ProcessAddress
  readonly log: Log
  readonly dataDir: string
  readonly limits: RuntimeLimits
  /** PATH of what is run. */
  readonly path: string
  /** Where services reach the gateway (`127.0.0.1:8081`); undefined without one. */
  readonly gateway: string | undefined
  readonly times: SupervisorTimes
  /** How often is looked for what other servers have changed, in milliseconds. */
  readonly pollMs?: number
}

/** Makes what runs what is wanted, while this server is the one that runs services. */
export interface Controller {
  /** Ends what a server that is gone has left behind, and begins. */
  start(): Promise<void>
  /** Looks now; resolves once what has to be started was started and what has to end has ended. */
  look(): Promise<void>
  /** How processes are limited. */
  limiterKind(): Promise<Limiter['kind']>
  /** Ends everything, once. What is to be run is run again by the next server that starts. */
  stop(): Promise<void>
}

interface Held {
  readonly service: WantedService
  /** Undefined where it could not be begun at all. */
  readonly supervisor: Supervisor | undefined
}

export function createController(options: ControllerOptions): Controller {
  const { store, rows, logs, sources, secrets, lease, me, log, dataDir, times, pollMs = 2000 } = options
  const held = new Map<string, Held>()
  const timers: NodeJS.Timeout[] = []
  let limiter: Promise<Limiter> | undefined
  const serial = createSerial()
  let wasHeld = false
  let stopped = false
  let stopping: Promise<void> | undefined

  const failed = (error: unknown) => log.error({ err: error }, 'a service that is run could not be looked after')
  const limiterNow = () => {
    limiter ??= findLimiter(options.limits, options.path)
    return limiter
  }

  async function renew(): Promise<void> {
    const isHeld = await lease.renew()
    if (isHeld && !wasHeld) {
      wasHeld = true
      await endLeftBehind()
      await inTurn(forgetFolders)
      await inTurn(reconcile)
    } else if (!isHeld && wasHeld) {
      wasHeld = false
      log.warn({}, 'another server runs the services now; those of this one are ended')
      await inTurn(endAll)
    }
  }

  /** One look after another. */
  function inTurn(work: () => Promise<void>): Promise<void> {
    const done = serial.run(work)
    done.catch(failed)
    return done
  }

  async function reconcile(): Promise<void> {
    if (!lease.isHeld() || stopped) return
    const wanted = new Map((await rows.wanted()).map((service) => [keyText(service), service]))
    const over = [...held].filter(([key, { service }]) => wanted.get(key)?.generation !== service.generation)
    await Promise.all(over.map(([key, each]) => end(key, each, wanted.get(key))))
    await Promise.all([...wanted].filter(([key]) => !held.has(key)).map(([key, service]) => begin(key, service)))
  }

  /** Folders of services that were deleted while no server ran them. */
  async function forgetFolders(): Promise<void> {
    const known = new Set((await rows.wanted()).map((service) => foldersOf(dataDir, service).folder))
    let folders = [join(dataDir, 'runtime')]
    for (const _ of ['namespace', 'name', 'version']) folders = (await Promise.all(folders.map(foldersIn))).flat()
    for (const folder of folders) if (!known.has(folder)) await rm(folder, { recursive: true, force: true })
  }

  async function end(key: string, { service, supervisor }: Held, next: WantedService | undefined): Promise<void> {
    if (next) await rows.setStatus(next, RunStatus.stopping, '')
    await supervisor?.stop()
    held.delete(key)
    if (next) return
    await logs.flush()
    await store.run(store.sql('runtime_logs').where(whereKey(service)).delete())
    await rm(foldersOf(dataDir, service).folder, { recursive: true, force: true })
  }

  async function begin(key: string, service: WantedService): Promise<void> {
    const { code, home } = foldersOf(dataDir, service)
    try {
      await rows.setStatus(service, RunStatus.building, '')
      await mkdir(home, { recursive: true, mode: 0o700 })
      await sources.unpack(service.namespace, service.source, code)
      const opened = await secrets.open(service, service.secrets)
      const given = { path: options.path, home, gateway: options.gateway, secrets: opened }
      const supervisor = supervise({
        service,
        folder: code,
        command: commandOf(service.spec),
        env: environmentOf(service, given),
        limiter: await limiterNow(),
        rows,
        logs,
        me,
        times,
        onFailure: failed,
      })
      held.set(key, { service, supervisor })
    } catch (error) {
      // It stays as it is until it is changed; trying again would fail the same way.
      held.set(key, { service, supervisor: undefined })
      log.warn({ err: error, service: key }, 'a service cannot be run')
      await rows.setStatus(service, RunStatus.error, (error as Error).message)
    }
  }

  async function endAll(): Promise<void> {
    const all = [...held.values()]
    held.clear()
    await Promise.all(all.map(({ supervisor }) => supervisor?.stop()))
    if (!stopped) return
    for (const { service } of all) await rows.setStatus(service, RunStatus.pending, '')
  }

  /** Ends the processes that servers of this machine have started which are gone, killed perhaps. */
  async function endLeftBehind(): Promise<void> {
    const all = await rows.processesOf(me.machine)
    // One of this process id was another process before this one.
    const left = all.filter(({ serverPid }) => serverPid === me.pid || isGone({ ...me, pid: serverPid }, me))
    if (left.length === 0) return
    const ids = left.map(({ id }) => id)
    const count = await endMarked(ids, times.graceMs)
    if (count > 0) log.warn({ processes: count }, 'ended processes that a server which is gone had left behind')
    for (const id of ids) await rows.removeProcess(id)
  }

  async function stop(): Promise<void> {
    stopped = true
    for (const timer of timers) clearInterval(timer)
    await inTurn(endAll)
    await logs.flush()
    await lease.release()
  }

  return {
    async start() {
      await endLeftBehind()
      await renew()
      timers.push(
        setInterval(() => void renew().catch(failed), leaseRenewMs).unref(),
        setInterval(() => void inTurn(reconcile).catch(() => undefined), pollMs).unref(),
      )
    },
    look: () => inTurn(reconcile),
    limiterKind: async () => (await limiterNow()).kind,
    stop() {
      stopping ??= stop()
      return stopping
    },
  }
}

async function foldersIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name))
}
