import type { Clock } from '#runtime/base/clock.ts'
import { type ProcessAddress, thisProcess } from '#runtime/base/processes.ts'
import type { Keys } from '#runtime/base/secrets/keys.ts'
import { notFound, RpcError } from '../../kernel/rpc-errors.ts'
import { Controller, type ControllerOptions } from './controller.ts'
import { createLease } from './lease.ts'
import { Logs } from './logs.ts'
import { secretsWith } from './program-environment.ts'
import { type NewService, Rows } from './rows.ts'
import { type SupervisorTimes, usualTimes } from './supervisor.ts'
import type { RunService, ServiceKey } from './types.ts'
import { createSources, type Sources } from './uploads.ts'

export type LocalRuntime = ReturnType<typeof createLocalRuntime>

type Parts = 'rows' | 'logs' | 'sources' | 'secrets' | 'lease' | 'me' | 'times' | 'pollMs'

export interface LocalRuntimeOptions extends Omit<ControllerOptions, Parts> {
  readonly clock: Clock
  readonly keys: Keys
  readonly me?: ProcessAddress
  readonly times?: SupervisorTimes
}

const checkAgainMs = 100

type ServiceToRun = Omit<NewService, 'source' | 'secrets'> & {
  readonly source: string
  readonly secrets: Readonly<Record<string, string>>
}

/** Services that run as processes of this machine. */
export function createLocalRuntime(options: LocalRuntimeOptions) {
  const { store, clock, log, keys, me = thisProcess(), times = usualTimes } = options
  const rows = new Rows({ store, clock })
  const logs = new Logs({ store, clock, log })
  const sources = createSources({ store, clock })
  const secrets = secretsWith(keys)
  const lease = createLease({ name: 'runtime', store, clock, me, log })
  const controller = new Controller({ ...options, rows, logs, sources, secrets, lease, me, times })

  /** The call does not wait for the start: the status shows the outcome. */
  function reconcileSoon(): void {
    // The controller logs a failure.
    controller.reconcile().catch(() => undefined)
  }

  return {
    logs,
    sources,
    /**
     * @param service source: id of an upload; empty for none
     * @throws RpcError 404 for an unknown upload, 409, 412
     */
    async create({ secrets: open, source, ...service }: ServiceToRun, force: boolean): Promise<void> {
      await checkSource(sources, service.namespace, source, 'runtime.create')
      const sealed = await secrets.seal(service, open)
      await rows.create({ ...service, source: source || undefined, secrets: sealed }, force)
      reconcileSoon()
    },
    /** Restarts it. @throws RpcError 404, 412 */
    async update(
      key: ServiceKey,
      changes: { source?: string; entrypoint?: string; instances?: number },
    ): Promise<void> {
      await checkSource(sources, key.namespace, changes.source ?? '', 'runtime.update')
      await rows.update(key, changes)
      reconcileSoon()
    },
    /** Resolves when its processes have ended. @throws RpcError 404, 504 if they have not ended in time */
    async delete(key: ServiceKey, waitMs: number): Promise<void> {
      await rows.delete(key)
      await controller.reconcile()
      if (!(await haveEnded(rows, key, waitMs))) throw stillRunning(key)
    },
    list: rows.list.bind(rows),
    /** @throws RpcError 404 */
    async need(key: ServiceKey, errorId: string): Promise<RunService> {
      const service = await rows.get(key)
      if (service) return service
      throw notFound(errorId, `The namespace ${key.namespace} has no service ${key.name} ${key.version}.`)
    },
    limiterKind: () => controller.limiterKind(),
    /** Ends processes that dead servers left behind, and runs the services unless another server does. */
    start: () => controller.start(),
    /** Ends all processes. */
    stop: () => controller.stop(),
  }
}

async function checkSource(sources: Sources, namespace: string, source: string, id: string): Promise<void> {
  if (source === '' || (await sources.has(namespace, source))) return
  throw notFound(id, 'source must be the id that runtime.Source/Upload returned. No upload has this id.')
}

/** Resolves with whether the processes have ended within `waitMs`. */
async function haveEnded(rows: Rows, key: ServiceKey, waitMs: number): Promise<boolean> {
  const untilMs = performance.now() + waitMs
  while (await rows.hasProcesses(key)) {
    if (performance.now() > untilMs) return false
    await new Promise((resolve) => setTimeout(resolve, checkAgainMs))
  }
  return true
}

function stillRunning({ name }: ServiceKey): RpcError {
  return new RpcError('upstream_timeout', 'runtime.delete', `${name} is deleted, but its processes have not ended yet.`)
}
