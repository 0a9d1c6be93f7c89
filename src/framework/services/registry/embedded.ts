import type { Clock } from '#runtime/base/clock.ts'
import { createSerial } from '#runtime/base/serial.ts'
import type { Store, StoreLog, Writer } from '#runtime/store/types.ts'
import { RpcError } from '../../kernel/errors.ts'
import { bounds } from './check.ts'
import { addChange, changesAfter, countVersions, findExpired, findVersions, revisionOf, save } from './rows.ts'
import type { Registry } from './types.ts'
import { deregistered, recordAt, registered, type Step, swept, type Version } from './version.ts'
import { type Watchers, watchersOf } from './watchers.ts'

const pollEveryMs = 500
const sweptAtOnce = 50

/** A registry that somebody has to look after. */
export interface KeptRegistry extends Registry {
  /**
   * Sweeps what has run out of time and tells watchers what has changed, in other processes too. It is done again and
   * again while anybody watches; tests do it when they want it.
   */
  poll(): Promise<void>
  /** Sweeps what has run out of time, watched or not. Resolves with how many versions it concerned. */
  purge(): Promise<number>
}

interface EmbeddedOptions {
  readonly store: Store
  readonly clock: Clock
  readonly log: StoreLog
}

/** The registry in the database: it survives restarts, and all processes on one database see the same. */
export function embeddedRegistry({ store, clock, log }: EmbeddedOptions): KeptRegistry {
  const watchers: Watchers = watchersOf()
  /** The newest change that the watchers have been told of. */
  let told = 0
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  const serial = createSerial()
  /** One after another, so that changes are told once and in order. */

  async function take(tx: Writer, namespace: string, before: Version | undefined, { after, change }: Step) {
    if (!before && !after) return
    await save(tx, namespace, before, after)
    if (change) await addChange(tx, namespace, { ...change, atMs: clock.now() })
  }

  async function sweep(): Promise<number> {
    let count = 0
    for (;;) {
      const now = clock.now()
      const first = store.sql('registry_nodes').select('id').where('expires_at', '<=', now).limit(1)
      if (!(await store.get(first))) return count
      count += await store.write(async (tx) => {
        const found = await findExpired(tx, now, sweptAtOnce)
        for (const { namespace, value } of found) await take(tx, namespace, value, swept(value, now))
        return found.length
      })
    }
  }

  async function tell(): Promise<void> {
    for (;;) {
      const changes = await changesAfter(store, told)
      if (changes.length === 0) return
      if (changes[0]!.revision !== told + 1) watchers.fail(missed())
      for (const { revision, namespace, ...change } of changes) {
        watchers.tell(namespace, revision, change)
        told = revision
      }
    }
  }

  const poll = (): Promise<void> =>
    serial.run(async () => {
      if (watchers.size === 0 || isClosed) return
      await sweep()
      await tell()
    })

  function pollSoon(): void {
    poll().catch((error: unknown) => log.warn({ err: error }, 'watchers of the registry could not be told of changes'))
  }

  function stopPolling(): void {
    clearInterval(timer)
    timer = undefined
  }

  return {
    async register(namespace, service, ttlS) {
      await store.write(async (tx) => {
        const [before] = await findVersions(tx, namespace, service)
        const step = registered(before, service, clock.now(), ttlS)
        if (!before && (await countVersions(tx, namespace)) >= bounds.versionsInNamespace)
          throw full(`The namespace ${namespace}`, `${bounds.versionsInNamespace} versions of services`)
        if ((step.after?.nodes.length ?? 0) > bounds.nodesOfVersion)
          throw full(`Version ${service.version} of ${service.name}`, `${bounds.nodesOfVersion} nodes`)
        await take(tx, namespace, before, step)
      })
      if (watchers.size > 0) pollSoon()
    },
    async deregister(namespace, service) {
      const ids = new Set(service.nodes.map(({ id }) => id))
      await store.write(async (tx) => {
        const [before] = await findVersions(tx, namespace, service)
        if (before) await take(tx, namespace, before, deregistered(before, ids))
      })
      if (watchers.size > 0) pollSoon()
    },
    get: async (namespace, name) => current(await findVersions(store, namespace, { name })),
    list: async (namespace) => current(await findVersions(store, namespace)),
    watch(namespace, name, signal) {
      return watchers.add(
        { namespace, name, signal },
        (join) =>
          serial.run(async () => {
            if (isClosed) throw closed()
            // What nobody watched so far may have run out of time long ago: it is no news to whoever comes now.
            await sweep()
            if (watchers.size > 0) await tell()
            else told = await revisionOf(store)
            timer ??= setInterval(pollSoon, pollEveryMs).unref()
            join(told)
          }),
        stopPolling,
      )
    },
    poll,
    purge: () => serial.run(async () => (isClosed ? 0 : sweep())),
    async close() {
      isClosed = true
      stopPolling()
      watchers.end()
      await serial.idle()
    },
  }

  function current(versions: readonly Version[]) {
    const now = clock.now()
    return versions.flatMap((version) => recordAt(version, now) ?? [])
  }
}

export function full(what: string, most: string): RpcError {
  return new RpcError(
    'failed_precondition',
    'registry.register',
    `${what} has ${most}, which is the most: deregister some first.`,
  )
}

export function closed(): RpcError {
  return new RpcError('unavailable', 'registry.watch', 'The server is being stopped: watch again in a moment.', {
    retryAfterS: 1,
  })
}

function missed(): RpcError {
  return new RpcError('unavailable', 'registry.watch', 'Changes were missed: list the services and watch again.')
}
