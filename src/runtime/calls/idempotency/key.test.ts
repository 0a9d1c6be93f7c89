import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { operations } from '#generated/server/operations.ts'
import { grant } from '#testing/pipeline.ts'
import { fingerprint, keyedCall } from './key.ts'

/** The same value with the keys of every object reversed. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, each]) => [key, reversed(each)]),
  )
}

describe('the fingerprint of arguments', () => {
  test('is the same in any order of their keys', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (args) => {
        expect(fingerprint(reversed(args))).toBe(fingerprint(args))
      }),
    )
  })

  test('differs if anything in them does', () => {
    const all = [{}, { a: 1 }, { a: '1' }, { a: [1, 2] }, { a: [2, 1] }, { a: { b: 1 } }, { b: { a: 1 } }, { a: null }]
    expect(new Set(all.map(fingerprint)).size).toBe(all.length)
  })

  test('is 64 hexadecimal digits for any size', () => {
    expect(fingerprint({ content: 'x'.repeat(1_000_000) })).toMatch(/^[0-9a-f]{64}$/)
  })
})

describe('a keyed call', () => {
  const operation = operations.find(({ id }) => id === 'notes.add') as (typeof operations)[number]
  const args = { title: 'a' }
  const shared = { operationId: 'notes.add', key: 'k1', fingerprint: fingerprint(args) }
  const { account } = grant
  const delegate = { kind: 'delegated', origin: 'app', account, rights: undefined, credentialId: undefined } as const

  test.each([
    ['an account, with which it is deleted', delegate, { subject: account.id, accountId: account.id }],
    ['a wallet, apart from the accounts', { kind: 'wallet', address: '0x1' } as const, { subject: 'wallet 0x1' }],
  ])('belongs to %s', (_who, caller, whose) => {
    expect(keyedCall(operation, { idempotencyKey: 'k1' }, caller, args)).toEqual({ ...whose, ...shared })
  })
})
