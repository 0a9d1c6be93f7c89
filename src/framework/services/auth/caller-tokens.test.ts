import { createHash, createPublicKey, createVerify, generateKeyPairSync, sign } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type AuthWorld, authWorld } from '#testing/auth-world.ts'
import { forEachDatabase } from '#testing/databases.ts'
import type { RpcCaller } from '../../kernel/rpc-caller.ts'

const part = (token: string, index: number) =>
  JSON.parse(Buffer.from(token.split('.')[index] as string, 'base64url').toString()) as Record<string, unknown>

forEachDatabase((_name, openTestStore) => {
  const open = async () => authWorld(await openTestStore())

  /** A caller of the service `greeter` in `acme`, with the token that identifies him to it. */
  async function called(world: AuthWorld, token: string, service = 'greeter') {
    const caller = await world.call(`${service} Greeter.Hello`, { token })
    return { caller, issued: (await world.callerTokens.of(caller, service)) as string }
  }

  describe('the access token of a program', () => {
    test('has the form and the claims that existing clients read, and a signature', async () => {
      const world = await open()
      const parts = { id: 'robot', name: 'Röbi', type: 'service', scopes: ['service'], metadata: { team: 'a' } }
      const { token } = await world.serviceAccount('acme', parts)
      expect(token.split('.')).toHaveLength(3)
      expect(part(token, 0)).toEqual({ alg: 'RS256', typ: 'JWT' })
      expect(part(token, 1)).toEqual({
        sub: 'robot',
        iss: 'acme',
        exp: world.clock.now() / 1000 + 900,
        jti: expect.any(String),
        name: 'Röbi',
        type: 'service',
        scopes: ['service'],
        metadata: { team: 'a' },
      })
      expect(await world.call('config Config.Get', { token })).toMatchObject({ id: 'robot', type: 'service' })
    })

    test('is valid only as stored, regardless of its signature', async () => {
      const world = await open()
      const { token, account } = await world.serviceAccount('acme')
      const [head, payload] = token.split('.') as [string, string]
      const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
      const claims = { ...part(token, 1), scopes: ['admin'] }
      const forged = `${head}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`
      const signature = sign('sha256', Buffer.from(forged), privateKey).toString('base64url')
      const others = [
        `${forged}.${signature}`,
        `${head}.${payload}.${signature}`,
        `${head}.${payload}.AAAA`,
        `${token}A`,
      ]
      for (const other of others) {
        expect((await world.refusal('config Config.Get', { token: other })).status).toBe(401)
        expect(await world.callerTokens.read(other)).toBeUndefined()
      }
      await world.accounts.remove('acme', account.id)
      expect((await world.refusal('config Config.Get', { token })).status).toBe(401)
    })

    test('in the older form is valid until it expires', async () => {
      const world = await open()
      const { account, token } = await world.serviceAccount('acme')
      const older = `ods_${'A'.repeat(43)}`
      const hash = (text: string) => createHash('sha256').update(text).digest('hex')
      const rows = world.store.sql('service_tokens').where({ secret_sha256: hash(token) })
      await world.store.run(rows.update({ secret_sha256: hash(older) }))
      expect(await world.call('config Config.Get', { token: older })).toMatchObject({ id: account.id })
      expect((await world.refusal('config Config.Get', { token })).status).toBe(401)
    })

    test('is signed with one stored key in every process', async () => {
      const store = await openTestStore()
      const [one, two] = [authWorld(store), authWorld(store)]
      const robot = await one.serviceAccount('acme')
      const caller = await one.call('greeter Greeter.Hello', { token: robot.token })
      const issued = (await one.callerTokens.of(caller, 'greeter')) as string
      expect((await two.callerTokens.read(issued))?.account).toMatchObject({ id: robot.account.id })
      const rows = await store.all(store.sql('server_secrets').where({ name: 'token_signing_key' }))
      expect(rows).toHaveLength(1)
    })
  })

  describe('the token that identifies a caller to a service', () => {
    test('identifies people and programs', async () => {
      const world = await open()
      const ann = await world.account({ namespace: 'acme', isAdmin: true })
      const robot = await world.serviceAccount('acme', { type: 'service', scopes: ['service'] })
      for (const [token, account] of [
        [ann.token, { id: ann.id, name: ann.username, type: 'user', scopes: ['admin'], namespace: 'acme' }],
        [robot.token, { ...robot.account, metadata: {} }],
      ] as const) {
        const { issued } = await called(world, token)
        const place = { service: 'greeter', namespace: 'acme' }
        expect(await world.callerTokens.read(issued)).toEqual({ account: { metadata: {}, ...account }, place })
        expect(part(issued, 1)).toMatchObject({
          aud: 'greeter',
          namespace: 'acme',
          exp: world.clock.now() / 1000 + 120,
        })
        expect(issued).not.toBe(token)
      }
    })

    test('is accepted only as it was signed', async () => {
      const world = await open()
      const { issued } = await called(world, (await world.account({ namespace: 'acme' })).token)
      const [head = '', payload = '', signature = ''] = issued.split('.')
      const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
      const raised = encoded({ ...part(issued, 1), scopes: ['admin'] })
      const unsigned = encoded({ alg: 'none', typ: 'JWT' })
      const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
      const foreign = sign('sha256', Buffer.from(`${head}.${raised}`), privateKey).toString('base64url')
      for (const forged of [
        `${head}.${raised}.${signature}`,
        `${head}.${raised}.${foreign}`,
        `${unsigned}.${payload}.${signature}`,
        `${head}.${payload}.`,
        `${head}.${payload}.${signature}.${signature}`,
      ]) {
        expect(await world.callerTokens.read(forged)).toBeUndefined()
      }
      expect(await world.callerTokens.read(issued)).toBeDefined()
    })

    test('grants no access, not even to that service, and the error says so', async () => {
      const world = await open()
      const { issued } = await called(world, (await world.account({ namespace: 'acme', isAdmin: true })).token)
      for (const endpoint of ['config Config.Get', 'greeter Greeter.Hello', 'auth Auth.Token']) {
        const refused = await world.refusal(endpoint, { token: issued })
        expect(refused.status).toBe(401)
        expect(refused.message).toContain('only identifies its caller to the service greeter')
      }
    })

    test('is specific to a service, a namespace and a caller, and created again after a minute', async () => {
      const world = await open()
      const boss = await world.account({ isAdmin: true })
      await world.account({ namespace: 'acme' })
      const { caller, issued } = await called(world, boss.token)
      const of = async (who: RpcCaller, service: string) => (await world.callerTokens.of(who, service)) as string
      expect(await of(caller, 'greeter')).toBe(issued)
      const others = [
        await of(caller, 'other'),
        await of({ ...caller, namespace: 'acme' }, 'greeter'),
        await of({ ...caller, id: 'account_2' }, 'greeter'),
        await of({ ...caller, issuer: 'acme' }, 'greeter'),
        await of({ ...caller, scopes: new Set() }, 'greeter'),
      ]
      expect(new Set([issued, ...others]).size).toBe(6)
      world.clock.advance(60_000)
      expect(await of(caller, 'greeter')).not.toBe(issued)
      expect(await world.callerTokens.read(issued)).toBeDefined()
      world.clock.advance(60_000)
      expect(await world.callerTokens.read(issued)).toBeUndefined()
    })

    test('is not created for a caller without an account', async () => {
      const world = await open()
      const caller = await world.call('auth Auth.Token', { namespace: 'acme' })
      expect(caller.kind).toBe('anonymous')
      expect(await world.callerTokens.of(caller, 'greeter')).toBeUndefined()
    })

    test('is not an access token of the program', async () => {
      const world = await open()
      const { token } = await world.serviceAccount('acme')
      expect(await world.callerTokens.read(token)).toBeUndefined()
      expect(await world.serviceTokens.find((await called(world, token)).issued)).toBeUndefined()
    })

    test('can be verified by anyone who has the public key', async () => {
      const world = await open()
      const { issued } = await called(world, (await world.account({ namespace: 'acme' })).token)
      const row = await world.store.get<{ value: string }>(
        world.store.sql('server_secrets').select('value').where({ name: 'token_signing_key' }),
      )
      const [head, payload, signature] = issued.split('.') as [string, string, string]
      const check = createVerify('sha256').update(`${head}.${payload}`)
      expect(check.verify(createPublicKey((row as { value: string }).value), signature, 'base64url')).toBe(true)
    })
  })
})
