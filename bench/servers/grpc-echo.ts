import { createServer } from 'node:http2'
import type { AddressInfo } from 'node:net'
import type { Message } from '@bufbuild/protobuf'
import { connectNodeAdapter } from '@connectrpc/connect-node'
import { echoService } from '../../src/framework/gateway/fixtures/echo.ts'

/** The peer of the gateway, and the service behind it: connect-node as in its manual, echoing its input. */
const server = createServer(
  connectNodeAdapter({
    routes: (router) => router.service(echoService, { call: (request: Message) => request } as never),
  }),
)
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
