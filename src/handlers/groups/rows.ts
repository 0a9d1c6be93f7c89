import type { Knex } from 'knex'
import { accountNamed, joinAccounts, type NamedAccount } from '#runtime/accounts/usernames.ts'
import { statement } from '#runtime/store/statement.ts'
import { totalOf } from '#runtime/store/total.ts'
import type { Reader, Writer } from '#runtime/store/types.ts'
import { asBoolean } from '#runtime/store/values.ts'
import type { Role, Standing } from './membership-rules.ts'

/** Groups an account can own. */
export const maxOwned = 50
/** Groups an account can belong to. */
export const maxBelonging = 200
/** Members and open invitations of a group. */
export const maxPeople = 100
/** Open invitations to an account. */
export const maxInvitations = 200
/** Expired invitations that one statement deletes. */
export const purgeBatch = 200

/** A row of `groups`. */
export interface GroupRow {
  id: string
  owner: string
  name: string
  encrypted: boolean | number
  created_at: number | string
  updated_at: number | string
}

type OneGroup = { group: string }
type OneMember = { group: string; account: string }

const groupColumns = ['id', 'owner', 'name', 'encrypted', 'created_at', 'updated_at'].map((column) => `g.${column}`)

/** The owner, with the account's `role` and `invited_until`, each null without such a row. */
const standing = statement<OneMember>((sql, param) =>
  sql('groups as g')
    .leftJoin('group_members as m', (on) => {
      on.on('m.group_id', 'g.id').andOn('m.account', '=', sql.raw('?', [param('account')]))
    })
    .leftJoin('group_invitations as i', (on) => {
      on.on('i.group_id', 'g.id').andOn('i.account', '=', sql.raw('?', [param('account')]))
    })
    .where('g.id', param('group'))
    .select('g.owner', 'm.role', 'i.expires_at as invited_until'),
)

interface StandingRow {
  owner: string
  role: 'member' | 'admin' | null
  invited_until: number | string | null
}

/** An account's current standing in a group; undefined if there is no such group. */
export async function standingIn(reader: Reader, key: OneMember, now: number): Promise<Standing | undefined> {
  const row = await reader.get<StandingRow>(standing(key))
  if (!row) return undefined
  if (row.role !== null) return roleOf(row, key.account, row.role)
  return row.invited_until !== null && Number(row.invited_until) > now ? 'invited' : 'none'
}

/** A person found by username, with their standing in a group. */
export interface Person extends NamedAccount {
  readonly standing: Standing
}

/** The person with a username and their standing in a group; undefined if there is no such account. */
export async function personIn(
  reader: Reader,
  group: string,
  username: string,
  now: number,
): Promise<Person | undefined> {
  const account = await accountNamed(reader, username)
  const found = account && (await standingIn(reader, { group, account: account.id }, now))
  return found && { ...account, standing: found }
}

const ownedCount = statement<{ account: string }>((sql, param) =>
  sql('groups')
    .where({ owner: param('account') })
    .count({ total: '*' }),
)

const belongingCount = statement<{ account: string }>((sql, param) =>
  sql('group_members')
    .where({ account: param('account') })
    .count({ total: '*' }),
)

const invitationCount = statement<{ account: string; now: number }>((sql, param) =>
  sql('group_invitations')
    .where({ account: param('account') })
    .where('expires_at', '>', param('now'))
    .count({ total: '*' }),
)

const peopleCount = statement<OneGroup & { now: number }>((sql, param) =>
  sql.raw(
    `select (select count(*) from group_members where group_id = ?)
      + (select count(*) from group_invitations where group_id = ? and expires_at > ?) as total`,
    [param('group'), param('group'), param('now')],
  ),
)

export const countOwned = (reader: Reader, account: string) => totalOf(reader, ownedCount({ account }))
export const countBelonging = (reader: Reader, account: string) => totalOf(reader, belongingCount({ account }))
export const countInvitations = (reader: Reader, account: string, now: number) =>
  totalOf(reader, invitationCount({ account, now }))
export const countPeople = (reader: Reader, group: string, now: number) => totalOf(reader, peopleCount({ group, now }))

export type NewGroup = { id: string; owner: string; name: string; encrypted: boolean; now: number }

const insertGroup = statement<NewGroup>((sql, param) =>
  sql('groups').insert({
    id: param('id'),
    owner: param('owner'),
    name: param('name'),
    encrypted: param('encrypted'),
    created_at: param('now'),
    updated_at: param('now'),
  }),
)

const insertMember = statement<OneMember & { role: string; now: number }>((sql, param) =>
  sql('group_members').insert({
    group_id: param('group'),
    account: param('account'),
    role: param('role'),
    joined_at: param('now'),
  }),
)

/** Stores a group with its owner as the only member. */
export async function create(tx: Writer, group: NewGroup): Promise<void> {
  await tx.run(insertGroup(group))
  await tx.run(insertMember({ group: group.id, account: group.owner, role: 'admin', now: group.now }))
}

export async function addMember(tx: Writer, key: OneMember, now: number): Promise<void> {
  await tx.run(removeInvitation(key))
  await tx.run(insertMember({ ...key, role: 'member', now }))
}

export const removeMember = statement<OneMember>((sql, param) =>
  sql('group_members')
    .where({ group_id: param('group'), account: param('account') })
    .delete(),
)

export const setRole = statement<OneMember & { role: 'member' | 'admin' }>((sql, param) =>
  sql('group_members')
    .where({ group_id: param('group'), account: param('account') })
    .update({ role: param('role') }),
)

