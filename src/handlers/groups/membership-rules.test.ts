import { beforeAll, describe, expect, test } from 'vitest'
import { forEachServer, type TestAccount } from '#testing/server.ts'

const actions = ['invite', 'accept', 'decline', 'remove', 'role', 'rename', 'delete'] as const
const callers = ['outsider', 'invited', 'member', 'admin', 'owner'] as const
const targets = ['nobody', 'self', 'unknown', 'outsider', 'invited', 'member', 'admin', 'owner'] as const

type Action = (typeof actions)[number]
type Caller = (typeof callers)[number]
type Target = (typeof targets)[number]

/** Which actions concern a person; `remove` without one concerns the caller. */
const takesAccount: Readonly<Record<Action, 'required' | 'optional' | 'forbidden'>> = {
  invite: 'required',
  accept: 'forbidden',
  decline: 'forbidden',
  remove: 'optional',
  role: 'required',
  rename: 'forbidden',
  delete: 'forbidden',
}

/** Every allowed action: by whom, on whom. All others are denied. */
const allowed: Readonly<Record<Action, Partial<Record<Caller, readonly Target[]>>>> = {
  invite: { admin: ['outsider', 'invited'], owner: ['outsider', 'invited'] },
  accept: { invited: ['nobody'] },
  decline: { invited: ['nobody'] },
  remove: {
    member: ['nobody', 'self'],
    admin: ['nobody', 'self', 'invited', 'member'],
    owner: ['invited', 'member', 'admin'],
  },
  role: { owner: ['member', 'admin'] },
  rename: { admin: ['nobody'], owner: ['nobody'] },
  delete: { owner: ['nobody'] },
}

function expectedCode(action: Action, caller: Caller, target: Target): string {
  const rule = takesAccount[action]
  if ((rule === 'required' && target === 'nobody') || (rule === 'forbidden' && target !== 'nobody'))
    return 'invalid_argument'
  if (allowed[action][caller]?.includes(target)) return 'ok'
  return caller === 'outsider' || caller === 'invited' ? 'not_found' : 'failed_precondition'
}

forEachServer((server) => {
  /** Two of each, so that one can act on the other. There is only one owner. */
  const people = {} as Record<Caller, readonly [TestAccount, TestAccount]>

  beforeAll(async () => {
    for (const role of callers) people[role] = [await server().account(), await server().account()]
  })

  async function newGroup(): Promise<string> {
    const { id } = await people.owner[0].ok('groups.create', { name: 'Orchard committee' })
    const { store, clock } = server()
    const now = clock.now()
    await store.write(async (tx) => {
      for (const role of ['member', 'admin'] as const)
        for (const { id: account } of people[role])
          await tx.run(tx.sql('group_members').insert({ group_id: id, account, role, joined_at: now }))
      for (const { id: account } of people.invited) {
        const row = { group_id: id, account, invited_by: people.owner[0].id, created_at: now, expires_at: now + 1000 }
        await tx.run(tx.sql('group_invitations').insert(row))
      }
    })
    return id
  }

  /** The username that the caller names the target by. */
  function nameOf(caller: Caller, target: Target): string | undefined {
    if (target === 'nobody') return undefined
    if (target === 'unknown') return 'nobody_here'
    if (target === 'self') return people[caller][0].username
    return people[target][target === caller ? 1 : 0].username
  }

  describe('who may do what with a group', () => {
    test.each(actions)('%s: every role and every target', async (action) => {
      let id = await newGroup()
      const missing = 'group_01k9y2x1y3z5a7b9c1d3e5f7g9'
      const found: Record<string, string> = {}
      const expected: Record<string, string> = {}
      for (const caller of callers) {
        for (const target of targets) {
          // A group has one owner, so that this is the target `self`.
          if (caller === 'owner' && target === 'owner') continue
          const account = nameOf(caller, target)
          const value = { role: 'member', rename: 'Pear committee' }[action as string]
          const args = { action, ...(account && { account }), ...(value && { value }) }
          const [actor] = people[caller]
          const { status, body } = await actor.call('groups.update', { id, ...args })
          const code = status === 200 ? 'ok' : (body as { code: string }).code
          found[`${caller} ${target}`] = code
          expected[`${caller} ${target}`] = expectedCode(action, caller, target)
          if (code === 'ok') id = await newGroup()
          if (code === 'not_found') {
            const none = await actor.fails('groups.update', { id: missing, ...args })
            expect(JSON.stringify(body).replaceAll(id, missing)).toBe(JSON.stringify(none.body))
          }
        }
      }
      expect(found).toEqual(expected)
    })

    test('only members read a group, and only the owner and admins see who is invited', async () => {
      const id = await newGroup()
      for (const caller of callers) {
        const [reader] = people[caller]
        const { status, body } = await reader.call('groups.read', { id })
        if (caller === 'outsider' || caller === 'invited') {
          const none = await reader.fails('groups.read', { id: 'group_none' })
          expect(JSON.stringify(body).replaceAll(id, 'group_none')).toBe(JSON.stringify(none.body))
        } else {
          const { result } = body as { result: Record<string, unknown> }
          expect([caller, status, result.role]).toEqual([caller, 200, caller])
          expect('invitations' in result).toBe(caller !== 'member')
        }
      }
    })
  })
})
