import type { Result } from '#generated/server/handlers.ts'
import type { ApiError } from '#runtime/base/errors.ts'
import { attributes, type Html, html } from '#runtime/base/html.ts'
import type { Controls } from '#runtime/kit/site.ts'

export const place = '/settings/groups'

type Listed = Result<'groups.list'>

/** What all parts of a page need. */
export interface Shown {
  readonly controls: Controls
  readonly timeZone: string
  readonly csrfToken: string
}

/** The fields of the form for a new group. */
export interface NewGroupFields {
  readonly name: string
  readonly encrypted: boolean
}

/** The address of a group's page. */
export function addressOf(id: string): string {
  return `${place}/${encodeURIComponent(id)}`
}

/** The open invitations of an account, with forms to respond; undefined if it has none. */
export function invitationList({ invitations }: Listed, { controls, timeZone, csrfToken }: Shown): Html | undefined {
  if (invitations.length === 0) return undefined
  const response = (group: string, action: 'accept' | 'decline', name: string, text: string) =>
    controls.form(
      addressOf(group),
      csrfToken,
      html`<input type="hidden" name="action" value="${action}">
<button${attributes({ class: action === 'decline' && 'second', 'aria-label': `${text}: ${name}` })}>${text}</button>
`,
    )
  const rows = invitations.map(({ group, group_name: name, invited_by: by, expires }) => [
    html`<bdi>${name}</bdi>`,
    html`${by}`,
    controls.moment(Date.parse(expires), timeZone),
    html`${response(group, 'accept', name, 'Accept')}${response(group, 'decline', name, 'Decline')}`,
  ])
  return html`<h2>Invitations</h2>
${controls.recordTable('Invitations, newest first', ['Group', 'From', 'Open until', 'Respond'], rows)}`
}

/** The groups of an account. */
export function groupList({ items }: Listed, { controls, timeZone }: Shown): Html {
  const head = html`<h2>Your groups</h2>\n`
  if (items.length === 0) return html`${head}<p>You do not belong to any groups yet.</p>\n`
  const rows = items.map(({ id, name, role, owner, member_count: count, encrypted, created }) => [
    html`<a href="${addressOf(id)}"><bdi>${name}</bdi></a>`,
    html`${role}`,
    html`${owner}`,
    html`${count}`,
    html`${encrypted ? 'encrypted' : 'open to every client'}`,
    controls.moment(Date.parse(created), timeZone),
  ])
  const columns = ['Group', 'Your role', 'Owner', 'Members', 'Chat', 'Created']
  return html`${head}${controls.recordTable('Groups, newest first', columns, rows)}`
}

/** The form for a new group. */
export function newGroupForm(fields: NewGroupFields, { controls, csrfToken }: Shown, error?: ApiError): Html {
  return html`<h2>New group</h2>
${controls.form(
  place,
  csrfToken,
  html`${controls.textField({
    label: 'Name',
    name: 'name',
    hint: 'At most 100 characters. Others join by invitation.',
    error,
    input: { value: fields.name, maxlength: 200, required: true, autocomplete: 'off', dir: 'auto' },
  })}${controls.choice('checkbox', {
    name: 'encrypted',
    value: 'true',
    label:
      'Only chat clients that support end-to-end encryption can write to the group. This server does not include such a client. You cannot change this choice later.',
    checked: fields.encrypted,
  })}<button>Create the group</button>
`,
)}`
}
