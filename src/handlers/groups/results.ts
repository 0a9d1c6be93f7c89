import type { Result } from '#generated/server/handlers.ts'
import { iso } from '#runtime/base/clock.ts'
import type { Reader } from '#runtime/store/types.ts'
import * as rows from './rows.ts'

type Listed = Result<'groups.list'>
type Group = Result<'groups.read'>

/** A list entry for `account`, one of the group's members. */
export function summaryOf(row: rows.SummaryRow, account: string): Listed['items'][number] {
  return {
    id: row.id,
    name: row.name,
    encrypted: rows.isEncrypted(row),
    owner: row.owner_name,
    role: rows.roleOf(row, account, row.role),
    member_count: Number(row.member_count),
    room: row.id,
    created: iso(row.created_at),
    updated: iso(row.updated_at),
  }
}

/** A group as one of its members sees it; undefined if the account does not belong to it. */
export async function groupFor(
  reader: Reader,
  key: { group: string; account: string },
  now: number,
): Promise<Group | undefined> {
  const row = await reader.get<rows.SummaryRow>(rows.groupOf(key))
  if (!row) return undefined
  const summary = summaryOf(row, key.account)
  const members = await reader.all<rows.MemberRow>(rows.membersOf(key))
  const whole = {
    ...summary,
    members: members.map(({ id, username, role, joined_at }) => ({
      account: username,
      role: rows.roleOf(row, id, role),
      joined: iso(joined_at),
    })),
  }
  if (summary.role === 'member') return whole
  const invited = await reader.all<rows.InviteeRow>(rows.inviteesOf({ group: key.group, now }))
  return {
    ...whole,
    invitations: invited.map(({ username, ...rest }) => ({ account: username, ...invitationOf(rest) })),
  }
}

/** An open invitation to the caller. */
export function invitationTo({ group_id, name, ...rest }: rows.InvitationRow): Listed['invitations'][number] {
  return { group: group_id, group_name: name, ...invitationOf(rest) }
}

function invitationOf({ invited_by, created_at, expires_at }: Omit<rows.InviteeRow, 'username'>) {
  return { invited_by, created: iso(created_at), expires: iso(expires_at) }
}
