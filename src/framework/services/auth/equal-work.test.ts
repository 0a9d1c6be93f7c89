import { expect, test, vi } from 'vitest'
import { verifyPassword } from '#runtime/accounts/passwords.ts'
import { authWorld } from '#testing/auth-world.ts'
import { forEachDatabase } from '#testing/databases.ts'

vi.mock(import('#runtime/accounts/passwords.ts'), async (original) => {
  const real = await original()
  return { ...real, verifyPassword: vi.fn(real.verifyPassword) }
})

forEachDatabase((_name, openTestStore) => {
  test('an account that is unknown, has another secret, or a made-up one, costs the same work to refuse', async () => {
    const world = authWorld(await openTestStore())
    await world.serviceAccount('acme', { id: 'chosen', secret: 'correct horse battery' })
    await world.serviceAccount('acme', { id: 'made-up' })
    for (const idOrName of ['nobody', 'chosen', 'made-up', '', 'a\u0000b']) {
      vi.mocked(verifyPassword).mockClear()
      const signIn = { namespace: 'acme', idOrName, secret: 'a wrong secret', clientAddress: '192.0.2.1' }
      expect(await world.accounts.verify(signIn)).toBeUndefined()
      expect([idOrName, vi.mocked(verifyPassword).mock.calls.length]).toEqual([idOrName, 1])
    }
  })
})
