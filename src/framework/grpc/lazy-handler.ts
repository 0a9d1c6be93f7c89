import { asRpcError } from '../kernel/errors.ts'
import type { PortHandler, PortRequest, PortResponse } from './port.ts'

/**
 * A handler that is loaded with the first request and waited for by those that come meanwhile.
 *
 * @param load the handler, or a promise of it while it is being loaded; asked with every request
 * @param onFault told why it could not be loaded, or what it threw
 */
export function lazyHandler(
  load: () => PortHandler | Promise<PortHandler>,
  onFault: (failure: unknown) => void,
): PortHandler {
  function withHandler(use: (handler: PortHandler) => void, give: (failure: unknown) => void): void {
    const fail = (failure: unknown) => {
      onFault(failure)
      give(failure)
    }
    // What is thrown here would end the process: nothing above catches it.
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
