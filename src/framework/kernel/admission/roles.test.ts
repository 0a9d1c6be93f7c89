import { describe, expect, test } from 'vitest'
import type { RpcCaller } from '../rpc-caller.ts'
import { namespaceFor, needAccount, needAdmin } from './roles.ts'

const nobody: RpcCaller = {
  namespace: 'acme',
  kind: 'anonymous',
  id: '',
  name: '',
  issuer: '',
  scopes: new Set(),
  isAdmin: false,
  clientAddress: '192.0.2.1',
}
const user: RpcCaller = { ...nobody, kind: 'account', id: 'account_1', name: 'ann', issuer: 'acme' }
const admin: RpcCaller = { ...user, isAdmin: true }
const stranger: RpcCaller = { ...user, issuer: 'other' }
const root: RpcCaller = { ...admin, issuer: 'onedoor' }
const plainOnedoor: RpcCaller = { ...user, issuer: 'onedoor' }

const refusal = (attempt: () => unknown): unknown => {
  try {
    attempt()
  } catch (failure) {
    return (failure as { status: number }).status
  }
  return undefined
}

describe('an endpoint', () => {
  test('for accounts serves those of the namespace and administrators of the instance', () => {
    const answers = [nobody, user, admin, stranger, root, plainOnedoor].map((caller) =>
      refusal(() => needAccount(caller, 'broker.publish')),
    )
    expect(answers).toEqual([401, undefined, undefined, 403, undefined, 403])
  })

  test('for administrators serves those of the namespace and of the instance', () => {
    const answers = [nobody, user, admin, stranger, root, plainOnedoor].map((caller) =>
      refusal(() => needAdmin(caller, 'config.set')),
    )
    expect(answers).toEqual([401, 403, undefined, 403, undefined, 403])
  })

  test('names the namespace that it needs an administrator of, under its own id', () => {
    expect(() => needAdmin(user, 'config.set')).toThrow(
      expect.objectContaining({
        id: 'config.set',
        message: 'Only administrators of the namespace acme may call this, and ann is not one of them.',
      }),
    )
  })
})

describe('a message that names a namespace', () => {
  test('may name that of the call, or none', () => {
    for (const caller of [nobody, user, admin, stranger, root]) {
      for (const wanted of [undefined, '', 'acme']) expect(namespaceFor(caller, wanted, 'store.read')).toBe('acme')
    }
  })

  test('may name another one only if it comes from an administrator of the instance', () => {
    expect(namespaceFor(root, 'other', 'store.read')).toBe('other')
    for (const caller of [nobody, user, admin, stranger, plainOnedoor]) {
      expect(refusal(() => namespaceFor(caller, 'other', 'store.read'))).toBe(403)
      // An administrator of the named namespace is not one if the call is for another.
      expect(refusal(() => namespaceFor(caller, 'onedoor', 'store.read'))).toBe(403)
    }
  })
})
