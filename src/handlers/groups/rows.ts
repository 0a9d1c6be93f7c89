import type { Knex } from 'knex'
import { statement } from '#runtime/store/statement.ts'
import { totalOf } from '#runtime/store/total.ts'
import type { Reader, Writer } from '#runtime/store/types.ts'
import { asBoolean } from '#runtime/store/values.ts'
import type { Role, Standing } from './rules.ts'

/** Groups that an account can own. */
export const maxOwned = 50
/** Groups that an account can belong to. */
export const maxBelonging = 200
/** Members and open invitations of a group. */
export const maxPeople = 100
/** Open invitations to an account. */
export const maxInvitations = 200
/** Invitations that one statement of the upkeep deletes. */
export const purgedAtOnce = 200

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

/** Joins what one account is to the groups, as `role` and `invited_until`: null for what it is not. */
function withStanding(query: Knex.QueryBuilder, sql: Knex, account: Knex.Value): Knex.QueryBuilder {
  return query
    .leftJoin('group_members as m', (on) => {
      on.on('m.group_id', 'g.id').andOn('m.account', '=', sql.raw('?', [account]))
    })
    .leftJoin('group_invitations as i', (on) => {
      on.on('i.group_id', 'g.id').andOn('i.account', '=', sql.raw('?', [account]))
    })
    .select('m.role', 'i.expires_at as invited_until')
}

interface StandingColumns {
  role: 'member' | 'admin' | null
  invited_until: number | string | null
}

function standingOf(isOwner: boolean, { role, invited_until }: StandingColumns, now: number): Standing {
  if (role !== null) return isOwner ? 'owner' : role
  return invited_until !== null && Number(invited_until) > now ? 'invited' : 'none'
}

const groupFor = statement<OneMember>((sql, param) =>
  withStanding(sql('groups as g'), sql, param('account')).select(groupColumns).where('g.id', param('group')),
)

/** A group, and what an account is to it now. */
export interface SeenGroup {
  readonly row: GroupRow
  readonly standing: Standing
}

/** The group as an account stands to it; undefined if there is none. */
export async function groupSeenBy(reader: Reader, key: OneMember, now: number): Promise<SeenGroup | undefined> {
  const row = await reader.get<GroupRow & StandingColumns>(groupFor(key))
  return row && { row, standing: standingOf(row.owner === key.account, row, now) }
}

const personFor = statement<{ group: string; username: string }>((sql, param) =>
  sql('accounts as a')
    .leftJoin('group_members as m', (on) => {
      on.on('m.account', 'a.id').andOn('m.group_id', '=', sql.raw('?', [param('group')]))
    })
    .leftJoin('group_invitations as i', (on) => {
      on.on('i.account', 'a.id').andOn('i.group_id', '=', sql.raw('?', [param('group')]))
    })
    .where({ 'a.username': param('username'), 'a.closed_at': null })
    .select('a.id', 'a.username', 'a.disabled_at', 'm.role', 'i.expires_at as invited_until'),
)

/** Somebody by username, and what they are to a group. */
export interface Person {
  readonly id: string
  readonly username: string
  readonly standing: Standing
  /** Whether the account is disabled: it cannot act, and is as unknown to those who do not know it already. */
  readonly isDisabled: boolean
}

/** The account with a username as it stands to a group; undefined if there is none. */
export async function personIn(
  reader: Reader,
  { row: { id: group, owner } }: SeenGroup,
  username: string,
  now: number,
): Promise<Person | undefined> {
  interface Row extends StandingColumns {
    id: string
    username: string
    disabled_at: number | string | null
  }
  const row = await reader.get<Row>(personFor({ group, username }))
  if (!row) return undefined
  const { id, disabled_at } = row
  return { id, username, standing: standingOf(id === owner, row, now), isDisabled: disabled_at !== null }
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
export async function create(tx: Writer, group: NewGroup): Promise<GroupRow> {
  const { id, owner, name, encrypted, now } = group
  await tx.run(insertGroup(group))
  await tx.run(insertMember({ group: id, account: owner, role: 'admin', now }))
  return { id, owner, name, encrypted, created_at: now, updated_at: now }
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

/** Says that something about a group has changed now. */
export const touch = statement<OneGroup & { now: number }>((sql, param) =>
  sql('groups')
    .where({ id: param('group') })
    .update({ updated_at: param('now') }),
)

/** Deletes a group with its members and invitations, which are so few that one statement may. */
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

/** Invitations that have expired: a few at a time. */
export const purgeInvitations = statement<{ now: number }>((sql, param) =>
  sql('group_invitations')
    .whereIn(
      ['group_id', 'account'],
      sql('group_invitations')
        .select('group_id', 'account')
        .where('expires_at', '<=', param('now'))
        .orderBy('expires_at')
        .limit(purgedAtOnce),
    )
    .delete(),
)

/** A group as its members' lists show it. */
export interface SummaryRow extends GroupRow {
  owner_name: string
  member_count: number | string
  role: 'member' | 'admin'
}

function summaries(sql: Knex, account: Knex.Value): Knex.QueryBuilder {
  const members = sql('group_members as c').whereRaw('c.group_id = g.id').count('*').as('member_count')
  return sql('group_members as m')
    .join('groups as g', 'g.id', 'm.group_id')
    .join('accounts as o', 'o.id', 'g.owner')
    .where('m.account', account)
    .select([...groupColumns, 'm.role', 'o.username as owner_name', members])
}

/** The groups of an account, the newest first. */
export const groupsOf = statement<{ account: string }>((sql, param) =>
  summaries(sql, param('account'))
    .orderBy([
      { column: 'g.created_at', order: 'desc' },
      { column: 'g.id', order: 'desc' },
    ])
    .limit(maxBelonging),
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

/** The members of a group, in the order in which they joined. */
export const membersOf = statement<OneGroup>((sql, param) =>
  sql('group_members as m')
    .join('accounts as a', 'a.id', 'm.account')
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
  return sql('group_invitations as i')
    .join('accounts as s', 's.id', 'i.invited_by')
    .where('i.expires_at', '>', now)
    .select('s.username as invited_by', 'i.created_at', 'i.expires_at')
}

/** The open invitations of a group, the oldest first. */
export const inviteesOf = statement<OneGroup & { now: number }>((sql, param) =>
  openInvitations(sql, param('now'))
    .join('accounts as a', 'a.id', 'i.account')
    .where('i.group_id', param('group'))
    .select('a.username')
    .orderBy(['i.created_at', 'a.id']),
)

export interface InvitationRow extends Omit<InviteeRow, 'username'> {
  group_id: string
  name: string
}

/** The open invitations to an account, the newest first. */
export const invitationsTo = statement<{ account: string; now: number }>((sql, param) =>
  openInvitations(sql, param('now'))
    .join('groups as g', 'g.id', 'i.group_id')
    .where('i.account', param('account'))
    .select('i.group_id', 'g.name')
    .orderBy([
      { column: 'i.created_at', order: 'desc' },
      { column: 'i.group_id', order: 'desc' },
    ])
    .limit(maxInvitations),
)

/** The ids of the groups that an account owns, the oldest first. */
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

/** What a member of a group is by the rows of both tables. */
export function roleOf({ owner }: Pick<GroupRow, 'owner'>, account: string, role: 'member' | 'admin'): Role {
  return owner === account ? 'owner' : role
}

/** Whether only encrypted clients may write in a group. */
export const isEncrypted = ({ encrypted }: Pick<GroupRow, 'encrypted'>): boolean => asBoolean(encrypted)
