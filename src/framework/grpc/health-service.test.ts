import { Code, createClient } from '@connectrpc/connect'
import { createGrpcTransport } from '@connectrpc/connect-node'
import { afterAll, expect, test } from 'vitest'
import { Health, HealthCheckResponse_ServingStatus as Status } from '#generated/proto/grpc/health/v1/health_pb.js'
import { openEchoWorld } from './fixtures/echo-world.ts'

const world = await openEchoWorld()
afterAll(() => world.stop())

const client = () => createClient(Health, createGrpcTransport({ baseUrl: world.url }))

test.each(['', 'client.Client', 'store.BlobStore'])(
  '%j is served while the database answers, and only then',
  async (service) => {
    expect(await client().check({ service })).toMatchObject({ status: Status.SERVING })
    world.isReady = false
    expect(await client().check({ service })).toMatchObject({ status: Status.NOT_SERVING })
    world.isReady = true
  },
)

test('an unknown service is reported as such, to watchers as well', async () => {
  await expect(client().check({ service: 'client' })).rejects.toMatchObject({ code: Code.NotFound })
  for await (const { status } of client().watch({ service: 'client' })) {
    expect(status).toBe(Status.SERVICE_UNKNOWN)
    break
  }
})

test('all are listed', async () => {
  const { statuses } = await client().list({})
  expect(Object.keys(statuses)).toEqual(expect.arrayContaining(['', 'client.Client', 'grpc.health.v1.Health']))
  expect(statuses['client.Client']).toMatchObject({ status: Status.SERVING })
})

test('probes need no credentials and are not in the log', async () => {
  const [asked, lines] = [world.asked.length, world.lines.length]
  await client().check({}, { headers: { authorization: 'Bearer bad' } })
  expect([world.asked.length, world.lines.length]).toEqual([asked, lines])
})

test('watchers learn that the server stops', async () => {
  const fresh = await openEchoWorld()
  const watching = createClient(Health, createGrpcTransport({ baseUrl: fresh.url })).watch({})
  const seen: Status[] = []
  let stopped: Promise<void> | undefined
  for await (const { status } of watching) {
    seen.push(status)
    stopped ??= fresh.stop(30_000)
  }
  expect(seen).toEqual([Status.SERVING, Status.NOT_SERVING])
  await stopped
})
