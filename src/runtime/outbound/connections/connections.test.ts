import { randomBytes } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { createAccounts } from '../../../runtime/accounts/accounts.ts'
import { connectionsForTests } from '../../../testing/connections.ts'
import { forEachDatabase } from '../../../testing/databases.ts'
import type { GoogleStandIn } from '../../../testing/google-stand-in.ts'
import type { Store } from '../../store/types.ts'
import { OutboundFailure } from '../failure.ts'
import type { GrantedKind } from './connection-kind.ts'
import type { ConnectingBrowser, Connections } from './connections.ts'
import { google } from './google.ts'

const kind: GrantedKind = {
  name: 'archive-drive',
  title: 'Archive Drive',
  allows: 'read the archive',
  authority: google,
  scopes: ['https://www.googleapis.com/auth/drive.readonly'],
}
const baseUrl = 'https://onedoor.example'
const callback = `${baseUrl}/settings/connections/callback`

const world = connectionsForTests(baseUrl, [kind])

forEachDatabase((_dialect, openTestStore) => {
  let store: Store
  let connections: Connections
  let ada: ConnectingBrowser
  let ben: ConnectingBrowser

  beforeEach(async () => {
    store ??= await openTestStore()
    connections = world.on(store)
    const accounts = createAccounts({
      store,
      clock: world.outbound.clock,
      namespacedTables: [],
      hash: async () => '$argon2id$x',
    })
    const browser = async () => {
      const username = `p${randomBytes(6).toString('hex')}`
      const { id } = await accounts.create({ username, password: 'correct horse battery' })
      return { accountId: id, sessionId: `session of ${username}` }
    }
    ada = await browser()
    ben = await browser()
  })

  async function permitted(browser = ada, answer: Parameters<GoogleStandIn['permit']>[1] = {}) {
    const back = await world.standIn.permit(await connections.begin(browser, kind.name), answer)
    const value = (name: string) => back.searchParams.get(name) ?? ''
    return { back, query: { state: value('state'), code: value('code'), error: value('error') } }
  }

  async function connect(browser = ada): Promise<void> {
    await connections.finish(browser, (await permitted(browser)).query)
  }

  const use = (on = connections, browser = ada) =>
    on.access(
      { signal: new AbortController().signal, subject: browser.accountId, accountId: browser.accountId },
      kind,
      async (token) => {
        const response = await fetch(`${world.standIn.url}/drive/v3/files`, {
          headers: { authorization: `Bearer ${token}` },
        })
        if (response.status === 200) return token
        throw new OutboundFailure('status', 'refused', { status: response.status })
      },
    )

  const one = async (browser = ada) => (await connections.list(browser.accountId))[0]
  const refreshes = () =>
    world.standIn.requests.filter(({ path, body }) => path === '/token' && /refresh_token/.test(body))

  test('a person is sent to the authority with PKCE and the exact redirect URI, and is connected', async () => {
    const page = new URL(await connections.begin(ada, kind.name))
    expect(`${page.origin}${page.pathname}`).toBe(`${world.standIn.url}/o/oauth2/v2/auth`)
    expect(Object.fromEntries(page.searchParams)).toEqual({
      access_type: 'offline',
      prompt: 'consent',
      include_granted_scopes: 'false',
      response_type: 'code',
      client_id: world.standIn.settings.GOOGLE_CLIENT_ID,
      redirect_uri: callback,
      scope: 'openid email https://www.googleapis.com/auth/drive.readonly',
      state: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    })
    await connect()
    expect(await one()).toMatchObject({ connection: { subject: 'ada@example.org', isEnded: false }, missing: [] })
    expect(await use()).toMatch(/^ya29\./)
    expect(await one(ben)).toMatchObject({ connection: undefined })
    const [exchange] = world.standIn.requests.filter(({ path }) => path === '/token')
    const form = new URLSearchParams(exchange?.body)
    expect([form.get('redirect_uri'), form.get('code_verifier')?.length]).toEqual([callback, 43])
  })

  test('a callback works once, in the same browser, within ten minutes', async () => {
    const refused = { code: 'failed_precondition', message: expect.stringMatching(/connect again/i) }
    const { query } = await permitted()
    await expect(connections.finish(ben, query)).rejects.toMatchObject(refused)
    // Now it is used up, also for the person it was created for.
    await expect(connections.finish(ada, query)).rejects.toMatchObject(refused)

    const other = (await permitted()).query
    await expect(connections.finish({ ...ada, sessionId: 'another' }, other)).rejects.toMatchObject(refused)

    const twice = (await permitted()).query
    const both = await Promise.allSettled([connections.finish(ada, twice), connections.finish(ada, twice)])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])

    const late = (await permitted()).query
    world.outbound.clock.advance(10 * 60_000)
    await expect(connections.finish(ada, late)).rejects.toMatchObject(refused)
    for (const state of ['', 'x', 'a'.repeat(43)]) {
      await expect(connections.finish(ada, { ...late, state })).rejects.toMatchObject(refused)
    }
  })

  test('a code from another browser does not work, because its verifier is different', async () => {
    const mine = (await permitted(ada)).query
    const theirs = (await permitted(ben)).query
    await expect(connections.finish(ada, { ...mine, code: theirs.code })).rejects.toMatchObject({
      code: 'failed_precondition',
      message: expect.stringContaining('did not accept'),
    })
    expect(await one()).toMatchObject({ connection: undefined })
  })

  test('without permission, or with only part of it, nothing is connected', async () => {
    const denied = (await permitted(ada, { deny: true })).query
    expect(denied.error).toBe('access_denied')
    await expect(connections.finish(ada, denied)).rejects.toMatchObject({
      message: expect.stringContaining('permission was not granted'),
    })
    const partly = (await permitted(ada, { scopes: ['openid', 'email'] })).query
    await expect(connections.finish(ada, partly)).rejects.toMatchObject({
      message: expect.stringContaining('leave its box ticked'),
    })
    expect(await one()).toMatchObject({ connection: undefined })
    expect(world.standIn.isPermitted).toBe(false)
  })

  test('tokens are encrypted in the database, each for its own connection', async () => {
    await connect()
    await connect(ben)
    await connections.begin(ada, kind.name)
    const rows = await store.all(store.sql('connections'))
    const stored = JSON.stringify([rows, await store.all(store.sql('connection_requests'))])
    for (const secret of world.standIn.secrets) expect(stored).not.toContain(secret)
    // A token that is copied to another account's row cannot be decrypted.
    const [row] = await store.all<{ access_token: string }>(
      store.sql('connections').where({ account_id: ada.accountId }),
    )
    await store.run(
      store
        .sql('connections')
        .where({ account_id: ben.accountId })
        .update({ access_token: row?.access_token ?? '' }),
    )
    await expect(use(connections, ben)).rejects.toMatchObject({ code: 'failed_precondition' })
    const otherKey = world.on(store, { key: randomBytes(32) })
    await expect(use(otherKey)).rejects.toMatchObject({ message: expect.stringContaining('Connect it again') })
  })

  test('expired access is renewed once for all concurrent callers in all processes', async () => {
    world.standIn.rotates = true
    await connect()
    const others = world.on(store)
    for (const end of [() => world.outbound.clock.advance(3600_000), () => world.standIn.expireAccess()]) {
      const before = refreshes().length
      end()
      const tokens = await Promise.all([use(), use(), use(others), use(others), use()])
      expect(new Set(tokens).size).toBe(1)
      expect(refreshes()).toHaveLength(before + 1)
    }
    expect(world.standIn.isPermitted).toBe(true)
    expect(await use()).toMatch(/^ya29\./)
  })

  test('a renewal that runs in another process is waited for', async () => {
    world.standIn.rotates = true
    await connect()
    world.standIn.expireAccess()
    const before = refreshes().length
    let goOn = () => {}
    const held = new Promise<void>((resolve) => {
      goOn = resolve
    })
    world.standIn.beforeToken = () => held
    const first = use()
    await expect.poll(() => refreshes().length).toBe(before + 1)
    const second = use(world.on(store))
    // Long enough for a request to be sent if it did not wait.
    for (let n = 0; n < 30; n++) await store.ping()
    goOn()
    world.standIn.beforeToken = undefined
    expect(await second).toBe(await first)
    expect(refreshes()).toHaveLength(before + 1)
  })

  test('access that is refused although it was just renewed ends the connection', async () => {
    await connect()
    world.standIn.driveFault = { status: 401, reason: 'authError' }
    await expect(use()).rejects.toMatchObject({ message: expect.stringContaining('Connect it again') })
    const asked = world.standIn.requests.length
    await expect(use()).rejects.toMatchObject({ message: expect.stringContaining('Connect it again') })
    expect(world.standIn.requests).toHaveLength(asked)
    expect(await one()).toMatchObject({ connection: { isEnded: true } })
  })

  test('a renewal whose process has died is taken over', async () => {
    await connect()
    // A process id that no process has.
    const died = { machine: 'elsewhere', pid: 4_194_305, lease_until: Date.now() - 1 }
    await store.run(store.sql('connections').where({ account_id: ada.accountId }).update(died))
    world.standIn.expireAccess()
    expect(await use()).toMatch(/^ya29\./)
  })

  test('a withdrawn permission is reported without another request until it is granted again', async () => {
    await connect()
    world.standIn.withdraw()
    const ended = {
      code: 'failed_precondition',
      message: expect.stringMatching(
        /expired or was revoked at Google\. .*https:\/\/onedoor\.example\/settings\/connections/,
      ),
    }
    await expect(use()).rejects.toMatchObject(ended)
    const asked = world.standIn.requests.length
    await expect(use()).rejects.toMatchObject(ended)
    expect(world.standIn.requests).toHaveLength(asked)
    expect(await one()).toMatchObject({ connection: { subject: 'ada@example.org', isEnded: true } })
    const row = await store.get(store.sql('connections').where({ account_id: ada.accountId }))
    expect(row).toMatchObject({ access_token: null, refresh_token: null })
    await connect()
    expect(await one()).toMatchObject({ connection: { isEnded: false } })
    expect(await use()).toMatch(/^ya29\./)
  })

  test('a failing authority does not end a connection: the next call renews it', async () => {
    await connect()
    world.standIn.expireAccess()
    world.standIn.beforeToken = async () => {
      throw new Error('cut off')
    }
    await expect(use()).rejects.toMatchObject({ code: 'upstream_failed' })
    expect(await one()).toMatchObject({ connection: { isEnded: false } })
    world.standIn.beforeToken = undefined
    world.outbound.clock.advance(600_000)
    expect(await use()).toMatch(/^ya29\./)
  })

  test('disconnecting withdraws the permission and deletes all rows', async () => {
    await connect()
    expect(world.standIn.isPermitted).toBe(true)
    await expect(connections.disconnect(ben.accountId, kind.name)).rejects.toMatchObject({ code: 'not_found' })
    expect(await connections.disconnect(ada.accountId, kind.name)).toEqual({ isRevoked: true })
    expect(world.standIn.isPermitted).toBe(false)
    expect(await store.all(store.sql('connections').where({ account_id: ada.accountId }))).toEqual([])
    await expect(use()).rejects.toMatchObject({
      message: `Archive Drive is not connected. Connect it at ${baseUrl}/settings/connections.`,
    })
  })

  test('a connection that cannot be withdrawn is deleted anyway, and that is reported', async () => {
    await connect()
    await world.standIn.close()
    expect(await connections.disconnect(ada.accountId, kind.name)).toEqual({ isRevoked: false })
    expect(await one()).toMatchObject({ connection: undefined })
  })

  test('after an account is deleted, its permissions are withdrawn in the background', async () => {
    await connect()
    await connect(ben)
    const forgotten: (() => void)[] = []
    const accounts = createAccounts({
      store,
      clock: world.outbound.clock,
      namespacedTables: [],
      onRemoving: async (tx, id) => {
        const withdraw = await connections.withdrawing(tx, id)
        return () => void forgotten.push(withdraw)
      },
    })
    const all = await store.all<{ username: string }>(store.sql('accounts').where({ id: ada.accountId }))
    await accounts.remove(all[0]?.username as string)
    const revoked = () => world.standIn.requests.filter(({ path }) => path === '/revoke')
    expect([forgotten.length, revoked().length]).toEqual([1, 0])
    forgotten[0]?.()
    await connections.close()
    expect(revoked()).toHaveLength(1)
  })

  test('a failed deletion withdraws nothing, and a deletion works even if the provider is unreachable', async () => {
    await connect()
    const whenGone: (() => void)[] = []
    await store
      .write(async (tx) => {
        tx.afterCommit(await connections.withdrawing(tx, ada.accountId))
        throw new Error('not now')
      })
      .catch(() => undefined)
    await connections.close()
    expect(world.standIn.isPermitted).toBe(true)
    await world.standIn.close()
    await store.write(async (tx) => void whenGone.push(await connections.withdrawing(tx, ada.accountId)))
    whenGone[0]?.()
    await connections.close()
  })

  test('connecting another outside account withdraws the permission of the previous one', async () => {
    await connect()
    world.standIn.email = 'ada@work.example'
    await connect()
    expect(await one()).toMatchObject({ connection: { subject: 'ada@work.example' } })
    const revoked = world.standIn.requests.filter(({ path }) => path === '/revoke')
    expect(revoked).toHaveLength(1)
    expect(await use()).toMatch(/^ya29\./)
  })

  test('an account has one pending request of each kind, and expired ones are deleted', async () => {
    for (let n = 0; n < 5; n++) await connections.begin(ada, kind.name)
    const count = () =>
      store.all(store.sql('connection_requests').whereIn('account_id', [ada.accountId, ben.accountId]))
    expect(await count()).toHaveLength(1)
    await connections.begin(ben, kind.name)
    expect(await count()).toHaveLength(2)
    world.outbound.clock.advance(10 * 60_000)
    await connections.purge()
    expect(await count()).toEqual([])
  })

  test('nothing secret is logged', async () => {
    await connect()
    world.standIn.withdraw()
    await expect(use()).rejects.toMatchObject({ code: 'failed_precondition' })
    const logged = world.outbound.logged.join('\n')
    for (const secret of [...world.standIn.secrets, world.standIn.settings.GOOGLE_CLIENT_SECRET ?? '']) {
      expect(logged).not.toContain(secret)
    }
  })

  test('without settings nothing can be connected, and the error names all that are missing', async () => {
    const without = world.on(store, { env: {} })
    const refused = {
      code: 'not_configured',
      message: expect.stringContaining('GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET'),
    }
    await expect(without.begin(ada, kind.name)).rejects.toMatchObject(refused)
    await expect(use(without)).rejects.toMatchObject(refused)
    expect((await without.list(ada.accountId))[0]?.missing).toEqual(['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'])
    await expect(connections.begin(ada, 'unknown')).rejects.toMatchObject({ code: 'not_found' })
  })
})
