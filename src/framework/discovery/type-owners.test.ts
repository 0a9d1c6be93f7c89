import { describe, expect, test } from 'vitest'
import { greeterDescriptors, greeterRecord } from '../kernel/fixtures/greeter.ts'
import { deadNode, setUp } from './fixtures/discovery.ts'

const type = 'acme.greeter.v1.Greeter'
const named = async (name: string) => ({ ...greeterRecord([await deadNode('a')]), name })

describe('a service registered under another name than its package', () => {
  test('is found by the full name of its gRPC service, only in its namespace', async () => {
    const { registry, discovery } = setUp()
    registry.set('acme', 'welcome', await named('welcome'))
    expect(await discovery.ownerOf('acme', type)).toBe('welcome')
    expect(await discovery.ownerOf('acme', 'acme.greeter.v1.Nothing')).toBeUndefined()
    expect(await discovery.ownerOf('other', type)).toBeUndefined()
    expect(await discovery.ownerOf('acme', 'grpc.health.v1.Health')).toBeUndefined()
  })

  test('is the alphabetically first of several', async () => {
    const { registry, discovery } = setUp()
    for (const name of ['welcome', 'hello', 'zeta']) registry.set('acme', name, await named(name))
    expect(await discovery.ownerOf('acme', type)).toBe('hello')
  })

  test('is searched for once in five seconds, regardless of the number of calls', async () => {
    const { registry, discovery, clock } = setUp()
    for (const _ of [1, 2, 3]) expect(await discovery.ownerOf('acme', type)).toBeUndefined()
    await Promise.all([1, 2, 3].map(() => discovery.ownerOf('acme', type)))
    expect(registry.listed).toBe(1)
    registry.set('acme', 'welcome', await named('welcome'))
    expect(await discovery.ownerOf('acme', type)).toBeUndefined()
    clock.advance(5000)
    expect(await discovery.ownerOf('acme', type)).toBe('welcome')
    expect(registry.listed).toBe(2)
    clock.advance(59_000)
    await discovery.ownerOf('acme', type)
    expect(registry.listed).toBe(2)
    clock.advance(2000)
    await discovery.ownerOf('acme', type)
    expect(registry.listed).toBe(3)
  })

  test('is not found among more than two hundred', async () => {
    const { registry, discovery } = setUp()
    const other = await named('zeta')
    for (let index = 0; index < 200; index++)
      registry.set('acme', `a${index}`, { ...other, name: `a${index}`, metadata: { descriptors: '%' } })
    registry.set('acme', 'zeta', other)
    expect(await discovery.ownerOf('acme', type)).toBeUndefined()
  })
})

describe('the path of a relayed call', () => {
  test('under the name in the registry becomes that of the gRPC service', async () => {
    const { registry, discovery } = setUp()
    registry.set('acme', 'greeter', await named('greeter'))
    const path = async (asked: string) => (await discovery.route('acme', 'greeter', asked)).path
    expect(await path('/greeter.Greeter/Hello')).toBe('/acme.greeter.v1.Greeter/Hello')
    expect(await path('/greeter.Greeting/Message')).toBe('/acme.greeter.v1.Greeting/Message')
    expect(await path('/greeter.Greeter/Nothing')).toBe('/greeter.Greeter/Nothing')
    expect(await path('/acme.greeter.v1.Greeter/Hello')).toBe('/acme.greeter.v1.Greeter/Hello')
    expect(await path('/other.Greeter/Hello')).toBe('/other.Greeter/Hello')
  })

  test('leads to the newest version that has the method', async () => {
    const { registry, discovery } = setUp()
    const [old, newer] = [await deadNode('old'), await deadNode('newer')]
    const metadata = { descriptors: greeterDescriptors }
    registry.set(
      'acme',
      'greeter',
      greeterRecord([old], { version: '1.0.0', metadata }),
      greeterRecord([newer], { version: '2.0.0', metadata: { descriptors: '%' } }),
    )
    expect((await discovery.route('acme', 'greeter', '/greeter.Greeter/Hello')).path).toBe(
      '/acme.greeter.v1.Greeter/Hello',
    )
  })
})
