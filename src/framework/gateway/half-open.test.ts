import grpc from '@grpc/grpc-js'
import { expect, test } from 'vitest'
import { startJsonService } from '../discovery/fixtures/json-service.ts'
import { gatewayWorld } from './fixtures/world.ts'

const world = gatewayWorld({ pieceMs: 500 })

test('a proxied request that never ends may wait for its response longer than a request is allowed to pause', async () => {
  const { record } = await startJsonService()
  world().registry.set('acme', 'helloworld', record)
  const client = new grpc.Client(`127.0.0.1:${world().port}`, grpc.credentials.createInsecure())
  const metadata = new grpc.Metadata()
  metadata.set('authorization', 'Bearer acme.ann')
  const bytes = (value: Buffer) => value
  const call = client.makeBidiStreamRequest('/helloworld.Helloworld/Stream', bytes, bytes, metadata)
  call.write(Buffer.from('{"wait":1200}'))
  const [message] = await call.take(1).toArray()
  expect(JSON.parse(String(message))).toEqual({ received: { wait: 1200 } })
  client.close()
})
