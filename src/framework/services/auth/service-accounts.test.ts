import { describe, expect, test } from 'vitest'
import { once } from '#runtime/base/once.ts'
import { authWorld, forgetAll } from '#testing/auth-world.ts'
import { forEachDatabase } from '#testing/databases.ts'
import type { NewServiceAccount, SignIn } from './types.ts'

const chosen = 'correct horse battery'
const wanted = (parts: Partial<NewServiceAccount> = {}): NewServiceAccount => ({
  id: '',
  name: '',
  type: '',
  scopes: [],
  metadata: {},
  secret: '',
  ...parts,
})
const signIn = (idOrName: string, secret: string, parts: Partial<SignIn> = {}): SignIn => ({
  namespace: 'acme',
  idOrName,
  secret,
  clientAddress: '192.0.2.1',
  ...parts,
})

forEachDatabase((_name, openTestStore) => {
  const shared = once(openTestStore)
  async function open(options: Parameters<typeof authWorld>[1] = {}) {
    await forgetAll(await shared())
    return authWorld(await shared(), options)
  }

  describe('creating an account', () => {
    test('without parameters generates an id and a secret of 256 bits, and stores its hash', async () => {
      const { accounts, store } = await open()
      const { account, secret } = await accounts.generate('acme', wanted())
      expect(account).toEqual({
        namespace: 'acme',
        id: expect.stringMatching(/^service_[0-9a-z]{26}$/),
        name: account.id,
        type: 'user',
        scopes: [],
        metadata: {},
      })
      expect(secret).toMatch(/^[A-Za-z0-9_-]{43}$/)
      expect(JSON.stringify(await store.all(store.sql('service_accounts').select('*')))).not.toContain(secret)
      expect((await accounts.generate('acme', wanted())).secret).not.toBe(secret)
      expect((await accounts.verify(signIn(account.id, secret)))?.account).toEqual(account)
    })

    test('stores what was sent, and hashes a chosen secret as a password', async () => {
      const { accounts, store } = await open()
      const said = {
        id: 'ann@example.com',
        name: 'Ann O’Neill',
        type: 'service',
        scopes: ['service', 'billing:read', 'service'],
        metadata: { team: 'a "b"', empty: '', nul: '\u0000', lone: '\ud800' },
        secret: chosen,
      }
      const { account, secret } = await accounts.generate('acme', said)
      expect(secret).toBe(chosen)
      const { secret: _, ...kept } = { ...said, namespace: 'acme', scopes: ['billing:read', 'service'] }
      expect(account).toEqual(kept)
      expect(await accounts.list('acme')).toEqual([account])
      const row = await store.get<{ secret_hash: string }>(store.sql('service_accounts').select('secret_hash'))
      expect(row?.secret_hash).toMatch(/^\$argon2id\$/)
      for (const idOrName of [said.id, said.name]) {
        expect((await accounts.verify(signIn(idOrName, chosen)))?.account.id).toBe(said.id)
      }
    })

    const faults: [string, Partial<NewServiceAccount>, string][] = [
      ['id', { id: 'a b' }, 'id must have 1 to 128 characters'],
      ['id', { id: '-a' }, 'id must have 1 to 128 characters'],
      ['id', { id: 'x'.repeat(129) }, 'id must have 1 to 128 characters'],
      ['name', { name: ' a' }, 'name must be 1 to 100 characters'],
      ['name', { name: 'a\nb' }, 'name must be 1 to 100 characters'],
      ['name', { name: 'a\u0000' }, 'name must be 1 to 100 characters'],
      ['name', { name: 'ä'.repeat(101) }, 'name must be 1 to 100 characters'],
      ['type', { type: 'admin' }, 'type must be user or service'],
      ['scopes', { scopes: ['*'] }, 'each of scopes must have'],
      ['scopes', { scopes: [''] }, 'each of scopes must have'],
      ['scopes', { scopes: ['+'] }, 'each of scopes must have'],
      ['scopes', { scopes: Array.from({ length: 17 }, (_, index) => `s${index}`) }, 'scopes must be at most 16'],
      ['metadata', { metadata: { a: 'x'.repeat(2048) } }, 'metadata must be at most 2048 bytes'],
      ['secret', { secret: 'short' }, 'secret must have at least 10 characters'],
      ['secret', { secret: 'x'.repeat(1025) }, 'secret must be at most 1024 bytes'],
    ]
    test.each(faults)('rejects a wrong %s in %j', async (_what, parts, message) => {
      const { accounts } = await open()
      await expect(accounts.generate('acme', wanted(parts))).rejects.toMatchObject({
        status: 400,
        id: 'auth.generate',
        message: expect.stringContaining(message),
      })
      expect(await accounts.list('acme')).toEqual([])
    })

    test('reports all faults at once', async () => {
      const { accounts } = await open()
      const bad = wanted({ id: '!', name: '\n', type: 'x', scopes: ['!'], secret: '1' })
      const refusal: Error = await accounts.generate('acme', bad).then(
        () => expect.unreachable(),
        (failure) => failure,
      )
      for (const name of ['id ', 'name ', 'type ', 'scopes ', 'secret ']) expect(refusal.message).toContain(name)
    })

    test.each(['Acme', 'www', 'a b', ''])('is rejected in the namespace %j', async (namespace) => {
      const { accounts } = await open()
      await expect(accounts.generate(namespace, wanted())).rejects.toMatchObject({ status: 400 })
    })

    test('with one id, concurrently, creates one and rejects the others', async () => {
      const { accounts } = await open()
      const made = await Promise.allSettled(
        [1, 2, 3, 4, 5].map(() => accounts.generate('acme', wanted({ id: 'robot' }))),
      )
      expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      for (const each of made) {
        if (each.status === 'rejected') expect(each.reason).toMatchObject({ status: 409, id: 'auth.generate' })
      }
      expect(await accounts.list('acme')).toHaveLength(1)
    })

    test('rejects an id or name that another account of the namespace could sign in with', async () => {
      const { accounts } = await open()
      await accounts.generate('acme', wanted({ id: 'robot', name: 'The robot' }))
      for (const parts of [{ id: 'robot' }, { name: 'robot' }, { name: 'The robot' }, { id: 'x', name: 'robot' }]) {
        await expect(accounts.generate('acme', wanted(parts))).rejects.toMatchObject({ status: 409 })
      }
      await accounts.generate('other', wanted({ id: 'robot', name: 'The robot' }))
      await accounts.generate('acme', wanted({ id: 'Robot' }))
      expect((await accounts.list('acme')).map(({ id }) => id)).toEqual(['Robot', 'robot'])
    })

    test('stops at a thousand per namespace', async () => {
      const { accounts, store } = await open()
      const rows = Array.from({ length: 999 }, (_, index) => ({
        namespace: 'acme',
        id: `n${index}`,
        name: `n${index}`,
        type: 'user',
        scopes: '[]',
        metadata: '{}',
        secret_hash: 'sha256:',
        created_at: 0,
        updated_at: 0,
      }))
      for (let from = 0; from < rows.length; from += 100) {
        await store.run(store.sql('service_accounts').insert(rows.slice(from, from + 100)))
      }
      await accounts.generate('acme', wanted())
      await expect(accounts.generate('acme', wanted())).rejects.toMatchObject({
        status: 412,
        message: expect.stringContaining('has 1000 accounts'),
      })
      await accounts.generate('other', wanted())
    })
  })

  describe('signing in', () => {
    test('accepts only the right secret of an account of this namespace', async () => {
      const { accounts } = await open()
      const { secret } = await accounts.generate('acme', wanted({ id: 'robot' }))
      await accounts.generate('acme', wanted({ id: 'person', secret: chosen }))
      expect(await accounts.verify(signIn('robot', secret))).toBeDefined()
      expect(await accounts.verify(signIn('person', chosen))).toBeDefined()
      for (const wrong of [
        signIn('robot', `${secret}x`),
        signIn('robot', chosen),
        signIn('robot', ''),
        signIn('Robot', secret),
        signIn('robot', secret, { namespace: 'other' }),
        signIn('robot', secret, { namespace: 'Not a name' }),
        signIn('person', secret),
        signIn('nobody', chosen),
        signIn('', chosen),
        signIn('a\u0000b', chosen),
        signIn('x'.repeat(100_000), chosen),
        signIn('person', 'x'.repeat(100_000)),
      ]) {
        expect(await accounts.verify(wrong)).toBeUndefined()
      }
    })

    test('is limited by account from any address, even for an unknown account', async () => {
      const { accounts, clock } = await open({ limits: { signInPer15Minutes: 3 } })
      await accounts.generate('acme', wanted({ id: 'person', secret: chosen }))
      for (const idOrName of ['person', 'nobody']) {
        const from = (host: number) => signIn(idOrName, 'a wrong secret', { clientAddress: `192.0.2.${host}` })
        for (const host of [1, 2, 3]) expect(await accounts.verify(from(host))).toBeUndefined()
        await expect(accounts.verify(from(4))).rejects.toMatchObject({ code: 'rate_limited' })
      }
      await expect(accounts.verify(signIn('person', chosen, { clientAddress: '198.51.100.1' }))).rejects.toMatchObject({
        code: 'rate_limited',
      })
      clock.advance(20 * 60_000)
      expect(await accounts.verify(signIn('person', chosen))).toBeDefined()
    })

    test('is limited by address for any account', async () => {
      const { accounts } = await open({ limits: { signInPer15Minutes: 3 } })
      for (const idOrName of ['one', 'two', 'a\u0000b']) {
        expect(await accounts.verify(signIn(idOrName, 'a wrong secret'))).toBeUndefined()
      }
      await expect(accounts.verify(signIn('four', 'a wrong secret'))).rejects.toMatchObject({ code: 'rate_limited' })
    })

    test('is not limited with the right generated secret: a hundred programs may start behind one address', async () => {
      const { accounts } = await open({ limits: { signInPer15Minutes: 2 } })
      const { secret } = await accounts.generate('acme', wanted({ id: 'robot' }))
      for (let count = 0; count < 20; count++) expect(await accounts.verify(signIn('robot', secret))).toBeDefined()
      for (let count = 0; count < 2; count++) await accounts.verify(signIn('robot', 'a wrong secret'))
      await expect(accounts.verify(signIn('robot', 'a wrong secret'))).rejects.toMatchObject({ code: 'rate_limited' })
      expect(await accounts.verify(signIn('robot', secret))).toBeDefined()
    })
  })

  describe('changing the secret', () => {
    test('revokes the old one and all tokens, and accepts the new one', async () => {
      const { accounts, serviceTokens, serviceAccount } = await open()
      const robot = await serviceAccount('acme', { id: 'robot' })
      const other = await serviceAccount('acme', { id: 'other' })
      await accounts.changeSecret(signIn('robot', robot.secret), chosen)
      expect(await accounts.verify(signIn('robot', robot.secret))).toBeUndefined()
      expect(await accounts.verify(signIn('robot', chosen))).toBeDefined()
      expect(await serviceTokens.find(robot.token)).toBeUndefined()
      const refused = serviceTokens.refresh(robot.refreshToken, 0, async () => undefined)
      await expect(refused).rejects.toMatchObject({ status: 400 })
      expect(await serviceTokens.find(other.token)).toEqual(other.account)
    })

    test('returns the same error for an unknown account and a wrong secret', async () => {
      const { accounts } = await open()
      await accounts.generate('acme', wanted({ id: 'robot' }))
      const answers = await Promise.all(
        ['robot', 'nobody'].map((id) =>
          accounts.changeSecret(signIn(id, 'a wrong secret'), chosen).catch(({ status, id: errorId, message }) => ({
            status,
            id: errorId,
            message,
          })),
        ),
      )
      expect(answers[0]).toMatchObject({ status: 403, id: 'auth.accounts.changesecret' })
      expect(answers[1]).toEqual(answers[0])
    })

    test('counts like signing in', async () => {
      const { accounts } = await open({ limits: { signInPer15Minutes: 1 } })
      await expect(accounts.changeSecret(signIn('robot', 'a wrong secret'), chosen)).rejects.toMatchObject({
        status: 403,
      })
      await expect(accounts.changeSecret(signIn('robot', 'a wrong secret'), chosen)).rejects.toMatchObject({
        code: 'rate_limited',
      })
    })

    test('rejects a weak one from every caller', async () => {
      const { accounts } = await open()
      const { secret } = await accounts.generate('acme', wanted({ id: 'robot' }))
      await expect(accounts.changeSecret(signIn('robot', secret), 'short')).rejects.toMatchObject({
        status: 400,
        message: 'The secret cannot be changed: new_secret must have at least 10 characters.',
      })
      expect(await accounts.verify(signIn('robot', secret))).toBeDefined()
    })

    test('from the same secret, concurrently, happens once', async () => {
      const { accounts } = await open()
      const { secret } = await accounts.generate('acme', wanted({ id: 'robot' }))
      const secrets = ['the first new one', 'the second new one']
      const changes = await Promise.allSettled(
        secrets.map((each) => accounts.changeSecret(signIn('robot', secret), each)),
      )
      expect(changes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      const winner = changes.findIndex(({ status }) => status === 'fulfilled')
      expect(await accounts.verify(signIn('robot', secrets[winner] as string))).toBeDefined()
      expect(await accounts.verify(signIn('robot', secrets[1 - winner] as string))).toBeUndefined()
    })
  })

  test('deleting also deletes the tokens, and nothing of others; a missing account is a 404', async () => {
    const { accounts, serviceTokens, serviceAccount, store } = await open()
    const robot = await serviceAccount('acme', { id: 'robot' })
    const namesake = await serviceAccount('other', { id: 'robot' })
    await accounts.remove('acme', 'robot')
    expect(await serviceTokens.find(robot.token)).toBeUndefined()
    expect(await serviceTokens.find(namesake.token)).toEqual(namesake.account)
    const left = await store.all<{ namespace: string }>(store.sql('service_tokens').distinct('namespace'))
    expect(left).toEqual([{ namespace: 'other' }])
    for (const id of ['robot', 'nobody', '', 'a\u0000b']) {
      await expect(accounts.remove('acme', id)).rejects.toMatchObject({ status: 404, id: 'auth.accounts.delete' })
    }
  })
})
