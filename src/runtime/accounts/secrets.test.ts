import { describe, expect, test } from 'vitest'
import { forEachDatabase } from '#testing/databases.ts'
import { manualClock } from '../base/clock.ts'
import {
  forgetSecret,
  isSecret,
  newSecret,
  replaceSecret,
  secretBefore,
  serverSecret,
  serverSecrets,
  sha256,
} from './secrets.ts'

test('a secret has 256 random bits in 43 characters, and other texts are not taken for one', () => {
  const secrets = Array.from({ length: 100 }, newSecret)
  expect(new Set(secrets).size).toBe(100)
  for (const secret of secrets) expect(isSecret(secret) && Buffer.from(secret, 'base64url').length === 32).toBe(true)
  for (const text of ['', 'a'.repeat(42), 'a'.repeat(44), `${'a'.repeat(42)}=`, `${'a'.repeat(43)}\n`])
    expect(isSecret(text)).toBe(false)
})

test('a secret is stored by its SHA-256, here that of RFC 6234 for "abc"', () => {
  expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})

forEachDatabase((_dialect, openTestStore) => {
  describe('a key of the server', () => {
    test('is created by its first use, and then the same for everyone, even if several create it at once', async () => {
      const store = await openTestStore()
      const parts = { store, clock: manualClock() }
      const made = await Promise.all(Array.from({ length: 5 }, () => serverSecret(parts, 'links')))
      expect(new Set(made).size).toBe(1)
      expect(await serverSecret(parts, 'links', () => 'never made')).toBe(made[0])
      expect(await serverSecret(parts, 'push', async () => 'in its own form')).toBe('in its own form')
    })

    test('can be read with others, and those that are missing are created', async () => {
      const store = await openTestStore()
      const parts = { store, clock: manualClock() }
      const links = await serverSecret(parts, 'links')
      const read = await serverSecrets(parts, ['links', 'push'])
      expect(read).toEqual({ links, push: expect.stringMatching(/^[\w-]{43}$/) })
      expect(await serverSecrets(parts, ['push', 'links'])).toEqual(read)
    })

    test('that is replaced leaves the one before it readable, with the time; a deleted one is created again', async () => {
      const store = await openTestStore()
      const clock = manualClock()
      const first = await serverSecret({ store, clock }, 'signing')
      expect(await secretBefore(store, 'signing')).toBeUndefined()
      for (const value of ['second', 'third']) {
        clock.advance(1000)
        await store.write((tx) => replaceSecret(tx, { name: 'signing', value, now: clock.now() }))
        const before = { value: value === 'second' ? first : 'second', replacedAtMs: clock.now() }
        expect(await secretBefore(store, 'signing')).toEqual(before)
        expect(await serverSecret({ store, clock }, 'signing')).toBe(value)
      }
      await serverSecret({ store, clock }, 'links', () => 'of another name')
      await store.write((tx) => forgetSecret(tx, 'signing'))
      expect(await serverSecret({ store, clock }, 'signing', () => 'fourth')).toBe('fourth')
      expect(await serverSecret({ store, clock }, 'links')).toBe('of another name')
    })

    test('that never existed has none before it when it is set', async () => {
      const store = await openTestStore()
      await store.write((tx) => replaceSecret(tx, { name: 'signing', value: 'first', now: 5 }))
      expect(await secretBefore(store, 'signing')).toBeUndefined()
      expect(await serverSecret({ store, clock: manualClock() }, 'signing')).toBe('first')
    })
  })
})
