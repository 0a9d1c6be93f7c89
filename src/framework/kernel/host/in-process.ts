import { Code, ConnectError, type ContextValues, type Transport } from '@connectrpc/connect'
import { createAsyncIterable, type UniversalHandler } from '@connectrpc/connect/protocol'
import { createTransport } from '@connectrpc/connect/protocol-connect'

/** Only the path of the URL is used. */
const baseUrl = 'http://in-process'
const unlimited = Number.MAX_SAFE_INTEGER

/**
 * Creates a transport to handlers of this process. They find `values` in their context, as in a call through a door.
 *
 * @param handlers by the path of their method
 */
export function createInProcessTransport(
  handlers: ReadonlyMap<string, UniversalHandler>,
  values: ContextValues,
): Transport {
  return createTransport({
    baseUrl,
    useBinaryFormat: true,
    interceptors: [],
    acceptCompression: [],
    sendCompression: null,
    compressMinBytes: unlimited,
    readMaxBytes: unlimited,
    writeMaxBytes: unlimited,
    async httpClient({ url, method, header, body, signal = new AbortController().signal }) {
      const path = new URL(url).pathname
      const handler = handlers.get(path)
      if (!handler) throw new ConnectError(`this server has no method ${path}`, Code.Unimplemented)
      const response = await handler({
        httpVersion: '2.0',
        url,
        method,
        header,
        body: body ?? createAsyncIterable([]),
        signal,
        contextValues: values,
      })
      return {
        status: response.status,
        header: new Headers(response.header),
        body: response.body ?? createAsyncIterable([]),
        trailer: new Headers(response.trailer),
      }
    },
  })
}
