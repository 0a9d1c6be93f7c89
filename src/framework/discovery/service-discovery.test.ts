import { describe, expect, test } from 'vitest'
import { greeterRecord, startGreeter } from '../kernel/fixtures/greeter.ts'
import { deadNode, failure, setUp, unary } from './fixtures/discovery.ts'

describe('finding a service', () => {
  test('registered descriptors are enough to call a service', async () => {
    const { registry, discovery } = setUp()
    const greeter = await startGreeter()
    registry.set('acme', 'greeter', greeterRecord([greeter.node]))
    const found = await discovery.find('acme', 'greeter', 'Greeter.Hello')
    expect(await unary(found, { name: 'Ann' })).toMatchObject({ message: 'Hello Ann', node: 'greeter-1' })
  })

  test.each(['v1', 'v1alpha'] as const)('server reflection %s is enough to call a service', async (version) => {
    const { registry, discovery } = setUp()
    const greeter = await startGreeter({ reflection: [version] })
    registry.set('acme', 'greeter', greeterRecord([greeter.node], { metadata: {} }))
    const found = await discovery.find('acme', 'greeter', 'Greeting.Message')
    expect(await unary(found, { name: 'Ann' })).toMatchObject({ message: 'Hello Ann' })
    expect(await discovery.endpoints('acme', 'greeter')).toEqual([
      'Greeter.Call',
      'Greeter.Chat',
      'Greeter.Count',
      'Greeter.Fail',
      'Greeter.Gather',
      'Greeter.Hello',
      'Greeter.Slow',
      'Greeting.Message',
    ])
  })

  test('for a service without descriptors the error explains how to provide them', async () => {
    const { registry, discovery } = setUp()
    const greeter = await startGreeter()
    registry.set('acme', 'greeter', greeterRecord([greeter.node], { metadata: {} }))
    const { status, message } = await failure(discovery.find('acme', 'greeter', 'Greeter.Hello'))
    expect(status).toBe(502)
    expect(message).toContain('with the key descriptors of the service')
    expect(message).toContain('server reflection')
  })

  test.each([
    ['%%%', 'are not base64'],
    [Buffer.from('not descriptors').toString('base64'), 'are not a FileDescriptorSet'],
    ['', 'are not base64'],
  ])('malformed descriptors %j return 502', async (descriptors, why) => {
    const { registry, discovery } = setUp()
    registry.set('acme', 'greeter', greeterRecord([await deadNode('a')], { metadata: { descriptors } }))
    const { status, message } = await failure(discovery.find('acme', 'greeter', 'Greeter.Hello'))
    expect({ status, message }).toEqual({ status: 502, message: expect.stringContaining(why) })
  })

  test('an unknown service returns 404 and names the namespace', async () => {
    const { discovery } = setUp()
    expect(await failure(discovery.find('acme', 'greeter', 'Greeter.Hello'))).toEqual({
      status: 404,
      id: 'greeter.hello',
      message:
        'No service "greeter" is registered in the namespace "acme", or none of its nodes has renewed its registration in time.',
    })
  })

  test('an unknown endpoint returns 404 and lists the known ones', async () => {
    const { registry, discovery } = setUp()
    registry.set('acme', 'greeter', greeterRecord([await deadNode('a')]))
    const { status, id, message } = await failure(discovery.find('acme', 'greeter', 'Greeter.Nope'))
    expect({ status, id }).toEqual({ status: 404, id: 'greeter.nope' })
    expect(message).toContain('Its endpoints are: Greeter.Call, Greeter.Chat,')
  })

  test('a service of another namespace is not found', async () => {
    const { registry, discovery } = setUp()
    registry.set('other', 'greeter', greeterRecord([await deadNode('a')]))
    expect((await failure(discovery.find('acme', 'greeter', 'Greeter.Hello'))).status).toBe(404)
  })

  test('the newest version that has the endpoint is called', async () => {
    const { registry, discovery } = setUp()
    const old = await startGreeter({ id: 'old' })
    const newer = await startGreeter({ id: 'newer' })
    registry.set(
      'acme',
      'greeter',
      greeterRecord([old.node], { version: '1.9.0' }),
      greeterRecord([newer.node], { version: '1.10.0' }),
    )
    const found = await discovery.find('acme', 'greeter', 'Greeter.Hello')
    expect(await unary(found, {})).toMatchObject({ node: 'newer' })
  })

  test('the registry is read once while nothing changes, and again after each change', async () => {
    const { registry, discovery } = setUp()
    const [one, other] = [await startGreeter({ id: 'one' }), await startGreeter({ id: 'other' })]
    registry.set('acme', 'greeter', greeterRecord([one.node]))
    for (const _ of [1, 2, 3]) {
      const found = await discovery.find('acme', 'greeter', 'Greeter.Hello')
      expect(await unary(found, {})).toMatchObject({ node: 'one' })
    }
    expect(registry.asked).toBe(1)
    const found = await discovery.find('acme', 'greeter', 'Greeter.Hello')
    registry.set('acme', 'greeter', greeterRecord([other.node]))
    await expect.poll(() => registry.asked).toBe(2)
    expect(await unary(found, {})).toMatchObject({ node: 'other' })
  })

  test('a change that a broken watch missed is seen at the next call', async () => {
    const { registry, discovery } = setUp()
    registry.set('acme', 'greeter', greeterRecord([await deadNode('a')]))
    await discovery.find('acme', 'greeter', 'Greeter.Hello')
    registry.breakWatches()
    registry.setSilently('acme', 'greeter')
    await expect.poll(async () => (await discovery.endpoints('acme', 'greeter').catch((e) => e)).status).toBe(404)
  })

  test('namespaces without calls are not watched', async () => {
    const { registry, discovery } = setUp()
    await failure(discovery.find('acme', 'nobody', 'Nobody.Call'))
    expect(registry.watching).toBe(0)
    registry.set('acme', 'greeter', greeterRecord([await deadNode('a')]))
    await discovery.find('acme', 'greeter', 'Greeter.Hello')
    expect(registry.watching).toBe(1)
    registry.set('acme', 'greeter')
    await expect.poll(() => registry.watching).toBe(0)
  })

  test('an endpoint that the service added after registering is found', async () => {
    const { registry, discovery, clock } = setUp()
    const greeter = await startGreeter({ reflection: ['v1'] })
    registry.set('acme', 'greeter', greeterRecord([greeter.node], { metadata: {} }))
    await discovery.find('acme', 'greeter', 'Greeter.Hello')
    greeter.kill()
    await failure(discovery.find('acme', 'greeter', 'Greeter.Nope'))
    clock.advance(3000)
    // It reads again, which fails here because the service is deleted.
    expect((await failure(discovery.find('acme', 'greeter', 'Greeter.Nope'))).status).toBe(502)
  })
})
