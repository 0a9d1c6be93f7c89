import { RpcError } from '../../kernel/errors.ts'
import { type Feed, feed } from '../../kernel/feed.ts'
import type { RegistryChange, RegistryWatch } from './types.ts'

/** How far a watcher may fall behind. */
const maxChanges = 1000
const maxBytes = 16 * 1024 * 1024

interface Watcher {
  readonly namespace: string
  readonly name: string | undefined
  /** It is told of changes after this one. */
  readonly after: number
  readonly feed: Feed<RegistryChange>
}

/** Those who watch by way of this process. */
export interface Watchers {
  readonly size: number
  /**
   * @param begin is to call `join` with the revision after which the watch begins, in the same step in which it has seen
   * that later changes will be told
   * @param onEmpty called when the last watcher has gone
   */
  add(
    watched: { namespace: string; name: string | undefined; signal: AbortSignal },
    begin: (join: (after: number) => void) => Promise<void>,
    onEmpty: () => void,
  ): RegistryWatch
  tell(namespace: string, revision: number, change: RegistryChange): void
  /** Cuts every watcher. */
  fail(error: Error): void
  end(): void
}

function sizeOf({ service }: RegistryChange): number {
  const { metadata, endpoints, nodes } = service
  return 200 * (1 + endpoints.length + nodes.length) + (metadata.descriptors?.length ?? 0)
}

export function watchersOf(): Watchers {
  const all = new Set<Watcher>()
  return {
    get size() {
      return all.size
    },
    add({ namespace, name, signal }, begin, onEmpty) {
      let watcher: Watcher | undefined
      const changes = feed<RegistryChange>({
        signal,
        maxItems: maxChanges,
        maxBytes,
        sizeOf,
        overflow: () =>
          new RpcError(
            'unavailable',
            'registry.watch',
            'This watch was cut off because it did not read fast enough: list the services and watch again.',
          ),
        onEnd() {
          if (watcher && all.delete(watcher) && all.size === 0) onEmpty()
        },
      })
      const ready = begin((after) => {
        watcher = { namespace, name, after, feed: changes }
        all.add(watcher)
        if (!signal.aborted) return
        all.delete(watcher)
        if (all.size === 0) onEmpty()
      })
      ready.catch((error: Error) => changes.fail(error))
      return { ready, [Symbol.asyncIterator]: () => changes[Symbol.asyncIterator]() }
    },
    tell(namespace, revision, change) {
      for (const watcher of all) {
        if (watcher.namespace !== namespace || revision <= watcher.after) continue
        if (watcher.name === undefined || watcher.name === change.service.name) watcher.feed.push(change)
      }
    },
    fail(error) {
      for (const watcher of [...all]) watcher.feed.fail(error)
    },
    end() {
      for (const watcher of [...all]) watcher.feed.end()
    },
  }
}
