import { expect, test } from 'vitest'
import { forEachDatabase } from '../../testing/databases.ts'
import { manualClock } from '../base/clock.ts'
import type { Store } from '../store/types.ts'
import { createAccounts } from './accounts.ts'
import { createAdministered } from './administered.ts'
import { createImpersonations, type ImpersonationRequest } from './impersonations.ts'
import { createSessions } from './sessions.ts'

const minute = 60_000
const nothing = async () => undefined
const password = 'correct horse battery'

forEachDatabase((_name, openTestStore, newDatabase) => {
  async function world(store: Store, { isOn = true, adminSecondFactor = false } = {}) {
    const clock = manualClock()
    const parts = { store, clock }
    const accounts = createAccounts({ ...parts, namespacedTables: [] })
    const add = (username: string, isAdmin = false, namespace = 'onedoor') =>
      accounts.create({ username, password, isAdmin, namespace })
    const [boss, chief, ann, ben] = [
      await add('boss'),
      await add('chief', true),
      await add('annie'),
      await add('benny'),
    ]
    const sessions = createSessions(parts)
    const own = await sessions.start(boss.id, 'Firefox')
    const impersonations = createImpersonations({ ...parts, isOn, adminSecondFactor })
    const begin = (request: Partial<ImpersonationRequest> = {}) =>
      impersonations.begin({ sessionId: own.session.id, username: 'annie', reason: 'Help', ...request }, nothing)
    const administered = createAdministered(parts)
    return { ...parts, accounts, add, boss, chief, ann, ben, sessions, own, impersonations, begin, administered }
  }

  const open = async (options = {}) => world(await openTestStore(), options)

  test('is found by both secrets together, which are new each time, and stored only as a hash', async () => {
    const { store, impersonations, sessions, own, begin, boss, ann, ben, clock } = await open()
    const { id, secret, untilMs } = await begin()
    expect(untilMs).toBe(clock.now() + 15 * minute)
    expect(await impersonations.find(secret, own.secret)).toEqual({
      id,
      administrator: { id: boss.id, username: 'boss' },
      account: { id: ann.id, username: 'annie', isAdmin: false, isNamespaceAdmin: false, namespace: 'onedoor' },
      timeZone: 'UTC',
      untilMs,
    })
    const other = await sessions.start(boss.id, 'Firefox')
    const foreign = await sessions.start(ben.id, 'Firefox')
    for (const wrong of [other.secret, foreign.secret, '', `${own.secret}\0`, 'x'.repeat(43)]) {
      expect(await impersonations.find(secret, wrong)).toBeUndefined()
      expect(await impersonations.find(wrong, own.secret)).toBeUndefined()
    }
    expect(await impersonations.find(own.secret, secret)).toBeUndefined()
    expect(JSON.stringify(await store.all(store.sql('impersonations')))).not.toContain(secret)
    expect((await begin()).secret).not.toBe(secret)
  })

  test('is no session: no look-up of sessions finds it', async () => {
    const { sessions, begin, ann } = await open()
    const { secret } = await begin()
    expect([await sessions.find(secret), await sessions.findForPages(secret)]).toEqual([undefined, undefined])
    expect(await sessions.list(ann.id)).toEqual([])
  })

  test('ends after 15 minutes, and its row is deleted when another one begins', async () => {
    const { store, clock, impersonations, own, begin, ann, chief, sessions } = await open()
    const { secret } = await begin()
    clock.advance(15 * minute - 1)
    expect(await impersonations.find(secret, own.secret)).toBeDefined()
    expect(await impersonations.list(ann.id)).toHaveLength(1)
    clock.advance(1)
    expect(await impersonations.find(secret, own.secret)).toBeUndefined()
    expect(await impersonations.list(ann.id)).toEqual([])
    const { session } = await sessions.start(chief.id, 'Firefox')
    await begin({ sessionId: session.id })
    expect(await store.all(store.sql('impersonations'))).toHaveLength(1)
  })

  test('needs a reason on one line', async () => {
    const { begin, store } = await open()
    for (const reason of ['', '  ', 'a\nb', 'x'.repeat(201), 'a\u202eb']) {
      await expect(begin({ reason })).rejects.toMatchObject({ code: 'invalid_argument', details: [{ path: 'reason' }] })
    }
    expect(await store.all(store.sql('impersonations'))).toEqual([])
  })

  test('never shows the pages of an administrator, oneself, or an account that is disabled, closed or unknown', async () => {
    const { begin, store, add, administered } = await open()
    await add('regent', true, 'acme')
    await administered.disable('benny')
    const codes: Record<string, string> = {}
    for (const username of ['boss', 'chief', 'regent', 'benny', 'nobody']) {
      codes[username] = await begin({ username }).then(
        () => 'begun',
        ({ code }) => code,
      )
    }
    expect(codes).toEqual({
      ...{ boss: 'permission_denied', chief: 'permission_denied', regent: 'permission_denied' },
      ...{ benny: 'failed_precondition', nobody: 'not_found' },
    })
    await store.run(store.sql('accounts').where({ username: 'annie' }).update({ closed_at: 1 }))
    await expect(begin()).rejects.toMatchObject({ code: 'not_found' })
    expect(await store.all(store.sql('impersonations'))).toEqual([])
  })

  test('is begun by nobody but an administrator of the instance with a session', async () => {
    const { begin, store, sessions, ben, add, own } = await open()
    const regent = await add('regent', true, 'acme')
    for (const { id } of [ben, regent]) {
      const { session } = await sessions.start(id, 'Firefox')
      await expect(begin({ sessionId: session.id })).rejects.toMatchObject({ code: 'permission_denied' })
    }
    await sessions.end((await sessions.find(own.secret))?.account.id as string, own.session.id)
    await expect(begin()).rejects.toMatchObject({ code: 'permission_denied' })
    expect(await store.all(store.sql('impersonations'))).toEqual([])
  })

  type World = Awaited<ReturnType<typeof world>>
  const ends: [string, (world: World) => Promise<unknown>][] = [
    ['the administrator signs out', ({ sessions, boss, own }) => sessions.end(boss.id, own.session.id)],
    ['the administrator is signed out elsewhere', ({ sessions, boss }) => sessions.endOthers(boss.id, 'another')],
    ["the administrator's password is set", ({ administered }) => administered.setPassword('boss', 'another password')],
    ['the administrator is disabled', ({ administered }) => administered.disable('boss')],
    ['the administrator is demoted', ({ administered }) => administered.setAdministrator('boss', false)],
    ['the administrator is deleted', ({ accounts }) => accounts.remove('boss')],
    [
      'the session of the administrator expires',
      ({ store }) => store.run(store.sql('sessions').update({ expires_at: 1 })),
    ],
    [
      'the administrator no longer administers the instance',
      ({ store, boss }) => store.run(store.sql('accounts').where({ id: boss.id }).update({ namespace: 'acme' })),
    ],
    [
      'the administrator is demoted by the database alone',
      ({ store, boss }) => store.run(store.sql('accounts').where({ id: boss.id }).update({ is_admin: false })),
    ],
    [
      'the account is promoted by the database alone',
      ({ store, ann }) => store.run(store.sql('accounts').where({ id: ann.id }).update({ is_admin: true })),
    ],
    [
      'the administrator is disabled by the database alone',
      ({ store, boss }) => store.run(store.sql('accounts').where({ id: boss.id }).update({ disabled_at: 1 })),
    ],
    [
      'the administrator is closed by the database alone',
      ({ store, boss }) => store.run(store.sql('accounts').where({ id: boss.id }).update({ closed_at: 1 })),
    ],
    ['the account is disabled', ({ administered }) => administered.disable('annie')],
    ['the account becomes an administrator', ({ administered }) => administered.setAdministrator('annie', true)],
    ['the account is deleted', ({ accounts }) => accounts.remove('annie')],
    [
      'the account is disabled by the database alone',
      ({ store, ann }) => store.run(store.sql('accounts').where({ id: ann.id }).update({ disabled_at: 1 })),
    ],
    [
      'the account is closed by the database alone',
      ({ store, ann }) => store.run(store.sql('accounts').where({ id: ann.id }).update({ closed_at: 1 })),
    ],
    ['the account ends it', ({ store, ann, impersonations }) => endFirst(store, ann.id, impersonations)],
    ['the administrator begins another one', ({ begin }) => begin({ username: 'benny' })],
  ]

  async function endFirst(store: Store, accountId: string, impersonations: World['impersonations']): Promise<void> {
    const row = await store.get<{ id: string }>(store.sql('impersonations').select('id'))
    expect(await impersonations.end(accountId, row?.id as string)).toBe(true)
  }

  test.each(ends)('ends when %s', async (_when, end) => {
    const it = await open()
    const { secret } = await it.begin()
    expect(await it.impersonations.find(secret, it.own.secret)).toBeDefined()
    await end(it)
    expect(await it.impersonations.find(secret, it.own.secret)).toBeUndefined()
    expect(await it.impersonations.list(it.ann.id)).toEqual([])
  })

  test('does not come back when a lost right does', async () => {
    for (const [username, isAdmin] of [
      ['boss', true],
      ['annie', false],
    ] as const) {
      const { begin, impersonations, own, administered } = await open()
      const { secret } = await begin()
      await administered.setAdministrator(username, !isAdmin)
      await administered.setAdministrator(username, isAdmin)
      expect(await impersonations.find(secret, own.secret)).toBeUndefined()
    }
    const { begin, impersonations, own, administered } = await open()
    const { secret } = await begin()
    await administered.disable('annie')
    await administered.enable('annie')
    expect(await impersonations.find(secret, own.secret)).toBeUndefined()
  })

  test('is ended in one process for all', async () => {
    const settings = await newDatabase()
    const it = await world(await openTestStore(settings))
    const there = createImpersonations({
      ...{ store: await openTestStore(settings), clock: it.clock },
      ...{ isOn: true, adminSecondFactor: false },
    })
    const { id, secret } = await it.begin()
    expect(await there.find(secret, it.own.secret)).toBeDefined()
    await it.impersonations.end(it.ann.id, id)
    expect(await there.find(secret, it.own.secret)).toBeUndefined()
  })

  test('is not ended by another account', async () => {
    const { impersonations, begin, own, ben } = await open()
    const { id, secret } = await begin()
    expect(await impersonations.end(ben.id, id)).toBe(false)
    expect(await impersonations.find(secret, own.secret)).toBeDefined()
  })

  test('of several administrators do not touch each other, and the account sees all', async () => {
    const { impersonations, begin, own, sessions, chief, ann } = await open()
    const theirs = await sessions.start(chief.id, 'Firefox')
    const first = await begin({ reason: 'First' })
    const second = await begin({ sessionId: theirs.session.id, reason: 'Second' })
    expect(await impersonations.find(first.secret, theirs.secret)).toBeUndefined()
    expect(await impersonations.find(first.secret, own.secret)).toBeDefined()
    expect(await impersonations.find(second.secret, theirs.secret)).toBeDefined()
    const shown = (await impersonations.list(ann.id)).map(({ administrator, reason }) => `${administrator}: ${reason}`)
    expect(shown.toSorted()).toEqual(['boss: First', 'chief: Second'])
  })

  test('of one administrator begun at the same time in two browsers leave one', async () => {
    const { store, begin, sessions, boss } = await open()
    const other = await sessions.start(boss.id, 'Firefox')
    await Promise.all([begin(), begin({ sessionId: other.session.id, username: 'benny' })])
    expect(await store.all(store.sql('impersonations'))).toHaveLength(1)
  })

  test('does not begin if what must be written with it fails', async () => {
    const { store, impersonations, own } = await open()
    const request = { sessionId: own.session.id, username: 'annie', reason: 'Help' }
    const failing = impersonations.begin(request, async () => {
      throw new Error('no notice')
    })
    await expect(failing).rejects.toThrow('no notice')
    expect(await store.all(store.sql('impersonations'))).toEqual([])
  })

  test('neither begins nor goes on while the setting is off', async () => {
    const it = await open()
    const { secret } = await it.begin()
    const off = createImpersonations({ store: it.store, clock: it.clock, isOn: false, adminSecondFactor: false })
    expect([await off.find(secret, it.own.secret), await off.list(it.ann.id)]).toEqual([undefined, []])
    const request = { sessionId: it.own.session.id, username: 'annie', reason: 'Help' }
    await expect(off.begin(request, nothing)).rejects.toMatchObject({ code: 'failed_precondition' })
  })

  test('needs the second factor of the administrator if the server does, at each page', async () => {
    const { store, begin, boss, impersonations, own } = await open({ adminSecondFactor: true })
    await expect(begin()).rejects.toMatchObject({ code: 'permission_denied' })
    const factor = { account_id: boss.id, secret: 'x', created_at: 1, confirmed_at: 1 }
    await store.run(store.sql('second_factors').insert(factor))
    const { secret } = await begin()
    expect(await impersonations.find(secret, own.secret)).toBeDefined()
    await store.run(store.sql('second_factors').delete())
    expect(await impersonations.find(secret, own.secret)).toBeUndefined()
  })
})
