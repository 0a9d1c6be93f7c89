import { describe, expect, test } from 'vitest'
import { greeterRecord, startGreeter } from '../kernel/fixtures/greeter.ts'
import { failure, setUp, stream, unary } from './fixtures/discovery.ts'
import { startJsonService } from './fixtures/json-service.ts'

describe('a service without descriptors', () => {
  test('is called in JSON if its registration lists the endpoint', async () => {
    const { registry, discovery } = setUp()
    const service = await startJsonService()
    registry.set('acme', 'helloworld', service.record)
    const found = await discovery.find('acme', 'helloworld', 'helloworld.call')
    expect(found.isUndescribed).toBe(true)
    const request = { name: 'Ann', long: '9007199254740993', inner: { list: [1, null, 'x'] } }
    expect(await unary(found, request)).toEqual({ received: request, contentType: 'application/grpc+json' })
    expect(service.paths).toContain('/helloworld.Helloworld/Call')
  })

  test('streams if its registration says so', async () => {
    const { registry, discovery } = setUp()
    registry.set('acme', 'helloworld', (await startJsonService()).record)
    const found = await discovery.find('acme', 'helloworld', 'Helloworld.Stream')
    const received = await stream(found, ...[{ fields: { to: { kind: { case: 'numberValue', value: 2 } } } }])
    expect(received).toEqual([{ number: 1 }, { number: 2 }])
  })

  test('returns its own errors with their status', async () => {
    const { registry, discovery } = setUp()
    registry.set('acme', 'helloworld', (await startJsonService()).record)
    const found = await discovery.find('acme', 'helloworld', 'Helloworld.Call')
    expect(await failure(unary(found, { fail: 409 }))).toMatchObject({
      status: 409,
      message: 'taken',
      id: 'helloworld',
    })
  })

  test('is asked for descriptors once in half a minute', async () => {
    const { registry, discovery, clock } = setUp()
    const service = await startJsonService()
    registry.set('acme', 'helloworld', service.record)
    for (const _ of [1, 2, 3]) await discovery.find('acme', 'helloworld', 'Helloworld.Call')
    const asked = () => service.paths.filter((path) => path.startsWith('/grpc.reflection.')).length
    expect(asked()).toBe(2)
    clock.advance(31_000)
    await discovery.find('acme', 'helloworld', 'Helloworld.Call')
    expect(asked()).toBe(4)
  })

  test('has descriptors once a registration includes them', async () => {
    const { registry, discovery } = setUp()
    const greeter = await startGreeter()
    const endpoints = [{ name: 'Greeter.Hello', metadata: {} }]
    registry.set('acme', 'greeter', { ...greeterRecord([greeter.node], { metadata: {} }), endpoints })
    const isUndescribed = async () => (await discovery.find('acme', 'greeter', 'Greeter.Hello')).isUndescribed ?? false
    expect(await isUndescribed()).toBe(true)
    registry.set('acme', 'greeter', { ...greeterRecord([greeter.node]), endpoints })
    await expect.poll(isUndescribed).toBe(false)
  })

  test('has only the endpoints that it lists', async () => {
    const { registry, discovery } = setUp()
    registry.set('acme', 'helloworld', (await startJsonService()).record)
    for (const endpoint of ['Helloworld.Nothing', 'Other.Call']) {
      expect((await failure(discovery.find('acme', 'helloworld', endpoint))).status).toBe(502)
    }
  })

  test('is not confused with one that has descriptors, or wrong ones', async () => {
    const { registry, discovery } = setUp()
    const greeter = await startGreeter({ reflection: ['v1'] })
    const endpoints = [{ name: 'Greeter.Hello', metadata: {} }]
    registry.set('acme', 'greeter', { ...greeterRecord([greeter.node], { metadata: {} }), endpoints })
    expect((await discovery.find('acme', 'greeter', 'Greeter.Hello')).isUndescribed).toBeUndefined()
    registry.set('acme', 'wrong', {
      ...greeterRecord([greeter.node], { metadata: { descriptors: '%' } }),
      name: 'wrong',
      endpoints,
    })
    expect((await failure(discovery.find('acme', 'wrong', 'Greeter.Hello'))).status).toBe(502)
  })
})
