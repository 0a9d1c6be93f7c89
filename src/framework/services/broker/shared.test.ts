import { toBinary } from '@bufbuild/protobuf'
import { expect, test } from 'vitest'
import { openCoreDoor } from '#testing/core-door.ts'
import { forOneDatabase } from '#testing/databases.ts'
import { grpcJsClient } from '#testing/grpc-js-client.ts'
import { embeddedBroker } from './embedded.ts'
import { brokerService } from './service.ts'

forOneDatabase((_name, openTestStore) => {
  test('a message is encoded once for all of its subscribers over gRPC', async () => {
    let encodings = 0
    const broker = embeddedBroker()
    const service = brokerService(broker, (...of) => {
      encodings += 1
      return toBinary(...of)
    })
    const door = await openCoreDoor(await openTestStore(), () => [service])
    const { token } = await door.world.account({})
    const clients = [1, 2, 3].map(() => grpcJsClient({ address: door.address, service: 'broker.Broker', token }))
    try {
      const streams = clients.map((each) =>
        each.stream<{ body: Buffer; header: object }>('Subscribe', { topic: 'news' }),
      )
      await Promise.all(streams.map(({ opened }) => opened))
      const sent = ['small', 'large'.repeat(20_000), ''].map((text) => ({
        header: text === '' ? {} : { kind: text.slice(0, 5) },
        body: Buffer.from(text),
      }))
      for (const message of sent) await clients[0]!.call('Publish', { topic: 'news', message })
      for (const { next } of streams) for (const message of sent) expect(await next()).toEqual(message)
      expect(encodings).toBe(sent.length)
    } finally {
      for (const each of clients) each.close()
      await door.close()
      await broker.close()
    }
  })
})
