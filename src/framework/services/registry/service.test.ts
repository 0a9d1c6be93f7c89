import { expect, test } from 'vitest'
import { grpcJsRefusal } from '#testing/grpc-js-client.ts'
import { forEachMessaging, type MessagingDoor } from '#testing/messaging-door.ts'

interface Change {
  action: string
  service: { name: string; nodes: { id: string }[] }
}

forEachMessaging((door) => {
  const client = (...of: Parameters<MessagingDoor['client']>) => door().client(...of)
  const space = () => door().space()

  const node = { id: 'n1', address: '10.0.0.5', port: '9000', metadata: { transport: 'grpc' } }
  const greeter = {
    name: 'greeter',
    version: '1.0.0',
    metadata: { team: 'a' },
    endpoints: [
      {
        name: 'Greeter.Hello',
        request: {
          name: 'HelloRequest',
          type: 'HelloRequest',
          values: [{ name: 'name', type: 'string', values: [] }],
        },
        response: null,
        metadata: { stream: 'false' },
      },
    ],
    nodes: [node],
  }

  test('a service is registered, found, watched, renewed and deregistered; it expires', async () => {
    const { admin, user } = await space()
    const registry = client('registry.Registry', admin)
    const reader = client('registry.Registry', user)
    const watch = reader.stream<Change>('Watch', { service: 'greeter' })
    await watch.opened
    await registry.call('Register', { ...greeter, options: { ttl: '30' } })
    expect(await watch.next()).toMatchObject({ action: 'create', service: { name: 'greeter' } })
    const { services: found } = await reader.call<{ services: object[] }>('GetService', { service: 'greeter' })
    expect(found).toMatchObject([greeter])
    expect((await reader.call<{ services: object[] }>('ListServices')).services).toMatchObject([greeter])
    const second = { ...node, id: '', address: '10.0.0.6' }
    await registry.call('Register', { ...greeter, nodes: [second] })
    expect((await watch.next()).service.nodes.map(({ id }) => id)).toEqual(['10.0.0.6:9000', 'n1'])
    door().clock.advance(30_000)
    await door().messaging.registry.poll()
    expect((await watch.next()).service.nodes.map(({ id }) => id)).toEqual(['10.0.0.6:9000'])
    await registry.call('Deregister', { name: 'greeter', version: '1.0.0', nodes: [{ id: '10.0.0.6:9000' }] })
    expect(await watch.next()).toMatchObject({ action: 'delete' })
    const gone = await grpcJsRefusal(reader.call('GetService', { service: 'greeter' }))
    expect(gone).toMatchObject({ code: 404, id: 'registry.getservice' })
    expect(gone.detail).toContain('service not found')
  })

  test.each([
    ['in the address alone', { address: '127.0.0.1:5000', port: '0' }],
    ['in both', { address: '[fd00::1]:5000', port: '5000' }],
    ['in its field', { address: '127.0.0.1', port: '5000' }],
  ])('a node with its port %s is returned, and deregistered, in that form', async (_where, place) => {
    const { admin } = await space()
    const registry = client('registry.Registry', admin)
    for (const id of ['', 'n1']) {
      const service = { ...greeter, nodes: [{ ...node, ...place, id }] }
      await registry.call('Register', service)
      const { services } = await registry.call<{ services: { nodes: object[] }[] }>('GetService', {
        service: 'greeter',
      })
      expect(services[0]?.nodes).toMatchObject([place])
      await registry.call('Deregister', service)
      expect(await grpcJsRefusal(registry.call('GetService', { service: 'greeter' }))).toMatchObject({ code: 404 })
    }
  })

  test('a node with two different ports is rejected', async () => {
    const { admin } = await space()
    const both = { ...greeter, nodes: [{ ...node, address: '127.0.0.1:5000', port: '5001' }] }
    const refused = await grpcJsRefusal(client('registry.Registry', admin).call('Register', both))
    expect(refused).toMatchObject({ code: 400 })
    expect(refused.detail).toContain('nodes[0].port is 5001, but nodes[0].address names the port 5000')
  })

  test('registering is for administrators of the namespace, reading for its accounts; another domain is for neither', async () => {
    const { admin, user, namespace } = await space()
    const other = await space()
    const boss = await door().boss()
    const there = { ...greeter, options: { domain: other.namespace } }
    for (const [token, request, code] of [
      [user, greeter, 403],
      [admin, there, 403],
      [undefined, greeter, 401],
    ] as const) {
      const registry = client('registry.Registry', token, namespace)
      for (const method of ['Register', 'Deregister'])
        expect(await grpcJsRefusal(registry.call(method, request))).toMatchObject({ code })
    }
    await client('registry.Registry', boss).call('Register', there)
    const options = { domain: other.namespace }
    const reader = client('registry.Registry', user)
    const refused = [
      reader.call('GetService', { service: 'greeter', options }),
      reader.call('ListServices', { options }),
      reader.stream('Watch', { options }).next(),
    ]
    for (const refusal of await Promise.all(refused.map(grpcJsRefusal))) expect(refusal).toMatchObject({ code: 403 })
    const found = await client('registry.Registry', other.user).call<{ services: object[] }>('ListServices')
    expect(found.services).toHaveLength(1)
    expect((await reader.call<{ services: object[] }>('ListServices')).services).toEqual([])
  })

  test('invalid registrations are rejected with a sentence that names the field', async () => {
    const { admin } = await space()
    const registry = client('registry.Registry', admin)
    const nodeAt = (over: object) => ({ ...greeter, nodes: [{ ...node, ...over }] })
    const refused: [object, number, RegExp][] = [
      [{ ...greeter, name: '' }, 400, /service name is missing/],
      [{ ...greeter, name: 'Greeter!' }, 400, /lower-case letters/],
      [{ ...greeter, name: 'config' }, 409, /belongs to a service of this server/],
      [{ ...greeter, name: 'v1.notes' }, 409, /"v1.notes" belongs to a service of this server/],
      [{ ...greeter, version: 'a b' }, 400, /version/],
      [{ ...greeter, nodes: [] }, 400, /at least one/],
      [{ ...greeter, nodes: [node, node] }, 400, /same id/],
      [nodeAt({ address: '169.254.169.254' }), 400, /link-local/],
      [nodeAt({ address: 'fe80::1' }), 400, /link-local/],
      [nodeAt({ address: '::ffff:169.254.1.1' }), 400, /link-local/],
      [nodeAt({ address: '0.0.0.0' }), 400, /all addresses/],
      [nodeAt({ address: 'http://x' }), 400, /neither an IP address nor a host name/],
      [nodeAt({ address: '127.0.0.256' }), 400, /neither/],
      [nodeAt({ port: '0' }), 400, /nodes\[0\]\.port/],
      [nodeAt({ port: '65536' }), 400, /65535/],
      [{ ...greeter, endpoints: [{ name: 'Hello' }] }, 400, /endpoints\[0\]\.name/],
      [{ ...greeter, metadata: { a: 'x'.repeat(5000) } }, 400, /metadata\.a/],
      [{ ...greeter, metadata: { descriptors: 'x'.repeat(1024 * 1024 + 1) } }, 400, /metadata\.descriptors/],
      [{ ...greeter, options: { ttl: '-1' } }, 400, /options\.ttl/],
      [{ ...greeter, options: { ttl: '999999' } }, 400, /options\.ttl/],
    ]
    for (const [request, code, detail] of refused) {
      const refusal = await grpcJsRefusal(registry.call('Register', request as Record<string, unknown>))
      expect(refusal).toMatchObject({ code, id: 'registry.register', detail: expect.stringMatching(detail) })
    }
    await registry.call('Register', { ...greeter, metadata: { descriptors: 'x'.repeat(1024 * 1024) } })
  })
})
