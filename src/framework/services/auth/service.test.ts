import { type Client, ConnectError, createClient, type Transport } from '@connectrpc/connect'
import { describe, expect, test } from 'vitest'
import { Access, Accounts, Auth, Rules } from '#generated/proto/auth_pb.js'
import type { Store } from '#runtime/store/types.ts'
import { type AuthWorld, authWorld, forgetAll } from '#testing/auth-world.ts'
import { forEachDatabase } from '#testing/databases.ts'
import { createStanding } from '../../kernel/admission/standing.ts'
import { Host } from '../../kernel/host/host.ts'
import { authService } from './service.ts'

interface AuthClients {
  readonly auth: Client<typeof Auth>
  readonly accounts: Client<typeof Accounts>
  readonly rules: Client<typeof Rules>
}

interface Called {
  readonly token?: string
  readonly namespace?: string
  readonly clientAddress?: string
}

/** The error that a call returned, as its JSON body. */
async function refusal(call: Promise<unknown>): Promise<{ id: string; code: number; detail: string; status: string }> {
  const answer = await call.catch((failure: unknown) => failure)
  if (answer instanceof ConnectError) return JSON.parse(answer.rawMessage)
  throw new Error(`It should have failed and returned ${JSON.stringify(answer)}`)
}

forEachDatabase((_name, openTestStore) => {
  let shared: Promise<Store> | undefined
  async function open(
    options: Parameters<typeof authWorld>[1] = {},
  ): Promise<AuthWorld & { as(called?: Called): AuthClients }> {
    shared ??= openTestStore()
    await forgetAll(await shared)
    const world = authWorld(await shared, options)
    const host = new Host({
      services: [authService(world)],
      open: [],
      admission: world.admission,
      standing: createStanding(world.admission),
      record: () => undefined,
      stopping: new AbortController().signal,
    })
    const as = ({ token, namespace, clientAddress = '192.0.2.1' }: Called = {}): AuthClients => {
      const authorization = token === undefined ? undefined : `Bearer ${token}`
      const taken = () => host.transport({ requestId: 'test', authorization, namespace, clientAddress, startedAt: 0 })
      // One call each, as a door receives them: admission is checked every time.
      const transport: Transport = {
        unary: (...call) => taken().unary(...call),
        stream: (...call) => taken().stream(...call),
      }
      return {
        auth: createClient(Auth, transport),
        accounts: createClient(Accounts, transport),
        rules: createClient(Rules, transport),
      }
    }
    return { ...world, as }
  }

  test('from an administrator to a program that calls, and to its deletion', async () => {
    const world = await open()
    const berta = await world.account({ namespace: 'acme', isAdmin: true })
    const admin = world.as({ token: berta.token })
    const { account } = await admin.auth.generate({
      id: 'robot',
      type: 'service',
      scopes: ['billing'],
      metadata: { a: 'b' },
    })
    expect(account).toMatchObject({
      id: 'robot',
      name: 'robot',
      type: 'service',
      issuer: 'acme',
      scopes: ['billing'],
      metadata: { a: 'b' },
      secret: expect.stringMatching(/^[\w-]{43}$/),
    })
    const secret = account?.secret as string

    const { token } = await world.as({ namespace: 'acme' }).auth.token({ id: 'robot', secret })
    const nowS = BigInt(world.clock.now() / 1000)
    expect(token).toMatchObject({ created: nowS, expiry: nowS + 900n })
    const robot = world.as({ token: token?.accessToken as string })
    expect((await robot.rules.list({})).rules.map(({ id }) => id)[0]).toBe('default')
    const inspected = (await world.as().auth.inspect({ token: token?.accessToken as string })).account
    expect(inspected).toMatchObject({
      id: 'robot',
      issuer: 'acme',
      scopes: ['billing'],
      metadata: { a: 'b' },
      secret: '',
    })

    const listed = (await admin.accounts.list({})).accounts
    expect(listed).toMatchObject([{ id: 'robot', issuer: 'acme', secret: '' }])
    await admin.accounts.delete({ id: 'robot' })
    expect((await refusal(robot.rules.list({}))).code).toBe(401)
    expect((await admin.accounts.list({})).accounts).toEqual([])
  })

  describe('getting a token', () => {
    test('with a refresh token issues another; its namespace need not be named', async () => {
      const world = await open()
      const { refreshToken, account } = await world.serviceAccount('acme')
      const { auth } = world.as()
      const { token } = await auth.token({ refreshToken, tokenExpiry: 60n })
      expect(token).toMatchObject({ refreshToken, expiry: BigInt(world.clock.now() / 1000) + 60n })
      expect(await world.call('config Config.Get', { token: token?.accessToken })).toMatchObject({ id: account.id })
      await auth.token({ refreshToken, options: { namespace: 'acme' } })
      expect(await refusal(auth.token({ refreshToken, options: { namespace: 'other' } }))).toMatchObject({ code: 400 })
    })

    test('returns the same error for an unknown account, a wrong secret, and another or an invalid namespace', async () => {
      const world = await open()
      const { account, secret } = await world.serviceAccount('acme', { secret: 'correct horse battery' })
      await world.serviceAccount('other')
      const { auth } = world.as({ namespace: 'acme' })
      const answers = await Promise.all(
        [
          { id: account.id, secret: 'a wrong secret' },
          { id: 'nobody', secret },
          { id: account.id, secret, options: { namespace: 'other' } },
          { id: account.id, secret, options: { namespace: 'nosuch' } },
          { id: account.id, secret, options: { namespace: 'Not a name' } },
          { id: 'a\u0000b', secret: 'x\u0000y' },
        ].map((request) => refusal(auth.token(request))),
      )
      expect(answers[0]).toEqual({
        id: 'auth.token',
        code: 400,
        detail: 'The namespace has no account with this id or name, or the secret is wrong.',
        status: 'Bad Request',
      })
      for (const answer of answers) expect(answer).toEqual(answers[0])
    })

    test('needs id and secret, or a refresh token alone', async () => {
      const { auth } = (await open()).as()
      for (const request of [
        {},
        { id: 'robot' },
        { secret: 'x' },
        { id: 'a', secret: 'b', refreshToken: 'c' },
        { id: 'a', refreshToken: 'c' },
      ]) {
        expect(await refusal(auth.token(request))).toMatchObject({ code: 400, id: 'auth.token' })
      }
    })

    test.each([-1n, 86_401n, 2n ** 63n - 1n])('for %s seconds is rejected', async (tokenExpiry) => {
      const world = await open()
      const { refreshToken, account, secret } = await world.serviceAccount('acme')
      const { auth } = world.as({ namespace: 'acme' })
      expect(await refusal(auth.token({ id: account.id, secret, tokenExpiry }))).toMatchObject({ code: 400 })
      expect(await refusal(auth.token({ refreshToken, tokenExpiry }))).toMatchObject({ code: 400 })
    })

    test('is limited, and the error says how long to wait', async () => {
      const world = await open({ limits: { signInPer15Minutes: 2 } })
      const { auth } = world.as({ namespace: 'acme' })
      for (const id of ['one', 'two']) expect((await refusal(auth.token({ id, secret: 'wrong' }))).code).toBe(400)
      const limited = await auth.token({ id: 'three', secret: 'wrong' }).catch((failure: ConnectError) => failure)
      expect(limited).toBeInstanceOf(ConnectError)
      expect(Number((limited as ConnectError).metadata.get('retry-after'))).toBeGreaterThan(0)
      expect(JSON.parse((limited as ConnectError).rawMessage)).toMatchObject({ code: 429, id: 'auth.token' })
    })

    test('follows the rules of the namespace that it is for, however that is named', async () => {
      const world = await open()
      const { account, secret, refreshToken } = await world.serviceAccount('acme')
      const berta = await world.account({ namespace: 'acme', isAdmin: true })
      await world.as({ token: berta.token }).rules.create({
        rule: {
          id: 'no-tokens',
          scope: '',
          resource: { name: 'auth', type: 'service', endpoint: 'Auth.Token' },
          access: Access.DENIED,
        },
      })
      const outside = world.as().auth
      const options = { namespace: 'acme' }
      expect((await refusal(outside.token({ id: account.id, secret, options }))).code).toBe(400)
      expect((await refusal(outside.token({ refreshToken }))).code).toBe(400)
      expect((await refusal(world.as(options).auth.token({ id: account.id, secret }))).code).toBe(401)
    })
  })

  describe('inspecting a token', () => {
    test('works for tokens of people', async () => {
      const world = await open()
      const berta = await world.account({ namespace: 'acme', isAdmin: true })
      const cara = await world.account({ namespace: 'acme' })
      const { auth } = world.as()
      expect((await auth.inspect({ token: berta.token })).account).toMatchObject({
        id: berta.id,
        name: berta.username,
        type: 'user',
        issuer: 'acme',
        scopes: ['admin'],
        secret: '',
      })
      expect((await auth.inspect({ token: cara.token, options: { namespace: 'acme' } })).account?.scopes).toEqual([])
    })

    test('returns the same error for all invalid tokens', async () => {
      const world = await open()
      const { token, refreshToken } = await world.serviceAccount('acme')
      const expired = (await world.serviceAccount('acme')).token
      const { auth } = world.as()
      const answers = [
        await refusal(auth.inspect({ token: '' })),
        await refusal(auth.inspect({ token: 'nonsense' })),
        await refusal(auth.inspect({ token: refreshToken })),
        await refusal(auth.inspect({ token: `od_${'A'.repeat(43)}` })),
        await refusal(auth.inspect({ token, options: { namespace: 'other' } })),
      ]
      world.clock.advance(15 * 60_000)
      answers.push(await refusal(auth.inspect({ token: expired })))
      expect(answers[0]).toMatchObject({ code: 400, id: 'auth.inspect', status: 'Bad Request' })
      for (const answer of answers) expect(answer).toEqual(answers[0])
    })
  })

  describe('who may do what', () => {
    const endpoints: [string, (clients: AuthClients, namespace: string) => Promise<unknown>, 'admin' | 'account'][] = [
      ['auth.generate', ({ auth }, namespace) => auth.generate({ id: 'new', options: { namespace } }), 'admin'],
      ['auth.accounts.list', ({ accounts }, namespace) => accounts.list({ options: { namespace } }), 'admin'],
      [
        'auth.accounts.delete',
        ({ accounts }, namespace) => accounts.delete({ id: 'robot', options: { namespace } }),
        'admin',
      ],
      [
        'auth.rules.create',
        ({ rules }, namespace) =>
          rules.create({
            rule: {
              id: 'new',
              scope: '*',
              resource: { name: '*', type: 'service', endpoint: '*' },
              access: Access.GRANTED,
            },
            options: { namespace },
          }),
        'admin',
      ],
      ['auth.rules.delete', ({ rules }, namespace) => rules.delete({ id: 'old', options: { namespace } }), 'admin'],
      ['auth.rules.list', ({ rules }, namespace) => rules.list({ options: { namespace } }), 'account'],
      [
        'auth.accounts.changesecret',
        ({ accounts }, namespace) =>
          accounts.changeSecret({
            id: 'robot',
            oldSecret: 'correct horse battery',
            newSecret: 'correct horse battery',
            options: { namespace },
          }),
        'account',
      ],
    ]

    async function withPeople() {
      const world = await open()
      await world.serviceAccount('acme', { id: 'robot', secret: 'correct horse battery' })
      await world.rules.create('acme', {
        id: 'old',
        scope: '*',
        resource: { type: 'service', name: 'old', endpoint: '*' },
        access: 'granted',
        priority: 0,
      })
      // A rule that opens the endpoint to everyone does not say whom it serves.
      await world.rules.create('acme', {
        id: 'open',
        scope: '',
        resource: { type: 'service', name: 'auth', endpoint: '*' },
        access: 'granted',
        priority: 0,
      })
      const of = async (namespace: string, isAdmin: boolean) =>
        world.as({ token: (await world.account({ namespace, isAdmin })).token, namespace: 'acme' })
      const admin = (await world.serviceAccount('acme', { scopes: ['admin'] })).token
      return {
        world,
        nobody: world.as({ namespace: 'acme' }),
        user: await of('acme', false),
        admin: await of('acme', true),
        serviceAdmin: world.as({ token: admin, namespace: 'acme' }),
        stranger: await of('other', true),
        plain: await of('onedoor', false),
        root: await of('onedoor', true),
      }
    }

    test.each(endpoints)('%s', async (id, call, who) => {
      for (const name of ['user', 'admin', 'serviceAdmin', 'root'] as const) {
        const people = await withPeople()
        const answer = call(people[name], '')
        if (who === 'admin' && name === 'user') expect(await refusal(answer)).toMatchObject({ code: 403, id })
        else await answer
      }
      const people = await withPeople()
      expect(await refusal(call(people.nobody, ''))).toMatchObject({ code: 401, id })
      expect(await refusal(call(people.stranger, ''))).toMatchObject({ code: 403, id })
      expect(await refusal(call(people.plain, ''))).toMatchObject({ code: 403, id })
    })

    test.each(endpoints)(
      '%s of a namespace that only the message names is for the administrators of the instance',
      async (id, call, who) => {
        const people = await withPeople()
        const { world } = people
        const token = async (namespace: string, isAdmin: boolean) => (await world.account({ namespace, isAdmin })).token
        for (const isAdmin of [true, false]) {
          const outsider = world.as({ token: await token('other', isAdmin) })
          const there = await refusal(call(outsider, 'acme'))
          const nowhere = await refusal(call(outsider, 'nosuch'))
          expect(there).toMatchObject({ code: 403, id })
          expect({ ...nowhere, detail: nowhere.detail.replaceAll('nosuch', 'acme') }).toEqual(there)
        }
        expect(await refusal(call(world.as({ token: await token('onedoor', false) }), 'acme'))).toMatchObject({
          code: 403,
        })
        expect(who).toMatch(/admin|account/)
        await call(world.as({ token: await token('onedoor', true) }), 'acme')
      },
    )
  })

  test('an account cannot delete itself', async () => {
    const world = await open()
    const { token, account } = await world.serviceAccount('acme', { scopes: ['admin'] })
    const { accounts } = world.as({ token })
    expect(await refusal(accounts.delete({ id: account.id }))).toMatchObject({ code: 400, id: 'auth.accounts.delete' })
    expect((await accounts.list({})).accounts).toHaveLength(1)
  })

  describe('rules', () => {
    test('are returned as they were sent', async () => {
      const world = await open()
      const berta = await world.account({ namespace: 'acme', isAdmin: true })
      const { rules } = world.as({ token: berta.token })
      const rule = {
        id: 'no-greeting',
        scope: 'billing',
        resource: { name: 'greeter', type: 'service', endpoint: 'Greeter.*' },
        access: Access.DENIED,
        priority: -5,
      }
      await rules.create({ rule })
      expect((await rules.list({})).rules).toMatchObject([
        { id: 'default', scope: '*', access: Access.GRANTED, priority: 0 },
        rule,
        { id: 'built-in.auth.inspect', scope: '' },
        { id: 'built-in.auth.token', scope: '' },
      ])
      await rules.delete({ id: 'no-greeting' })
      expect(await refusal(rules.delete({ id: 'no-greeting' }))).toMatchObject({ code: 404 })
    })

    test.each([
      [undefined, 'rule.access must be GRANTED or DENIED'],
      [{ id: 'x', access: Access.UNKNOWN }, 'rule.access must be GRANTED or DENIED'],
      [{ id: 'x', access: 9 as Access }, 'rule.access must be GRANTED or DENIED'],
      [{ id: 'x', access: Access.GRANTED }, 'rule.resource.name must be'],
    ])('are rejected if incomplete: %j', async (rule, detail) => {
      const world = await open()
      const { token } = await world.account({ namespace: 'acme', isAdmin: true })
      const answer = await refusal(world.as({ token }).rules.create(rule === undefined ? {} : { rule }))
      expect(answer).toMatchObject({ code: 400, id: 'auth.rules.create', detail: expect.stringContaining(detail) })
    })
  })

  test('an administrator of the instance creates a namespace with its first account', async () => {
    const world = await open()
    const { token } = await world.account({ isAdmin: true })
    const { auth } = world.as({ token })
    expect(await refusal(auth.generate({ options: { namespace: 'www' } }))).toMatchObject({ code: 400 })
    const { accounts, rules } = world.as({ token })
    const options = { namespace: 'acme' }
    const calls = [
      accounts.list({ options }),
      accounts.delete({ id: 'x', options }),
      accounts.changeSecret({ id: 'x', oldSecret: 'x', newSecret: 'x', options }),
      rules.create({ options }),
      rules.delete({ id: 'x', options }),
      rules.list({ options }),
    ].map(refusal)
    for (const answer of await Promise.all(calls))
      expect(answer).toMatchObject({ code: 404, detail: 'There is no namespace "acme".' })
    await auth.generate({ id: 'first', options: { namespace: 'acme' } })
    expect((await world.as({ token, namespace: 'acme' }).accounts.list({})).accounts).toMatchObject([{ id: 'first' }])
  })
})
