import { create, toBinary } from '@bufbuild/protobuf'
import { FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt'
import { loadConfig } from '../../src/app/config.ts'
import { startServer } from '../../src/app/server.ts'
import { echoFiles } from '../../src/framework/gateway/fixtures/echo.ts'
import { benchAccount } from './notes-database.ts'

/** The product as it is, with the service at ECHO_PORT registered in it and a token that may call it. */
const config = loadConfig({
  ...process.env,
  PORT: '0',
  GATEWAY_PORT: '0',
  LOG_LEVEL: 'warn',
  LIMIT_ACCOUNT_PER_MINUTE: '999999999',
})
const server = await startServer({ config })
const { id } = await server.accounts.create(benchAccount)
const { secret: token } = await server.tokens.create(id, {
  scope: { services: 'all' },
  actions: true,
})
const descriptors = Buffer.from(
  toBinary(FileDescriptorSetSchema, create(FileDescriptorSetSchema, { file: echoFiles })),
).toString('base64')
const registered = await fetch(`${server.gatewayUrl}/registry/register`, {
  method: 'POST',
  headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
  body: JSON.stringify({
    name: 'echo',
    version: '1.0.0',
    metadata: { descriptors },
    nodes: [{ id: 'echo-1', address: '127.0.0.1', port: Number(process.env.ECHO_PORT) }],
    options: { ttl: 3600 },
  }),
})
if (!registered.ok) throw new Error(await registered.text())
process.send?.({ port: Number(new URL(server.gatewayUrl as string).port), token })
