import { describe, expect, test } from 'vitest'
import { administrationOf, isNamespace, namespaceFault, roleOf } from './namespaces.ts'

describe('the name of a namespace', () => {
  test.each(['a', 'acme', 'onedoor', 'foo-staging', 'a1', 'x'.repeat(63)])('%s can be used', (name) => {
    expect(namespaceFault(name)).toBeUndefined()
    expect(isNamespace(name)).toBe(true)
  })

  test.each(['', 'Acme', '1a', '-a', 'a_b', 'a.b', 'a b', 'a\n', 'ä', 'x'.repeat(64), 'acme\0'])(
    '%j is rejected with the rule',
    (name) => {
      expect(namespaceFault(name)).toContain('1 to 63 characters')
      expect(isNamespace(name)).toBe(false)
    },
  )

  test.each(['api', 'www', 'gateway', 'mail', 'admin'])('%s is reserved: hosts have that name', (name) => {
    expect(namespaceFault(name)).toContain('is reserved')
  })
})

describe('is_admin of an account', () => {
  test.each([true, 1])('%j means an administrator of the instance only in the default namespace', (is_admin) => {
    expect(administrationOf({ is_admin, namespace: 'onedoor' })).toEqual({ isAdmin: true, isNamespaceAdmin: true })
    expect(administrationOf({ is_admin, namespace: 'acme' })).toEqual({ isAdmin: false, isNamespaceAdmin: true })
  })

  test.each([false, 0, null])('%j does not mean an administrator of anything', (is_admin) => {
    for (const namespace of ['onedoor', 'acme']) {
      expect(administrationOf({ is_admin, namespace })).toEqual({ isAdmin: false, isNamespaceAdmin: false })
    }
  })

  test('is worded with its scope', () => {
    const role = (is_admin: boolean, namespace: string) =>
      roleOf({ namespace, ...administrationOf({ is_admin, namespace }) })
    expect(role(true, 'onedoor')).toBe('administrator')
    expect(role(true, 'acme')).toBe('administrator of acme')
    expect(role(false, 'onedoor')).toBe('user')
    expect(role(false, 'acme')).toBe('user')
  })
})
