import { asRpcError } from '../kernel/rpc-errors.ts'
import type { PortHandler, PortRequest, PortResponse } from './port.ts'

/**
 * Creates a handler that is loaded with the first request; requests that arrive meanwhile wait for it.
 *
 * @param load called with every request; returns the handler, or a promise of it while it is being loaded
 * @param onFault called with the error if it fails to load, or throws
 */
export function createLazyHandler(
  load: () => PortHandler | Promise<PortHandler>,
  onFault: (failure: unknown) => void,
): PortHandler {
  function withHandler(use: (handler: PortHandler) => void, give: (failure: unknown) => void): void {
    const fail = (failure: unknown) => {
      onFault(failure)
      give(failure)
    }
    // An exception here would end the process: nothing above catches it.
    try {
      const handler = load()
      if (handler instanceof Promise) handler.then(use).catch(fail)
      else use(handler)
    } catch (failure) {
      fail(failure)
    }
  }

  return {
    request: (req, res) =>
      withHandler(
        (handler) => handler.request(req, res),
        (failure) => refuse(req, res, failure),
      ),
    upgrade: (req, socket, head) =>
      withHandler(
        (handler) => handler.upgrade(req, socket, head),
        () => socket.destroy(),
      ),
  }
}

function refuse(req: PortRequest, res: PortResponse, failure: unknown): void {
  if (res.headersSent) return void res.destroy()
  res.statusCode = 500
  res.setHeader('content-type', 'application/json')
  if (req.httpVersionMajor < 2) res.setHeader('connection', 'close')
  res.end(JSON.stringify(asRpcError(failure, 'gateway').body))
}