export const setOwner = statement<OneGroup & { owner: string }>((sql, param) =>
  sql('groups')
    .where({ id: param('group') })
    .update({ owner: param('owner') }),
)

export const rename = statement<OneGroup & { name: string }>((sql, param) =>
  sql('groups')
    .where({ id: param('group') })
    .update({ name: param('name') }),
)

/** Sets the time of the group's last change. */
export const touch = statement<OneGroup & { now: number }>((sql, param) =>
  sql('groups')
    .where({ id: param('group') })
    .update({ updated_at: param('now') }),
)

/** Deletes a group with its members and invitations, few enough for one statement. */
export const remove = statement<OneGroup>((sql, param) =>
  sql('groups')
    .where({ id: param('group') })
    .delete(),
)

type NewInvitation = OneMember & { invited_by: string; now: number; expires: number }

/** Invites an account, or renews its invitation. */
export const invite = statement<NewInvitation>((sql, param) =>
  sql('group_invitations')
    .insert({
      group_id: param('group'),
      account: param('account'),
      invited_by: param('invited_by'),
      created_at: param('now'),
      expires_at: param('expires'),
    })
    .onConflict(['group_id', 'account'])
    .merge(['invited_by', 'created_at', 'expires_at']),
)

export const removeInvitation = statement<OneMember>((sql, param) =>
  sql('group_invitations')
    .where({ group_id: param('group'), account: param('account') })
    .delete(),
)

/** Deletes up to `purgeBatch` expired invitations. */
export const deleteExpired = statement<{ now: number }>((sql, param) =>
  sql('group_invitations')
    .whereIn(
      ['group_id', 'account'],
      sql('group_invitations')
        .select('group_id', 'account')
        .where('expires_at', '<=', param('now'))
        .orderBy('expires_at')
        .limit(purgeBatch),
    )
    .delete(),
)

/** A group as it appears in its members' lists. */
export interface SummaryRow extends GroupRow {
  owner_name: string
  member_count: number | string
  role: 'member' | 'admin'
}

function summaries(sql: Knex, account: Knex.Value): Knex.QueryBuilder {
  const members = sql('group_members as c').whereRaw('c.group_id = g.id').count('*').as('member_count')
  const joined = sql('group_members as m').join('groups as g', 'g.id', 'm.group_id')
  return joinAccounts(joined, 'g.owner', { as: 'o' })
    .where('m.account', account)
    .select([...groupColumns, 'm.role', 'o.username as owner_name', members])
}

/** The groups of an account, newest first. */
export const groupsOf = statement<{ account: string }>((sql, param) =>
  summaries(sql, param('account')).orderByRaw('g.created_at desc, g.id desc').limit(maxBelonging),
)

/** One group, if the account belongs to it. */
export const groupOf = statement<OneMember>((sql, param) =>
  summaries(sql, param('account')).where('m.group_id', param('group')),
)

export interface MemberRow {
  id: string
  username: string
  role: 'member' | 'admin'
  joined_at: number | string
}

/** The members of a group, in the order they joined. */
export const membersOf = statement<OneGroup>((sql, param) =>
  joinAccounts(sql('group_members as m'), 'm.account', { as: 'a' })
    .where('m.group_id', param('group'))
    .select('a.id', 'a.username', 'm.role', 'm.joined_at')
    .orderBy(['m.joined_at', 'a.id']),
)

export interface InviteeRow {
  username: string
  invited_by: string
  created_at: number | string
  expires_at: number | string
}

function openInvitations(sql: Knex, now: Knex.Value): Knex.QueryBuilder {
  return joinAccounts(sql('group_invitations as i'), 'i.invited_by', { as: 's' })
    .where('i.expires_at', '>', now)
    .select('s.username as invited_by', 'i.created_at', 'i.expires_at')
}

/** The open invitations of a group, oldest first. */
export const inviteesOf = statement<OneGroup & { now: number }>((sql, param) =>
  joinAccounts(openInvitations(sql, param('now')), 'i.account', { as: 'a' })
    .where('i.group_id', param('group'))
    .select('a.username')
    .orderBy(['i.created_at', 'a.id']),
)

export interface InvitationRow extends Omit<InviteeRow, 'username'> {
  group_id: string
  name: string
}

/** The open invitations to an account, newest first. */
export const invitationsTo = statement<{ account: string; now: number }>((sql, param) =>
  openInvitations(sql, param('now'))
    .join('groups as g', 'g.id', 'i.group_id')
    .where('i.account', param('account'))
    .select('i.group_id', 'g.name')
    .orderByRaw('i.created_at desc, i.group_id desc')
    .limit(maxInvitations),
)

/** The ids of the groups an account owns, oldest first. */
export const ownedBy = statement<{ account: string }>((sql, param) =>
  sql('groups')
    .where({ owner: param('account') })
    .select('id')
    .orderBy('id')
    .limit(maxOwned),
)

/** The accounts of a group's members. */
export const accountsIn = statement<OneGroup>((sql, param) =>
  sql('group_members')
    .where({ group_id: param('group') })
    .select('account')
    .orderBy('account'),
)

/** A member's role: the owner's row in `group_members` says `admin`. */
export function roleOf({ owner }: Pick<GroupRow, 'owner'>, account: string, role: 'member' | 'admin'): Role {
  return owner === account ? 'owner' : role
}

/** Whether only encrypted clients may write in the group. */
export const isEncrypted = ({ encrypted }: Pick<GroupRow, 'encrypted'>): boolean => asBoolean(encrypted)
