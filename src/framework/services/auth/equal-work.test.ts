import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test, vi } from 'vitest'
import { verifyPassword } from '#runtime/accounts/passwords.ts'
import { authWorld } from '#testing/auth-world.ts'
import { forEachDatabase } from '#testing/databases.ts'

forEachDatabase((_name, openTestStore) => {
  test('rejecting an unknown account, a wrong secret and a generated one takes the same work', async () => {
    const world = authWorld(await openTestStore())
    await world.serviceAccount('acme', { id: 'chosen', secret: 'correct horse battery' })
    await world.serviceAccount('acme', { id: 'made-up' })
    // The first comparison also makes the hash that unknown accounts are compared with.
    await verifyPassword(undefined, 'a wrong secret')
    const jobs = vi.spyOn(Worker.prototype, 'postMessage')
    onTestFinished(() => jobs.mockRestore())
    for (const idOrName of ['nobody', 'chosen', 'made-up', '', 'a\u0000b']) {
      jobs.mockClear()
      const signIn = { namespace: 'acme', idOrName, secret: 'a wrong secret', clientAddress: '192.0.2.1' }
      expect(await world.accounts.verify(signIn)).toBeUndefined()
      const comparison = { password: 'a wrong secret', stored: expect.stringMatching(/^\$argon2id\$/) }
      expect([idOrName, jobs.mock.calls]).toEqual([idOrName, [[expect.objectContaining(comparison)]]])
    }
  })
})
