import { mkdir, readdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Log } from '#runtime/base/log.ts'
import { type Once, once } from '#runtime/base/once.ts'
import { isGone, type ProcessAddress } from '#runtime/base/processes.ts'
import { createSerial } from '#runtime/base/serial.ts'
import { confinedFolders, findConfinement } from '#runtime/isolation/boxes/confined-programs.ts'
import { openGroupedPrograms } from '#runtime/isolation/boxes/grouped-programs.ts'
import { endLeftBehind, openSandbox, type Sandbox } from '#runtime/isolation/isolation.ts'
import type { ProcessLimits } from '#runtime/isolation/process-limits.ts'
import { groupLimitsOf, type ServiceLimits } from '#runtime/isolation/service-limits.ts'
import type { Store } from '#runtime/store/types.ts'
import { type Lease, leaseRenewMs } from './lease.ts'
import type { Logs } from './logs.ts'
import { commandOf, environmentOf, foldersOf, type Secrets } from './program-environment.ts'
import type { Rows, WantedService } from './rows.ts'
import { type Supervisor, type SupervisorTimes, supervise } from './supervisor.ts'
import { keyText, RunStatus, whereKey } from './types.ts'
import type { Sources } from './uploads.ts'

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
  readonly limits: ProcessLimits
  readonly serviceLimits: ServiceLimits
  /**
   * Whether programs run in bubblewrap, and as which user if the server is root; undefined for the server's own user.
   */
  readonly confined: { readonly uid: number } | undefined
  /** PATH of the programs. */
  readonly path: string
  /** Where services reach the gateway (`127.0.0.1:8081`); undefined without one. */
  readonly gateway: string | undefined
  readonly times: SupervisorTimes
  /** How often changes by other servers are read, in milliseconds. */
  readonly pollMs?: number
}

interface Held {
  readonly service: WantedService
  /** Undefined if it could not be started at all. */
  readonly supervisor: Supervisor | undefined
}

/** Reconciles the running services with the desired ones, while this server holds the lease. */
export class Controller {
  readonly #options: ControllerOptions
  readonly #held = new Map<string, Held>()
  /** One pass at once. */
  readonly #serial = createSerial()
  readonly #sandbox: Once<Sandbox>
  readonly #limiter: Once<Pick<Sandbox, 'kind'>>
  readonly #timers: NodeJS.Timeout[] = []
  #wasLeader = false
  #isStopped = false
  #stopping: Promise<void> | undefined

  constructor(options: ControllerOptions) {
    this.#options = options
    this.#sandbox = once(() => openedSandbox(options))
    this.#limiter = once(() => openSandbox({ limits: options.limits, path: options.path }))
  }

  /** Ends the processes of dead servers, and starts. */
  async start(): Promise<void> {
    const { pollMs = 2000 } = this.#options
    await this.#endLeftBehind()
    await this.#renew()
    this.#timers.push(
      setInterval(() => void this.#renew().catch(this.#failed), leaseRenewMs).unref(),
      setInterval(() => void this.reconcile().catch(() => undefined), pollMs).unref(),
    )
  }

  /** Resolves once the services to start have been started and those to end have ended. */
  reconcile(): Promise<void> {
    return this.#inTurn(() => this.#reconcile())
  }

