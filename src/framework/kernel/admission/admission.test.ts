import { describe, expect, test } from 'vitest'
import { once } from '#runtime/base/once.ts'
import { type AuthWorld, authWorld, forgetAll } from '#testing/auth-world.ts'
import { forOneDatabase } from '#testing/databases.ts'
import type { Rule } from './endpoint-rules.ts'

const set = 'config Config.Set'
const unknownToken = `od_${'A'.repeat(43)}`

function ruleFor(parts: Partial<Omit<Rule, 'resource'>> & { name?: string; endpoint?: string }): Rule {
  const { name = '*', endpoint = '*', ...rest } = parts
  const resource = { type: 'service', name, endpoint }
  return { id: 'rule', scope: '*', resource, access: 'granted', priority: 1, ...rest }
}

// Accounts, tokens and rules are tested on both databases next to their statements.
forOneDatabase((_name, openTestStore) => {
  const shared = once(openTestStore)
  async function open(options: Parameters<typeof authWorld>[1] = {}) {
    await forgetAll(await shared())
    return authWorld(await shared(), options)
  }

  describe('the namespace of a call', () => {
    test('is the one it names, else that of its token, else the default one', async () => {
      const world = await open()
      const ann = await world.account()
      const ben = await world.account({ namespace: 'acme' })
      expect(await world.call(set, { token: ann.token })).toMatchObject({ namespace: 'onedoor', issuer: 'onedoor' })
      expect(await world.call(set, { token: ben.token })).toMatchObject({ namespace: 'acme', issuer: 'acme' })
      expect(await world.call(set, { token: ben.token, namespace: 'acme' })).toMatchObject({ namespace: 'acme' })
      expect(await world.call('auth Auth.Token')).toMatchObject({ namespace: 'onedoor', kind: 'anonymous', issuer: '' })
      expect(await world.call('auth Auth.Token', { namespace: 'acme' })).toMatchObject({ namespace: 'acme' })
      expect(await world.call(set, { token: ann.token, namespace: '' })).toMatchObject({ namespace: 'onedoor' })
    })

    test('of others is closed, except for its public services', async () => {
      const world = await open()
      const ann = await world.account({ namespace: 'acme' })
      await world.account({ namespace: 'other' })
      await world.rules.create('other', ruleFor({ id: 'open', scope: '', name: 'greeter' }))
      const there = { token: ann.token, namespace: 'other' }
      expect(await world.call('greeter Greeter.Hello', there)).toMatchObject({ namespace: 'other', issuer: 'acme' })
      expect(await world.refusal(set, there)).toMatchObject({ status: 403, id: 'config.set' })
      expect((await world.call('greeter Greeter.Hello', { namespace: 'other' })).kind).toBe('anonymous')
    })

    test('that is not theirs looks the same to strangers whether or not it exists', async () => {
      const world = await open()
      await world.account({ namespace: 'other', isAdmin: true })
      const named = (detail: string) => detail.replaceAll('other', 'NAME').replaceAll('nosuch', 'NAME')
      const strangers = [
        { token: (await world.account({ namespace: 'acme', isAdmin: true })).token, code: 403 },
        { token: (await world.account()).token, code: 403 },
        { token: (await world.serviceAccount('acme', { scopes: ['admin'] })).token, code: 403 },
        { token: undefined, code: 401 },
      ]
      for (const { token, code } of strangers) {
        for (const endpoint of [set, 'auth Accounts.List', 'nothing Nothing.Call']) {
          const there = await world.refusal(endpoint, { token, namespace: 'other' })
          const nowhere = await world.refusal(endpoint, { token, namespace: 'nosuch' })
          expect(there.status).toBe(code)
          expect([nowhere.code, nowhere.id, named(nowhere.message)]).toEqual([
            there.code,
            there.id,
            named(there.message),
          ])
        }
        for (const namespace of ['other', 'nosuch']) {
          expect(await world.call('auth Auth.Token', { token, namespace })).toMatchObject({ namespace, isAdmin: false })
        }
      }
    })

    test('that does not or cannot exist is reported to administrators of the instance', async () => {
      const world = await open()
      const { token } = await world.account({ isAdmin: true })
      for (const namespace of ['nosuch', 'Not a name', '../x', '\u0000', 'x'.repeat(500)]) {
        const refusal = await world.refusal(set, { token, namespace })
        expect(refusal).toMatchObject({ status: 404, id: 'config.set' })
        expect(refusal.message).toMatch(/^There is no namespace ".*"\. A namespace is created with its first account\./)
        expect(refusal.message.length).toBeLessThan(300)
      }
    })

    test('exists from its first account of either kind to its last', async () => {
      const world = await open()
      const { token } = await world.account({ isAdmin: true })
      const { account } = await world.serviceAccount('acme')
      expect(await world.call(set, { token, namespace: 'acme' })).toMatchObject({ namespace: 'acme', isAdmin: true })
      await world.accounts.remove('acme', account.id)
      expect((await world.refusal(set, { token, namespace: 'acme' })).status).toBe(404)
      await world.account({ namespace: 'acme' })
      expect(await world.call(set, { token, namespace: 'acme' })).toMatchObject({ namespace: 'acme' })
    })
  })

  describe('administrators', () => {
    test('of the default namespace administer all, of another only that one, users none', async () => {
      const world = await open()
      const isAdmin = async (token: string, namespace?: string) => (await world.call(set, { token, namespace })).isAdmin
      const root = await world.account({ isAdmin: true })
      const berta = await world.account({ namespace: 'acme', isAdmin: true })
      expect(await isAdmin(root.token)).toBe(true)
      expect(await isAdmin(root.token, 'acme')).toBe(true)
      expect(await isAdmin(berta.token)).toBe(true)
      expect(await isAdmin((await world.account()).token)).toBe(false)
      expect(await isAdmin((await world.account({ namespace: 'acme' })).token)).toBe(false)
      await world.rules.create('onedoor', ruleFor({ id: 'all-accounts', scope: '+' }))
      expect(await isAdmin(berta.token, 'onedoor')).toBe(false)
    })

    test.each([
      ['user', ['admin'], true],
      ['service', ['service'], true],
      ['user', ['service'], false],
      ['service', ['admin'], false],
      ['user', [], false],
    ])('of the auth service, a %s with the scopes %j: %s', async (type, scopes, isAdmin) => {
      const world = await open()
      const { token, account } = await world.serviceAccount('acme', { type, scopes, name: 'robot' })
      const caller = await world.call(set, { token })
      expect(caller).toMatchObject({ isAdmin, kind: 'service_account', id: account.id, name: 'robot', issuer: 'acme' })
      expect([...caller.scopes]).toEqual(scopes)
      expect(caller.grant).toBeUndefined()
    })
  })

  describe('an invalid credential is rejected and never treated as none, even if everything is public', () => {
    const bad: [string, string | string[]][] = [
      ['unknown', `Bearer ${unknownToken}`],
      ['of no form', 'Bearer nonsense'],
      ['empty', ''],
      ['of another scheme', 'Basic YTpi'],
      ['unknown, of the auth service', `Bearer ods_${'A'.repeat(43)}`],
      ['of the auth service and too short', 'Bearer ods_A'],
      ['there twice', [`Bearer ${unknownToken}`, `Bearer ${unknownToken}`]],
    ]
    test.each(bad)('%s', async (_what, authorization) => {
      const world = await open()
      await world.rules.create('onedoor', ruleFor({ id: 'open', scope: '' }))
      expect((await world.call(set)).kind).toBe('anonymous')
      expect(await world.refusal(set, { authorization })).toMatchObject({ status: 401, id: 'config.set' })
      expect((await world.refusal('auth Auth.Token', { authorization })).status).toBe(401)
      await expect(world.admission.identify(authorization, 'gateway')).rejects.toMatchObject({
        status: 401,
        id: 'gateway',
      })
    })

    test('a refresh token is rejected, and the message says how to use it', async () => {
      const world = await open()
      const { refreshToken } = await world.serviceAccount('acme')
      const refusal = await world.refusal(set, { token: refreshToken })
      expect(refusal).toMatchObject({ status: 401, message: expect.stringContaining('auth.Auth/Token') })
    })

    test('without a credential nobody is identified, with a valid one its account', async () => {
      const world = await open()
      const ann = await world.account({ namespace: 'acme' })
      expect(await world.admission.identify(undefined, 'gateway')).toBeUndefined()
      const who = await world.admission.identify(`Bearer ${ann.token}`, 'gateway')
      expect(who).toMatchObject({ kind: 'account', id: ann.id, name: ann.username, issuer: 'acme' })
    })
  })

  test('without an account only issuing and inspecting tokens is open', async () => {
    const world = await open()
    for (const endpoint of ['auth Auth.Token', 'auth Auth.Inspect']) {
      expect(await world.call(endpoint)).toEqual({
        namespace: 'onedoor',
        kind: 'anonymous',
        id: '',
        name: '',
        issuer: '',
        scopes: new Set(),
        isAdmin: false,
        clientAddress: '192.0.2.1',
      })
    }
    for (const endpoint of [set, 'auth Auth.Generate', 'auth Rules.List', 'registry Registry.ListServices']) {
      const refusal = await world.refusal(endpoint)
      expect(refusal).toMatchObject({
        status: 401,
        message: expect.stringContaining('requires an account. Send a token'),
      })
    }
  })

  describe('a token of a person', () => {
    const services = (names: string[] | 'all', actions = true) => ({ scope: { services: names }, actions }) as const

    test('must name the service', async () => {
      const world = await open()
      const ann = await world.account()
      const token = await ann.withToken(services(['notes', 'store']))
      expect(await world.call('store Store.Write', { token })).toMatchObject({ id: ann.id })
      const refusal = await world.refusal(set, { token })
      expect(refusal).toMatchObject({ status: 403, id: 'config.set' })
      expect(refusal.message).toBe(
        `This token does not cover the service config. It covers notes, store. Create one with access at /settings/tokens on this server, or with: onedoor token create ${ann.username} --services config,notes,store --actions`,
      )
      const none = await world.refusal(set, { token: await ann.withToken(services([])) })
      expect(none).toMatchObject({ status: 403, message: expect.stringContaining('It covers no service at all') })
    })

    test('must be for all services if users have registered the service, regardless of its name', async () => {
      const world = await open()
      const ann = await world.account()
      const token = await ann.withToken(services(['notes', 'store']))
      for (const endpoint of ['greeter Greeter.Hello', 'notes Notes.Add', 'store.v2 Store.Read']) {
        const refusal = await world.refusal(endpoint, { token })
        expect(refusal).toMatchObject({ status: 403, message: expect.stringContaining('--services all') })
        expect(await world.call(endpoint, { token: ann.token })).toMatchObject({ id: ann.id })
      }
    })

    test("without 'Allow actions' only reads, and nothing that users have registered", async () => {
      const world = await open()
      const ann = await world.account()
      const token = await ann.withToken(services('all', false))
      for (const endpoint of [
        'config Config.Get',
        'store Store.Read',
        'auth Auth.Inspect',
        'registry Registry.Watch',
      ]) {
        expect(await world.call(endpoint, { token })).toMatchObject({ id: ann.id })
      }
      for (const endpoint of [
        set,
        'store Store.Write',
        'broker Broker.Subscribe',
        'client Client.Call',
        'greeter Greeter.Get',
      ]) {
        const refusal = await world.refusal(endpoint, { token })
        expect(refusal).toMatchObject({ status: 403, message: expect.stringContaining("lacks 'Allow actions'") })
        expect(refusal.message).toContain(`onedoor token create ${ann.username} --services all --actions`)
      }
    })

    test('for the product gives access to no service, not even a public one', async () => {
      const world = await open()
      await world.rules.create('onedoor', ruleFor({ id: 'open', scope: '' }))
      const ann = await world.account()
      const token = await ann.withToken({ scope: { capabilities: ['agent'] }, actions: true })
      const refusal = await world.refusal('config Config.Get', { token })
      expect(refusal).toMatchObject({ status: 403, message: expect.stringContaining('It covers no service at all') })
    })

    test('is checked at each call: revoked, expired or without its account it gives no access', async () => {
      const world = await open()
      const other = authWorld(world.store, { clock: world.clock })
      const [ann, ben, cara] = [await world.account(), await world.account(), await world.account()]
      for (const { token } of [ann, ben, cara]) await world.call(set, { token })
      await other.store.run(other.store.sql('tokens').where({ account_id: ann.id }).update({ revoked_at: 1 }))
      expect((await world.refusal(set, { token: ann.token })).status).toBe(401)
      await other.store.run(other.store.sql('accounts').where({ id: ben.id }).delete())
      expect((await world.refusal(set, { token: ben.token })).status).toBe(401)
      world.clock.advance(90 * 86_400_000)
      expect((await world.refusal(set, { token: cara.token })).status).toBe(401)
    })
  })

  describe('rules', () => {
    test('only for those who have signed in, and auth public', async () => {
      const world = await open()
      await world.rules.create('acme', ruleFor({ id: 'only-logged-in', scope: '*' }))
      await world.rules.create('acme', ruleFor({ id: 'auth-public', scope: '', name: 'auth' }))
      await world.rules.remove('acme', 'default')
      const ann = await world.account({ namespace: 'acme' })
      const namespace = 'acme'
      expect(await world.call('greeter Greeter.Hello', { token: ann.token })).toMatchObject({ id: ann.id })
      expect((await world.refusal('greeter Greeter.Hello', { namespace })).status).toBe(401)
      expect(await world.call('auth Auth.Token', { namespace })).toMatchObject({ kind: 'anonymous' })
      expect(await world.call('auth Rules.List', { namespace })).toMatchObject({ kind: 'anonymous' })
    })

    test('that deny exclude accounts of the namespace as well, with 403', async () => {
      const world = await open()
      const ann = await world.account({ namespace: 'acme' })
      await world.rules.create('acme', ruleFor({ id: 'no-greeting', name: 'greeter', access: 'denied', priority: 9 }))
      const refusal = await world.refusal('greeter Greeter.Hello', { token: ann.token })
      expect(refusal).toMatchObject({ status: 403, id: 'greeter.hello' })
      expect(refusal.message).toContain(`The rules of the namespace acme do not allow ${ann.username} to call greeter`)
      expect(await world.call('other Other.Hello', { token: ann.token })).toMatchObject({ id: ann.id })
    })

    test('for all accounts admit those of other namespaces, who remain strangers there', async () => {
      const world = await open()
      await world.account({ namespace: 'acme' })
      await world.rules.create('acme', ruleFor({ id: 'all', scope: '+', name: 'greeter' }))
      const ann = await world.account({ namespace: 'other', isAdmin: true })
      const caller = await world.call('greeter Greeter.Hello', { token: ann.token, namespace: 'acme' })
      expect(caller).toMatchObject({ namespace: 'acme', issuer: 'other', isAdmin: false })
      expect((await world.refusal('greeter Greeter.Hello', { namespace: 'acme' })).status).toBe(401)
      expect((await world.refusal('other Other.Hello', { token: ann.token, namespace: 'acme' })).status).toBe(403)
    })

    test('require scopes', async () => {
      const world = await open()
      const robot = await world.serviceAccount('acme', { scopes: ['billing'] })
      const other = await world.serviceAccount('acme', { scopes: ['reading'] })
      await world.rules.create('acme', ruleFor({ id: 'shut', name: 'invoices', access: 'denied', priority: 1 }))
      await world.rules.create('acme', ruleFor({ id: 'billing', scope: 'billing', name: 'invoices', priority: 2 }))
      expect(await world.call('invoices Invoices.Pay', { token: robot.token })).toMatchObject({ id: robot.account.id })
      expect((await world.refusal('invoices Invoices.Pay', { token: other.token })).status).toBe(403)
    })

    test('never exclude those who maintain them from auth', async () => {
      const world = await open()
      await world.rules.create('acme', ruleFor({ id: 'shut', scope: '', access: 'denied', priority: 2 ** 31 - 1 }))
      const berta = await world.account({ namespace: 'acme', isAdmin: true })
      const root = await world.account({ isAdmin: true })
      const user = await world.account({ namespace: 'acme' })
      expect(await world.call('auth Rules.Delete', { token: berta.token })).toMatchObject({ isAdmin: true })
      expect(await world.call('auth Rules.Delete', { token: root.token, namespace: 'acme' })).toMatchObject({
        isAdmin: true,
      })
      expect((await world.refusal('auth Rules.Delete', { token: user.token })).status).toBe(403)
      expect((await world.refusal(set, { token: berta.token })).status).toBe(403)
      expect((await world.refusal('auth Auth.Token', { namespace: 'acme' })).status).toBe(401)
    })
  })

  describe('limits', () => {
    test('count per account, and per address without one', async () => {
      const world = await open({ limits: { accountPerMinute: 2, anonymousPerMinute: 1 } })
      const ann = await world.account()
      const { token } = await world.serviceAccount('acme', { id: 'robot' })
      const { token: namesake } = await world.serviceAccount('other', { id: 'robot' })
      for (const each of [ann.token, token, namesake]) {
        await world.call(set, { token: each })
        await world.call(set, { token: each })
        const refusal = await world.refusal(set, { token: each })
        expect(refusal).toMatchObject({ status: 429, id: 'config.set', retryAfterS: expect.any(Number) })
      }
      await world.call('auth Auth.Token')
      expect((await world.refusal('auth Auth.Token')).status).toBe(429)
      await world.call('auth Auth.Token', { clientAddress: '192.0.2.2' })
      world.clock.advance(120_000)
      await world.call(set, { token })
    })
  })

  describe('of two reasons to reject, the first of the list is reported', () => {
    /** Each alone rejects the call; together the earlier one is reported. */
    const faults = ['credential', 'namespace', 'grant', 'rules', 'limits'] as const
    const codes = { credential: 401, namespace: 404, grant: 403, rules: 403, limits: 429 }
    const words = {
      credential: 'The token is invalid',
      namespace: 'There is no namespace',
      grant: 'does not cover the service config',
      rules: 'The rules of the namespace',
      limits: 'The limit of 1 requests',
    }

    async function refusedFor(world: AuthWorld, ...present: (typeof faults)[number][]) {
      const { withToken, token } = await world.account({ isAdmin: true })
      const narrow = await withToken({ scope: { services: ['store'] }, actions: true })
      const good = present.includes('grant') ? narrow : token
      if (present.includes('rules')) {
        await world.rules.create('onedoor', ruleFor({ id: 'no-config', name: 'config', access: 'denied', priority: 9 }))
        // A missing namespace has no rules.
        await world.rules.create('nosuch', ruleFor({ id: 'no-config', name: 'config', access: 'denied', priority: 9 }))
      }
      if (present.includes('limits')) await world.call('store Store.Read', { token })
      return world.refusal(set, {
        token: present.includes('credential') ? unknownToken : good,
        ...(present.includes('namespace') ? { namespace: 'nosuch' } : {}),
      })
    }

    const pairs = faults.flatMap((first, index) => faults.slice(index).map((second) => [first, second] as const))
    test.each(pairs)('%s before %s', async (first, second) => {
      const world = await open({ limits: { accountPerMinute: 1, anonymousPerMinute: 1 } })
      const refusal = await refusedFor(world, first, second)
      expect([refusal.status, refusal.message]).toEqual([codes[first], expect.stringContaining(words[first])])
    })
  })

  test('a database that does not respond is a failure of the server, not an open door', async () => {
    const world = authWorld(await openTestStore())
    const { token } = await world.account()
    await world.store.close()
    expect((await world.refusal(set, { token })).status).toBeGreaterThanOrEqual(500)
    expect((await world.refusal('auth Auth.Token', { namespace: 'acme' })).status).toBeGreaterThanOrEqual(500)
  })
})
