import type { Clock } from '#runtime/base/clock.ts'
import { createSerialByKey } from '#runtime/base/serial.ts'
import type { StoreLog } from '#runtime/store/types.ts'
import { type Entry, openBucket } from '../nats/bucket.ts'
import type { Nats } from '../nats/connection.ts'
import { token } from '../nats/subjects.ts'
import { bounds, compare } from './check.ts'
import { closed, full, type KeptRegistry } from './embedded.ts'
import { natsMirror } from './nats-mirror.ts'
import type { ServiceRecord } from './types.ts'
import { deregistered, recordAt, registered, type Step, swept, type Version } from './version.ts'
import { watchersOf } from './watchers.ts'

const sweepEveryMs = 500
const maxAttempts = 100

type Make = (before: Version | undefined) => Step | Promise<Step>

const nothing: Step = { after: undefined, change: undefined }

/**
 * The registry in a bucket of NATS: one key a version, replaced only where it is as it was last seen. Nodes run out of
 * time by the clocks of the server processes; those with watchers take them out.
 */
export async function natsRegistry(
  nats: Nats,
  { prefix, clock, log }: { prefix: string; clock: Clock; log: StoreLog },
): Promise<KeptRegistry> {
  const bucket = await openBucket(nats, `${prefix}_registry`)
  const watchers = watchersOf()
  const mirror = natsMirror({ bucket, nats, watchers, clock, log })
  const serial = createSerialByKey()
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  const keyOf = (namespace: string, { name, version }: Pick<ServiceRecord, 'name' | 'version'>): string =>
    [namespace, name, version].map(token).join('.')

  /** Others may change the version at the same time: then the step is made again, from how it stands now. */
  function change(id: string, namespace: string, key: string, make: Make): Promise<void> {
    return serial.run(key, () =>
      nats.run(id, async () => {
        for (let attempt = 1; attempt <= maxAttempts; attempt++) {
          const entry = await bucket.get(key)
          const { after } = await make(entry?.content?.version)
          if (!entry?.content && !after) return
          const text = after && JSON.stringify({ namespace, version: after })
          if (text) nats.checkSize(id, Buffer.byteLength(text) + key.length + 256)
          if (await bucket.replace(key, entry, text)) return
        }
        throw new Error(`${key} was changed by others ${maxAttempts} times in a row`)
      }),
    )
  }

  async function sweep(entries: readonly Entry[]): Promise<number> {
    const now = clock.now()
    let count = 0
    for (const { key, content } of entries) {
      if (!content?.version.nodes.some(({ expiresAtMs }) => expiresAtMs <= now)) continue
      count++
      await change('registry.watch', content.namespace, key, (before) => (before ? swept(before, now) : nothing))
    }
    return count
  }

  const find = (id: string, ...path: string[]): Promise<ServiceRecord[]> =>
    nats.run(id, async () => {
      const { entries } = await bucket.all([...path.map(token), '>'].join('.'))
      const now = clock.now()
      return entries
        .flatMap(({ content }) => (content && recordAt(content.version, now)) ?? [])
        .sort((a, b) => compare(a.name, b.name) || compare(a.version, b.version))
    })

  async function poll(): Promise<void> {
    if (watchers.size > 0 && !isClosed) await sweep(mirror.entries())
  }

  function pollSoon(): void {
    poll().catch((error: unknown) => log.warn({ err: error }, 'nodes that ran out of time were not taken out'))
  }

  function stopPolling(): void {
    clearInterval(timer)
    timer = undefined
  }

  return {
    register: (namespace, service, ttlS) =>
      change('registry.register', namespace, keyOf(namespace, service), async (before) => {
        const step = registered(before, service, clock.now(), ttlS)
        const isFull = async () =>
          (await bucket.all(`${token(namespace)}.>`)).entries.length >= bounds.versionsInNamespace
        if (!before && (await isFull()))
          throw full(`The namespace ${namespace}`, `${bounds.versionsInNamespace} versions of services`)
        if ((step.after?.nodes.length ?? 0) > bounds.nodesOfVersion)
          throw full(`Version ${service.version} of ${service.name}`, `${bounds.nodesOfVersion} nodes`)
        return step
      }),
    deregister(namespace, service) {
      const ids = new Set(service.nodes.map(({ id }) => id))
      return change('registry.deregister', namespace, keyOf(namespace, service), (before) =>
        before ? deregistered(before, ids) : nothing,
      )
    },
    get: (namespace, name) => find('registry.getservice', namespace, name),
    list: (namespace) => find('registry.listservices', namespace),
    watch(namespace, name, signal) {
      const begin = (join: (after: number) => void): Promise<void> =>
        nats.run('registry.watch', async () => {
          if (isClosed) throw closed()
          // What nobody watched so far may have run out of time long ago: it is no news to whoever comes now.
          await sweep((await bucket.all(`${token(namespace)}.>`)).entries)
          await mirror.begin((after) => {
            timer ??= setInterval(pollSoon, sweepEveryMs).unref()
            join(after)
          })
        })
      return watchers.add({ namespace, name, signal }, begin, () => {
        stopPolling()
        mirror.end()
      })
    },
    poll,
    async purge() {
      if (isClosed) return 0
      return nats.run('registry.purge', async () => sweep((await bucket.all('>')).entries))
    },
    async close() {
      isClosed = true
      stopPolling()
      watchers.end()
      mirror.close()
    },
  }
}
