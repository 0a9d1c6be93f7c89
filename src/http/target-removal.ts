import type { IncomingMessage, RequestListener } from 'node:http'
import { basePath, targetWithoutBasePath } from '../runtime/base/base-path.ts'

/** Requests whose target is without the path already: a request for a WebSocket is seen twice. */
const seen = new WeakSet<IncomingMessage>()

/** Removes the path of BASE_URL from the target of a request, once. */
export function removeBasePath(req: IncomingMessage): void {
  if (basePath() === '' || seen.has(req)) return
  seen.add(req)
  req.url = targetWithoutBasePath(req.url ?? '/')
}

/** Hands requests to `listener` without the path of BASE_URL. */
export function withoutBasePath(listener: RequestListener): RequestListener {
  return (req, res) => {
    removeBasePath(req)
    listener(req, res)
  }
}
