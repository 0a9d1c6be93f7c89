import {
  createMcpHandler,
  InMemoryServerEventBus,
  type McpHttpHandler,
  type McpServerFactory,
  type Server,
  type ServerNotifier,
} from '@modelcontextprotocol/server'
import { ApiError } from '#runtime/base/errors.ts'
import type { LiveItem } from '#runtime/live/types.ts'

/** Resources that one session, or one stream without a session, can follow. */
const maxFollowed = 100

/** Where a client learns about changes of its resources. */
export type ResourceNotifier = Pick<ServerNotifier, 'resourcesChanged' | 'resourceUpdated'>

/** The resources that the sessions of the revisions of 2025 follow. They end with the session. */
export class Subscriptions {
  readonly #followed = new WeakMap<Server, Set<string>>()

  /** @throws ApiError invalid_argument beyond the limit */
  add(server: Server, uri: string): void {
    const uris = this.#followed.get(server) ?? new Set()
    this.#followed.set(server, uris.add(uri))
    if (uris.size <= maxFollowed) return
    uris.delete(uri)
    throw tooMany()
  }

  remove(server: Server, uri: string): void {
    this.#followed.get(server)?.delete(uri)
  }

  /** Notifies the client of a session over its stream. */
  notifierOf(server: Server): ResourceNotifier {
    const isSent = (sent: Promise<void>) => void sent.catch(() => {})
    return {
      resourcesChanged: () => isSent(server.sendResourceListChanged()),
      resourceUpdated: (uri) => {
        if (this.#followed.get(server)?.has(uri)) isSent(server.sendResourceUpdated({ uri }))
      },
    }
  }
}

/**
 * The handler for one `subscriptions/listen`, so that its client gets the changes of its account and no others.
 *
 * @param shared gets the changes that everyone is notified of
 */
export function createListener(
  createServer: McpServerFactory,
  shared: McpHttpHandler,
  keepAliveMs: number,
): McpHttpHandler {
  const own = new InMemoryServerEventBus()
  return createMcpHandler(createServer, {
    ...{ legacy: 'reject', keepAliveMs },
    bus: {
      publish: (event) => own.publish(event),
      subscribe(listener) {
        const ends = [own.subscribe(listener), shared.bus.subscribe(listener)]
        return () => {
          for (const end of ends) end()
        }
      },
    },
  })
}

/** @throws ApiError invalid_argument for a `subscriptions/listen` that names too many resources */
export function checkFollowed(body: unknown): void {
  const { notifications } = ((body as { params?: unknown }).params ?? {}) as { notifications?: unknown }
  const { resourceSubscriptions: uris } = (notifications ?? {}) as { resourceSubscriptions?: unknown }
  if (Array.isArray(uris) && uris.length > maxFollowed) throw tooMany()
}

/** Passes a change of a file on to its owner's client. */
export function notify(item: LiveItem, changes: ResourceNotifier, uriOf: (id: string) => string): void {
  if (item === 'beat' || (item.event !== 'added' && item.event !== 'deleted')) return
  const { id } = JSON.parse(item.data) as { id: string }
  if (item.event === 'deleted') changes.resourceUpdated(uriOf(id))
  changes.resourcesChanged()
}

function tooMany(): ApiError {
  return new ApiError('invalid_argument', `At most ${maxFollowed} resources can be followed at once.`)
}
