import { describe, expect, test } from 'vitest'
import { forOneServer, serverForTests, type TestAccount } from '#testing/server.ts'
import { maxBelonging, maxInvitations, maxOwned, maxPeople } from './rows.ts'

// Invalid arguments never reach the database; the statements are tested on both databases in groups.test.ts.

forOneServer((server) => {
  const people = (count: number) => Promise.all(Array.from({ length: count }, () => server().account()))

  /** Accounts without credentials. */
  async function crowd(count: number): Promise<{ id: string; username: string }[]> {
    const { store } = server()
    const name = `crowd_${crowds++}`
    const rows = Array.from({ length: count }, (_, n) => {
      const username = `${name}_${n}`
      return { id: `account_${username}`, username, created_at: 1, updated_at: 1 }
    })
    await store.write((tx) => tx.run(tx.sql('accounts').insert(rows)))
    return rows
  }
  let crowds = 0

  async function inviteAll(group: string, by: string, accounts: readonly { id: string }[]): Promise<void> {
    const { store, clock } = server()
    const times = { created_at: clock.now(), expires_at: clock.now() + 60_000 }
    const rows = accounts.map(({ id }) => ({ group_id: group, account: id, invited_by: by, ...times }))
    await store.write((tx) => tx.run(tx.sql('group_invitations').insert(rows)))
  }

  /** Groups of an account, inserted directly. */
  async function groupsOf(owner: string, count: number): Promise<string[]> {
    const { store } = server()
    const ids = Array.from({ length: count }, (_, n) => `group_of_${owner}_${n}`)
    await store.write(async (tx) => {
      const row = { owner, name: 'Many', encrypted: false, created_at: 1, updated_at: 1 }
      await tx.run(tx.sql('groups').insert(ids.map((id) => ({ id, ...row }))))
      const member = { account: owner, role: 'admin', joined_at: 1 }
      await tx.run(tx.sql('group_members').insert(ids.map((group_id) => ({ group_id, ...member }))))
    })
    return ids
  }

  describe('bad input of groups', () => {
    test.each([
      ['a name without visible characters', { name: '\u202e\u0007\u200f' }, ['name']],
      ['a name of invisible spaces', { name: '\u200b\u2060' }, ['name']],
    ])('creating with %s is rejected', async (_what, args, paths) => {
      const [ann] = (await people(1)) as [TestAccount]
      const { status, body } = await ann.fails('groups.create', args)
      expect([status, body.code, body.details?.map(({ path }) => path)]).toEqual([400, 'invalid_argument', paths])
    })

    test.each([
      ['an invitation of nobody', { action: 'invite' }, ['account']],
      ['an invitation with a value', { action: 'invite', account: 'noor_noor', value: 'admin' }, ['value']],
      ['a role without a person and without a value', { action: 'role' }, ['account', 'value']],
      ['an unknown role', { action: 'role', account: 'noor_noor', value: 'Owner' }, ['value']],
      ['a rename without a name', { action: 'rename' }, ['value']],
      ['a new name that shows nothing', { action: 'rename', value: '\u202e\u200e' }, ['value']],
      [
        'closing with a person, who may be meant to be removed',
        { action: 'delete', account: 'noor_noor' },
        ['account'],
      ],
      ['accepting for another', { action: 'accept', account: 'noor_noor' }, ['account']],
    ])('%s is rejected', async (_what, args, paths) => {
      const [ann] = (await people(1)) as [TestAccount]
      const { id } = await ann.ok('groups.create', { name: 'A' })
      const before = await ann.ok('groups.read', { id })
      const { status, body } = await ann.fails('groups.update', { id, ...args })
      expect([status, body.code, body.details?.map(({ path }) => path)]).toEqual([400, 'invalid_argument', paths])
      const elsewhere = await ann.fails('groups.update', { id: 'group_none', ...args })
      expect(elsewhere.body).toEqual(body)
      expect(await ann.ok('groups.read', { id })).toEqual(before)
    })

    test.each([
      ['right to left', 'لجنة البستان', 'لجنة البستان'],
      ['in both directions', 'Orchard לגינה 7', 'Orchard לגינה 7'],
      ['with direction overrides', 'Orchard\u202egpj.exe', 'Orchardgpj.exe'],
      ['with control characters and breaks', 'Orch\u0007ard\r\n\u001b[31m red', 'Orchard [31m red'],
      ['with joined emoji', '👩‍👩‍👧 family', '👩‍👩‍👧 family'],
      ['as markup', '<script>alert(1)</script>', '<script>alert(1)</script>'],
      ['with 100 characters of two units each', '𝄞'.repeat(100), '𝄞'.repeat(100)],
    ])('a name %s is stored without invisible characters', async (_what, given, name) => {
      const [ann] = (await people(1)) as [TestAccount]
      const group = await ann.ok('groups.create', { name: given })
      expect(group.name).toBe(name)
      const renamed = await ann.ok('groups.update', { id: group.id, action: 'rename', value: `${given}`.slice(0, 100) })
      expect(renamed.group?.name).toBe(name.slice(0, 100))
    })

    test('nobody can invite themselves, an unknown person or a disabled account', async () => {
      const [ann, ben] = (await people(2)) as [TestAccount, TestAccount]
      const { id } = await ann.ok('groups.create', { name: 'A' })
      const invite = async (account: string) =>
        (await ann.fails('groups.update', { id, action: 'invite', account })).body
      expect(await invite(`@${ann.username}`)).toMatchObject({ code: 'failed_precondition' })
      const unknown = await invite('nobody_here')
      expect(unknown).toEqual({
        code: 'failed_precondition',
        error: 'No one on this server has the username "nobody_here".',
      })
      const { store } = server()
      const set = (change: object) => store.run(store.sql('accounts').where({ id: ben.id }).update(change))
      for (const column of ['disabled_at', 'closed_at']) {
        await set({ [column]: 1 })
        expect(await invite(ben.username)).toEqual({
          code: 'failed_precondition',
          error: unknown.error.replace('nobody_here', ben.username),
        })
        await set({ [column]: null })
      }
      expect((await ann.ok('groups.read', { id })).invitations).toEqual([])
    })

    test('a disabled member cannot become the owner, and can be removed', async () => {
      const [ann, ben] = (await people(2)) as [TestAccount, TestAccount]
      const { id } = await ann.ok('groups.create', { name: 'A' })
      await ann.ok('groups.update', { id, action: 'invite', account: ben.username })
      await ben.ok('groups.update', { id, action: 'accept' })
      const { store } = server()
      await store.run(store.sql('accounts').where({ id: ben.id }).update({ disabled_at: 1 }))
      const role = { id, action: 'role', account: ben.username, value: 'owner' }
      expect((await ann.fails('groups.update', role)).body.code).toBe('failed_precondition')
      expect((await ann.ok('groups.update', { id, action: 'remove', account: ben.username })).group?.member_count).toBe(
        1,
      )
    })

    test('repeated invitations make one invitation', async () => {
      const [ann, ben] = (await people(2)) as [TestAccount, TestAccount]
      const { id } = await ann.ok('groups.create', { name: 'A' })
      const invite = { id, action: 'invite', account: ben.username } as const
      await Promise.all([1, 2, 3, 4, 5].map(() => ann.ok('groups.update', invite)))
      expect((await ann.ok('groups.update', invite)).group?.invitations).toHaveLength(1)
      expect((await ben.ok('groups.list', {})).invitations).toHaveLength(1)
    })
  })

  describe('simultaneous changes', () => {
    test('of two handovers one succeeds: a group has one owner', async () => {
      const [ann, ben, cem] = (await people(3)) as [TestAccount, TestAccount, TestAccount]
      const { id } = await ann.ok('groups.create', { name: 'A' })
      for (const person of [ben, cem]) {
        await ann.ok('groups.update', { id, action: 'invite', account: person.username })
        await person.ok('groups.update', { id, action: 'accept' })
      }
      const hand = (to: TestAccount) =>
        ann.call('groups.update', { id, action: 'role', account: to.username, value: 'owner' })
      const statuses = (await Promise.all([hand(ben), hand(cem)])).map(({ status }) => status)
      expect(statuses.sort()).toEqual([200, 400])
      const { members, owner } = await ann.ok('groups.read', { id })
      expect(members.filter(({ role }) => role === 'owner').map(({ account }) => account)).toEqual([owner])
      expect(members.find(({ account }) => account === ann.username)?.role).toBe('admin')
    })

    test('an invitation that is accepted five times makes one member', async () => {
      const [ann, ben] = (await people(2)) as [TestAccount, TestAccount]
      const { id } = await ann.ok('groups.create', { name: 'A' })
      await ann.ok('groups.update', { id, action: 'invite', account: ben.username })
      const accept = () => ben.call('groups.update', { id, action: 'accept' })
      const statuses = (await Promise.all([1, 2, 3, 4, 5].map(accept))).map(({ status }) => status)
      expect(statuses.sort()).toEqual([200, 400, 400, 400, 400])
      expect((await ann.ok('groups.read', { id })).members).toHaveLength(2)
    })

    test('accepting while the group is closed ends without the group, in either order', async () => {
      const [ann, ben] = (await people(2)) as [TestAccount, TestAccount]
      for (let round = 0; round < 3; round++) {
        const { id } = await ann.ok('groups.create', { name: 'A' })
        await ann.ok('groups.update', { id, action: 'invite', account: ben.username })
        const [accepted, closed] = await Promise.all([
          ben.call('groups.update', { id, action: 'accept' }),
          ann.call('groups.update', { id, action: 'delete' }),
        ])
        expect(closed.status).toBe(200)
        if (accepted.status !== 200) expect((accepted.body as { code: string }).code).toBe('not_found')
        expect((await ben.ok('groups.list', {})).items).toEqual([])
      }
    })
  })

  describe('the limits of groups', () => {
    test('an account owns at most 50 groups, even if several are created at once or handed over', async () => {
      const [ann, ben] = (await people(2)) as [TestAccount, TestAccount]
      await groupsOf(ann.id, maxOwned - 1)
      const made = await Promise.all([1, 2, 3].map((n) => ann.call('groups.create', { name: `Last ${n}` })))
      expect(made.map(({ status }) => status).sort()).toEqual([200, 400, 400])
      expect((await ann.fails('groups.create', { name: 'A' })).body).toEqual({
        code: 'failed_precondition',
        error: 'You already own 50 groups, which is the maximum. Close one first, or make someone else its owner.',
      })
      const { id } = await ben.ok('groups.create', { name: 'A' })
      await ben.ok('groups.update', { id, action: 'invite', account: ann.username })
      await ann.ok('groups.update', { id, action: 'accept' })
      const role = { id, action: 'role', account: ann.username, value: 'owner' }
      expect((await ben.fails('groups.update', role)).body.code).toBe('failed_precondition')
    })

    test('an account belongs to at most 200 groups', async () => {
      const [ann, ben] = (await people(2)) as [TestAccount, TestAccount]
      const { store } = server()
      const owners = await crowd(maxBelonging / maxOwned)
      const ids = (await Promise.all(owners.map((owner) => groupsOf(owner.id, maxOwned)))).flat()
      const rows = ids.map((group_id) => ({ group_id, account: ben.id, role: 'member', joined_at: 1 }))
      await store.write((tx) => tx.run(tx.sql('group_members').insert(rows)))
      const { items } = await ben.ok('groups.list', {})
      expect([items.length, items[0]?.member_count]).toEqual([maxBelonging, 2])
      const { id } = await ann.ok('groups.create', { name: 'A' })
      await ann.ok('groups.update', { id, action: 'invite', account: ben.username })
      for (const [method, args] of [
        ['groups.update', { id, action: 'accept' }],
        ['groups.create', { name: 'A' }],
      ] as const)
        expect((await ben.fails(method, args)).body).toEqual({
          code: 'failed_precondition',
          error: 'You already belong to 200 groups, which is the maximum. Leave one first.',
        })
      expect((await ben.ok('groups.list', {})).invitations).toHaveLength(1)
    })

    test('a group has at most 100 members and open invitations, even if several are invited at once', async () => {
      const [ann, ...others] = (await people(4)) as [TestAccount, ...TestAccount[]]
      const { id } = await ann.ok('groups.create', { name: 'A' })
      const invited = await crowd(maxPeople - 2)
      await inviteAll(id, ann.id, invited)
      const invite = (account: string) => ann.call('groups.update', { id, action: 'invite', account })
      const statuses = (await Promise.all(others.map(({ username }) => invite(username)))).map(({ status }) => status)
      expect(statuses.sort()).toEqual([200, 400, 400])
      expect((await invite(invited[0]?.username as string)).status).toBe(200)
      expect((await ann.ok('groups.read', { id })).invitations).toHaveLength(maxPeople - 1)
      server().clock.advance(60_001)
      expect((await invite((await server().account()).username)).status).toBe(200)
    })

    test('an account has at most 200 open invitations', async () => {
      const [ann, ben] = (await people(2)) as [TestAccount, TestAccount]
      const owners = await crowd(maxInvitations / maxOwned)
      for (const owner of owners) {
        for (const group of await groupsOf(owner.id, maxOwned)) await inviteAll(group, owner.id, [ben])
      }
      expect((await ben.ok('groups.list', {})).invitations).toHaveLength(maxInvitations)
      const { id } = await ann.ok('groups.create', { name: 'A' })
      const rejected = await ann.fails('groups.update', { id, action: 'invite', account: ben.username })
      expect(rejected.body.error).toBe(
        `"${ben.username}" already has 200 open invitations, which is the maximum. Try again later.`,
      )
    })
  })
})

describe('with limits', () => {
  const server = serverForTests({ settings: { LIMIT_PUBLIC_WRITES_PER_HOUR: '2' } })

  test('invitations count as public writes', async () => {
    const [ann, ben] = [await server().account(), await server().account()]
    const { id } = await ann.ok('groups.create', { name: 'A' })
    const invite = { id, action: 'invite', account: ben.username }
    for (let count = 0; count < 2; count++) expect((await ann.call('groups.update', invite)).status).toBe(200)
    expect((await ann.fails('groups.update', invite)).body.code).toBe('rate_limited')
    expect((await ann.call('groups.update', { id, action: 'rename', value: 'B' })).status).toBe(200)
  })
})
