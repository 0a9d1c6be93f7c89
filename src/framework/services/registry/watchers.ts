import { Feed } from '#runtime/live/feed.ts'
import { RpcError } from '../../kernel/rpc-errors.ts'
import type { RegistryChange, RegistryWatch } from './types.ts'

/** How far a watcher may fall behind. */
const maxChanges = 1000
const maxBytes = 16 * 1024 * 1024

interface Watcher {
  readonly namespace: string
  readonly name: string | undefined
  /** Changes after this revision are reported to it. */
  readonly after: number
  readonly feed: Feed<RegistryChange>
}

function sizeOf({ service }: RegistryChange): number {
  const { metadata, endpoints, nodes } = service
  return 200 * (1 + endpoints.length + nodes.length) + (metadata.descriptors?.length ?? 0)
}

/** The watches that this process serves. */
export class Watchers {
  readonly #all = new Set<Watcher>()

  get size(): number {
    return this.#all.size
  }

  /**
   * @param begin must call `join` with the revision after which the watch begins, in the same step that ensures that
   * later changes will be reported
   * @param onEmpty called when the last watcher has left
   */
  add(
    { namespace, name, signal }: { namespace: string; name: string | undefined; signal: AbortSignal },
    begin: (join: (after: number) => void) => Promise<void>,
    onEmpty: () => void,
  ): RegistryWatch {
    let watcher: Watcher | undefined
    const leave = (): void => {
      if (watcher && this.#all.delete(watcher) && this.#all.size === 0) onEmpty()
    }
    const changes = new Feed<RegistryChange>({
      signal,
      maxItems: maxChanges,
      maxBytes,
      sizeOf,
      overflow: tooSlow,
      onEnd: leave,
    })
    const ready = begin((after) => {
      watcher = { namespace, name, after, feed: changes }
      this.#all.add(watcher)
      if (signal.aborted) leave()
    })
    ready.catch((error: Error) => changes.fail(error))
    return { ready, [Symbol.asyncIterator]: () => changes[Symbol.asyncIterator]() }
  }

  report(namespace: string, revision: number, change: RegistryChange): void {
    for (const watcher of this.#all) {
      if (watcher.namespace !== namespace || revision <= watcher.after) continue
      if (watcher.name === undefined || watcher.name === change.service.name) watcher.feed.push(change)
    }
  }

  /** Disconnects every watcher. */
  fail(error: Error): void {
    for (const watcher of [...this.#all]) watcher.feed.fail(error)
  }

  end(): void {
    for (const watcher of [...this.#all]) watcher.feed.end()
  }
}

function tooSlow(): RpcError {
  return new RpcError(
    'unavailable',
    'registry.watch',
    'This watch was ended because it did not read fast enough. List the services and watch again.',
  )
}

export function closed(): RpcError {
  return new RpcError('unavailable', 'registry.watch', 'The server is stopping. Watch again in a moment.', {
    retryAfterS: 1,
  })
}