  /** How processes are limited. */
  async limiterKind(): Promise<Sandbox['kind']> {
    return (await this.#limiter()).kind
  }

  /** Ends all services. The next server that starts runs them again. */
  stop(): Promise<void> {
    this.#stopping ??= this.#stop()
    return this.#stopping
  }

  readonly #failed = (error: unknown): void => this.#options.log.error({ err: error }, 'runtime reconciliation failed')

  async #stop(): Promise<void> {
    this.#isStopped = true
    for (const timer of this.#timers) clearInterval(timer)
    await this.#inTurn(() => this.#endAll())
    await this.#options.logs.flush()
    await this.#options.lease.release()
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#serial.run(work)
    done.catch(this.#failed)
    return done
  }

  async #renew(): Promise<void> {
    const isLeader = await this.#options.lease.renew()
    if (isLeader && !this.#wasLeader) {
      this.#wasLeader = true
      await this.#endLeftBehind()
      await this.#inTurn(() => this.#removeUnknownFolders())
      await this.reconcile()
    } else if (!isLeader && this.#wasLeader) {
      this.#wasLeader = false
      this.#options.log.warn({}, 'runtime lease lost')
      await this.#inTurn(() => this.#endAll())
    }
  }

  async #reconcile(): Promise<void> {
    const { lease, rows } = this.#options
    if (!lease.isHeld() || this.#isStopped) return
    const wanted = new Map((await rows.wanted()).map((service) => [keyText(service), service]))
    const over = [...this.#held].filter(([key, { service }]) => wanted.get(key)?.generation !== service.generation)
    await Promise.all(over.map(([key, each]) => this.#end(key, each, wanted.get(key))))
    const missing = [...wanted].filter(([key]) => !this.#held.has(key))
    await Promise.all(missing.map(([key, service]) => this.#begin(key, service)))
  }

  async #begin(key: string, service: WantedService): Promise<void> {
    const { rows, log } = this.#options
    try {
      this.#held.set(key, { service, supervisor: await this.#supervised(service) })
    } catch (error) {
      // It stays failed until it is changed: another attempt would fail the same way.
      this.#held.set(key, { service, supervisor: undefined })
      log.warn({ err: error, service: key }, 'service start failed')
      await rows.setStatus(service, RunStatus.error, (error as Error).message)
    }
  }

  async #supervised(service: WantedService): Promise<Supervisor> {
    const { rows, logs, sources, secrets, me, dataDir, path, gateway, times, confined, serviceLimits } = this.#options
    const { folder, code, home } = foldersOf(dataDir, service)
    await rows.setStatus(service, RunStatus.building, '')
    await mkdir(home, { recursive: true, mode: 0o700 })
    await sources.unpack(service.namespace, service.source, code)
    const opened = await secrets.open(service, service.secrets)
    return supervise({
      service,
      folder,
      code,
      home,
      command: commandOf(service.spec),
      env: environmentOf(service, {
        path: confined ? `${path}:${dirname(process.execPath)}` : path,
        home: confined ? confinedFolders.home : home,
        gateway,
        secrets: opened,
      }),
      sandbox: await this.#sandbox(),
      diskMib: serviceLimits.disk,
      rows,
      logs,
      me,
      times,
      onFailure: this.#failed,
    })
  }

  async #end(key: string, { service, supervisor }: Held, next: WantedService | undefined): Promise<void> {
    const { store, rows, logs, dataDir } = this.#options
    if (next) await rows.setStatus(next, RunStatus.stopping, '')
    await supervisor?.stop()
    this.#held.delete(key)
    if (next) return
    await logs.flush()
    await store.run(store.sql('runtime_logs').where(whereKey(service)).delete())
    await rm(foldersOf(dataDir, service).folder, { recursive: true, force: true })
  }

  async #endAll(): Promise<void> {
    const all = [...this.#held.values()]
    this.#held.clear()
    await Promise.all(all.map(({ supervisor }) => supervisor?.stop()))
    if (!this.#isStopped) return
    for (const { service } of all) await this.#options.rows.setStatus(service, RunStatus.pending, '')
  }

  /** Folders of services that were deleted while no server ran them. */
  async #removeUnknownFolders(): Promise<void> {
    const { rows, dataDir } = this.#options
    const known = new Set((await rows.wanted()).map((service) => foldersOf(dataDir, service).folder))
    let folders = [join(dataDir, 'runtime')]
    for (const _ of ['namespace', 'name', 'version']) folders = (await Promise.all(folders.map(foldersIn))).flat()
    for (const folder of folders) if (!known.has(folder)) await rm(folder, { recursive: true, force: true })
  }

  /** Ends processes started by dead servers of this machine. */
  async #endLeftBehind(): Promise<void> {
    const { rows, me, log, times } = this.#options
    const all = await rows.processesOf(me.machine)
    // An earlier process had the process id of this one.
    const left = all.filter(({ serverPid }) => serverPid === me.pid || isGone({ ...me, pid: serverPid }, me))
    if (left.length === 0) return
    const ids = left.map(({ id }) => id)
    const count = await endLeftBehind(ids, times.graceMs)
    if (count > 0) log.warn({ processes: count }, 'orphaned processes ended')
    for (const id of ids) await rows.removeProcess(id)
  }
}

/** @throws Error with a sentence if programs must be confined and cannot be */
async function openedSandbox(options: ControllerOptions): Promise<Sandbox> {
  const { limits, serviceLimits, path, confined, dataDir, log } = options
  const groups = await openGroupedPrograms({
    limits: groupLimitsOf(serviceLimits),
    folder: join(dataDir, 'control-groups'),
  })
  if (serviceLimits.memory !== undefined && !groups.isMemoryLimited) {
    log.warn({ setting: 'RUNTIME_SERVICE_LIMITS' }, 'runtime programs not limited as a whole: no control groups')
  }
  if (!confined) return openSandbox({ limits, path, groups })
  const confinement = await findConfinement({ folder: join(dataDir, 'confined'), uid: confined.uid, path })
  if (confinement.kind === 'works') return openSandbox({ limits, path, groups, confine: confinement.confine })
  throw new Error(
    `${confinement.reason} Programs run in bubblewrap alone, unless RUNTIME_SANDBOX=off lets them run as the server's own user.`,
  )
}

async function foldersIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name))
}
