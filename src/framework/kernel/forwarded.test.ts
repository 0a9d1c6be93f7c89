import { expect, test } from 'vitest'
import { forwardedMetadata } from './forwarded.ts'
import type { RpcCaller } from './rpc-caller.ts'

const ann: RpcCaller = {
  namespace: 'acme',
  kind: 'account',
  id: 'account_1',
  name: 'Änn O%',
  issuer: 'acme',
  scopes: new Set<string>(),
  isAdmin: false,
  clientAddress: '127.0.0.1',
}

test('a service receives its caller and namespace in visible ASCII', () => {
  expect(Object.fromEntries(forwardedMetadata(ann, 'req_1', null))).toEqual({
    'service-namespace': 'acme',
    'micro-namespace': 'acme',
    'onedoor-account-id': 'account_1',
    'onedoor-account': '%C3%84nn%20O%25',
    'onedoor-hops': '1',
    'x-request-id': 'req_1',
  })
})

test('without an account none is sent', () => {
  const nobody = { ...ann, kind: 'anonymous', id: '', name: '' } as const
  expect([...forwardedMetadata(nobody, '', null).keys()]).toEqual([
    'micro-namespace',
    'onedoor-hops',
    'service-namespace',
  ])
})

test('a circular call ends', () => {
  let hops: string | null = null
  const once = () => {
    hops = forwardedMetadata(ann, '', hops).get('onedoor-hops')
  }
  for (let call = 0; call < 16; call++) once()
  expect(once).toThrow(/passed through 16 services/)
})
