import type { ServerResponse } from 'node:http'

/** A signal that aborts when the connection closes before this response is finished. */
export function disconnectSignal(res: ServerResponse): AbortSignal {
  const controller = new AbortController()
  if (res.destroyed && !res.writableFinished) controller.abort()
  else {
    res.once('close', () => {
      if (!res.writableFinished) controller.abort()
    })
  }
  return controller.signal
}
