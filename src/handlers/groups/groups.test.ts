import { describe, expect, test } from 'vitest'
import { newId } from '#runtime/base/ids.ts'
import { forEachServer, type TestAccount } from '#testing/server.ts'
import { TestVisitor } from '#testing/visitor.ts'
import { groupMembership, groupsOfAccount } from './contracts.ts'
import { purgeBatch } from './rows.ts'
import { serveMembership } from './serve-membership.ts'

const dayMs = 86_400_000
const password = 'correct horse battery'

forEachServer((server) => {
  const people = (count: number) => Promise.all(Array.from({ length: count }, () => server().account()))

  /** A group of the first person that the others have joined. */
  async function groupOf(owner: TestAccount, ...members: TestAccount[]): Promise<string> {
    const { id } = await owner.ok('groups.create', { name: 'Orchard committee' })
    for (const member of members) {
      server().clock.advance(1000)
      await owner.ok('groups.update', { id, action: 'invite', account: member.username })
      await member.ok('groups.update', { id, action: 'accept' })
    }
    return id
  }

  /** The events published about a group: topic, account and change. */
  async function eventsOf(group: string): Promise<string[]> {
    const { store } = server()
    const query = store.sql('bus_announcements').where({ key: group }).orderBy('id').select('topic', 'payload')
    const rows = await store.all<{ topic: string; payload: string }>(query)
    return rows.map(({ topic, payload }) => {
      const { account = '', change = '' } = JSON.parse(payload)
      return [topic, account, change].join(' ').trim()
    })
  }

  describe('groups', () => {
    test('a new group has its creator as the owner and only member', async () => {
      const [ann] = await people(1)
      const group = await ann!.ok('groups.create', { name: '  Orchard\ncommittee ' })
      const at = '2026-11-21T09:30:00.000Z'
      expect(group).toEqual({
        id: expect.stringMatching(/^group_[0-9a-z]{26}$/),
        name: 'Orchard committee',
        encrypted: false,
        owner: ann!.username,
        role: 'owner',
        member_count: 1,
        room: group.id,
        created: at,
        updated: at,
        members: [{ account: ann!.username, role: 'owner', joined: at }],
        invitations: [],
      })
      expect(await ann!.ok('groups.read', { id: group.id })).toEqual(group)
      const { members: _members, invitations: _invitations, ...summary } = group
      expect(await ann!.ok('groups.list', {})).toEqual({ items: [summary], invitations: [] })
    })

    test('an invited person joins by accepting; before that they cannot see the group', async () => {
      const [ann, ben] = (await people(2)) as [TestAccount, TestAccount]
      const { id } = await ann.ok('groups.create', { name: 'Pears', encrypted: true })
      server().clock.advance(1000)
      const change = await ann.ok('groups.update', { id, action: 'invite', account: `@${ben.username.toUpperCase()}` })
      const invitation = change.group?.invitations?.[0]
      expect(change).toMatchObject({ id, action: 'invite', account: ben.username, group: { member_count: 1 } })
      expect(invitation).toMatchObject({ account: ben.username, invited_by: ann.username })
      expect(Date.parse(invitation!.expires) - Date.parse(invitation!.created)).toBe(7 * dayMs)
      expect(change.group?.updated).toBe(invitation?.created)
      const { items, invitations } = await ben.ok('groups.list', {})
      expect([items, invitations]).toEqual([
        [],
        [
          {
            group: id,
            group_name: 'Pears',
            invited_by: ann.username,
            created: invitation?.created,
            expires: invitation?.expires,
          },
        ],
      ])
      expect((await ben.fails('groups.read', { id })).body.code).toBe('not_found')
      const joined = await ben.ok('groups.update', { id, action: 'accept' })
      expect(joined).toMatchObject({
        account: ben.username,
        group: { role: 'member', member_count: 2, encrypted: true },
      })
      expect(joined.group?.members.map(({ account, role }) => [account, role])).toEqual([
        [ann.username, 'owner'],
        [ben.username, 'member'],
      ])
      expect(joined.group).not.toHaveProperty('invitations')
      expect((await ben.ok('groups.list', {})).invitations).toEqual([])
      expect(await eventsOf(id)).toEqual([`groups.members ${ann.id} joined`, `groups.members ${ben.id} joined`])
    })

    test('declining an invitation removes it and changes nothing else', async () => {
      const [ann, ben] = (await people(2)) as [TestAccount, TestAccount]
      const id = await groupOf(ann)
      await ann.ok('groups.update', { id, action: 'invite', account: ben.username })
      expect(await ben.ok('groups.update', { id, action: 'decline' })).toEqual({
        id,
        action: 'decline',
        account: ben.username,
      })
      expect((await ann.ok('groups.read', { id })).invitations).toEqual([])
      for (const action of ['accept', 'decline'] as const)
        expect((await ben.fails('groups.update', { id, action })).body.code).toBe('not_found')
    })

    test('an invitation expires after seven days, is renewed by a second one, and is purged', async () => {
      const [ann, ben, cem] = (await people(3)) as [TestAccount, TestAccount, TestAccount]
      const id = await groupOf(ann)
      const { clock, store, jobs } = server()
      for (const { username } of [ben, cem]) await ann.ok('groups.update', { id, action: 'invite', account: username })
      clock.advance(6 * dayMs)
      const renewed = await ann.ok('groups.update', { id, action: 'invite', account: cem.username })
      expect(renewed.group?.invitations?.map(({ account }) => account)).toEqual([ben.username, cem.username])
      clock.advance(dayMs)
      expect((await ben.ok('groups.list', {})).invitations).toEqual([])
      expect((await ben.fails('groups.update', { id, action: 'accept' })).body.code).toBe('not_found')
      expect((await ann.ok('groups.read', { id })).invitations).toHaveLength(1)
      expect((await cem.ok('groups.update', { id, action: 'accept' })).group?.member_count).toBe(2)
      await ann.ok('groups.update', { id, action: 'invite', account: ben.username })
      clock.advance(7 * dayMs)
      await jobs.settle()
      expect(await store.all(store.sql('group_invitations').where({ group_id: id }))).toEqual([])
    })

    test('all expired invitations are purged, even more than one batch', async () => {
      const [ann, ben] = (await people(2)) as [TestAccount, TestAccount]
      const { clock, store, jobs } = server()
      const times = { created_at: clock.now(), expires_at: clock.now() + 1000 }
      const ids = Array.from({ length: purgeBatch + 1 }, () => newId('group'))
      const group = { owner: ann.id, name: 'G', encrypted: false, created_at: clock.now(), updated_at: clock.now() }
      const invitation = { account: ben.id, invited_by: ann.id, ...times }
      await store.write(async (tx) => {
        await tx.run(tx.sql('groups').insert(ids.map((id) => ({ id, ...group }))))
        const member = { account: ann.id, role: 'admin', joined_at: clock.now() }
        await tx.run(tx.sql('group_members').insert(ids.map((id) => ({ group_id: id, ...member }))))
        await tx.run(tx.sql('group_invitations').insert(ids.map((id) => ({ group_id: id, ...invitation }))))
      })
      clock.advance(2 * 3_600_000)
      await jobs.settle()
      expect(await store.all(store.sql('group_invitations').where({ account: ben.id }))).toEqual([])
    })

    test('the invitations that a person sent end when they leave; members stay', async () => {
      const [ann, ben, cem] = (await people(3)) as [TestAccount, TestAccount, TestAccount]
      const id = await groupOf(ann, ben)
      await ann.ok('groups.update', { id, action: 'role', account: ben.username, value: 'admin' })
      await ben.ok('groups.update', { id, action: 'invite', account: cem.username })
      expect(await ben.ok('groups.update', { id, action: 'remove' })).toEqual({
        id,
        action: 'remove',
        account: ben.username,
      })
      expect((await cem.fails('groups.update', { id, action: 'accept' })).body.code).toBe('not_found')
      expect((await ben.fails('groups.update', { id, action: 'remove' })).body.code).toBe('not_found')
      expect((await eventsOf(id)).at(-1)).toBe(`groups.members ${ben.id} left`)
    })

    test('an owner who hands over becomes an admin, and may then leave', async () => {
      const [ann, ben] = (await people(2)) as [TestAccount, TestAccount]
      const id = await groupOf(ann, ben)
      const stays = await ann.fails('groups.update', { id, action: 'remove' })
      expect(stays.body).toEqual({
        code: 'failed_precondition',
        error:
          'You own this group. First make someone else the owner (action "role"), or close the group (action "delete").',
      })
      const { group } = await ann.ok('groups.update', { id, action: 'role', account: ben.username, value: 'owner' })
      expect(group?.owner).toBe(ben.username)
      expect(group?.members.map(({ role }) => role)).toEqual(['admin', 'owner'])
      await ben.ok('groups.update', { id, action: 'role', account: ann.username, value: 'member' })
      await ann.ok('groups.update', { id, action: 'remove' })
      expect((await ben.ok('groups.read', { id })).member_count).toBe(1)
    })

    test('an owner who joined as a member also becomes an admin when handing over', async () => {
      const [ann, ben, cem] = (await people(3)) as [TestAccount, TestAccount, TestAccount]
      const id = await groupOf(ann, ben, cem)
      await ann.ok('groups.update', { id, action: 'role', account: ben.username, value: 'owner' })
      await ben.ok('groups.update', { id, action: 'role', account: cem.username, value: 'owner' })
      const { members } = await cem.ok('groups.read', { id })
      expect(members?.map(({ account, role }) => [account, role])).toEqual([
        [ann.username, 'admin'],
        [ben.username, 'admin'],
        [cem.username, 'owner'],
      ])
    })

    test('a removed member loses access at once, and an event is published', async () => {
      const [ann, ben] = (await people(2)) as [TestAccount, TestAccount]
      const id = await groupOf(ann, ben)
      const { membership, all } = queries()
      expect(await membership(id, ben.id)).toEqual({ role: 'member', name: 'Orchard committee', is_encrypted: false })
      expect(await membership(id, ann.id)).toMatchObject({ role: 'owner' })
      expect(await all(ben.id)).toEqual([{ id, role: 'member', name: 'Orchard committee', is_encrypted: false }])
      await ann.ok('groups.update', { id, action: 'remove', account: ben.username })
      expect(await membership(id, ben.id)).toBeUndefined()
      expect(await all(ben.id)).toEqual([])
      expect((await ben.fails('groups.read', { id })).body.code).toBe('not_found')
      expect((await eventsOf(id)).at(-1)).toBe(`groups.members ${ben.id} removed`)
    })

    test('a closed group is gone for everyone, with its invitations', async () => {
      const [ann, ben, cem] = (await people(3)) as [TestAccount, TestAccount, TestAccount]
      const id = await groupOf(ann, ben)
      await ann.ok('groups.update', { id, action: 'invite', account: cem.username })
      expect(await ann.ok('groups.update', { id, action: 'delete' })).toEqual({ id, action: 'delete' })
      for (const person of [ann, ben]) {
        expect((await person.fails('groups.read', { id })).body.code).toBe('not_found')
        expect((await person.ok('groups.list', {})).items).toEqual([])
      }
      expect((await cem.fails('groups.update', { id, action: 'accept' })).body.code).toBe('not_found')
      const events = await eventsOf(id)
      expect(events.slice(-3, -1).sort()).toEqual([ann, ben].map((each) => `groups.members ${each.id} closed`).sort())
      expect(events.at(-1)).toBe('groups.closed')
    })

    test('a deleted account closes its groups for their members, and leaves the others', async () => {
      const [ann, ben] = (await people(2)) as [TestAccount, TestAccount]
      const [anns, bens] = [await groupOf(ann, ben), await groupOf(ben, ann)]
      const alone = await groupOf(ann)
      const visitor = await new TestVisitor(server().url).signIn(ann.username)
      expect((await visitor.submit('/settings/data', '/settings/delete', { password })).status).toBe(303)
      expect((await ben.ok('groups.list', {})).items.map(({ id }) => id)).toEqual([bens])
      expect((await ben.ok('groups.read', { id: bens })).members.map(({ account }) => account)).toEqual([ben.username])
      expect((await eventsOf(anns)).slice(-2)).toEqual([`groups.members ${ben.id} closed`, 'groups.closed'])
      expect(await eventsOf(alone)).toEqual(['groups.closed'])
      expect((await ben.fails('groups.read', { id: anns })).body.code).toBe('not_found')
    })

    test('groups are listed newest first', async () => {
      const [ann] = (await people(1)) as [TestAccount]
      for (const name of ['one', 'two', 'three']) {
        await ann.ok('groups.create', { name })
        server().clock.advance(1000)
      }
      expect((await ann.ok('groups.list', {})).items.map(({ name }) => name)).toEqual(['three', 'two', 'one'])
    })
  })

  /** The queries that other families make. */
  function queries() {
    const served = new Map(serveMembership(server()).map(({ name, answer }) => [name, answer]))
    return {
      membership: (group: string, account: string) => served.get(groupMembership.name)?.({ group, account } as never),
      all: (account: string) => served.get(groupsOfAccount.name)?.({ account } as never),
    }
  }
})
