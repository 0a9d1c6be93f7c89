import type { Result } from '#generated/server/handlers.ts'
import type { ApiError } from '#runtime/base/errors.ts'
import { attributes, type Html, html } from '#runtime/base/html.ts'
import type { Action } from '../membership-rules.ts'
import { addressOf, place, type Shown } from './list-page.ts'

type Group = Result<'groups.read'>
type Member = Group['members'][number]

/** A rejected form: its action, what was sent, and why it was rejected. */
export interface RejectedChange {
  readonly action: string
  readonly account: string
  readonly value: string
  readonly error: ApiError
}

/** A group with its members, and the actions open to the reader. */
export function groupPage(group: Group, shown: Shown, rejected?: RejectedChange): Html {
  const { controls } = shown
  const manages = group.role !== 'member'
  return html`<p><a href="${place}">All groups</a></p>
<p>${group.encrypted && 'Only chat clients with end-to-end encryption can write in its chat. '}Your role: ${group.role}.</p>
${memberTable(group, shown)}${manages && invitations(group, shown)}${manages && inviteForm(group, shown, rejected)}${
  manages && renameForm(group, shown, rejected)
}<h2>${group.role === 'owner' ? 'Close' : 'Leave'}</h2>
${
  group.role === 'owner'
    ? html`<p>To leave, first make someone else the owner. <a href="${addressOf(group.id)}/delete">Close this group</a></p>\n`
    : controls.form(
        addressOf(group.id),
        shown.csrfToken,
        html`<input type="hidden" name="action" value="remove">
<button class="danger">Leave this group</button>
`,
      )
}`
}

function memberTable(group: Group, shown: Shown): Html {
  const { controls, timeZone } = shown
  const manages = group.role !== 'member' && group.members.length > 1
  const rows = group.members.map((member) => [
    html`${member.account}`,
    html`${member.role}`,
    controls.moment(Date.parse(member.joined), timeZone),
    ...(manages ? [memberForms(group, member, shown)] : []),
  ])
  const columns = ['Member', 'Role', 'Joined', ...(manages ? ['Change'] : [])]
  return html`<h2>Members</h2>\n${controls.recordTable('Members, in the order they joined', columns, rows)}`
}

/** The actions open to the reader on a member. */
function memberForms(group: Group, { account, role }: Member, shown: Shown): Html {
  if (role === 'owner') return html``
  const isOwner = group.role === 'owner'
  const [other, text] = role === 'admin' ? ['member', 'Make a member'] : ['admin', 'Make an admin']
  return html`${isOwner && changeButton(group.id, { action: 'role', account, value: other as string }, text as string, shown)}${
    isOwner &&
    html`<a href="${addressOf(group.id)}/owner/${encodeURIComponent(account)}" aria-label="Make the owner: ${account}">Make the owner</a>\n`
  }${(isOwner || role === 'member') && changeButton(group.id, { action: 'remove', account }, 'Remove', shown)}`
}

interface Sent {
  readonly action: Action
  readonly account: string
  readonly value?: string
}

function changeButton(id: string, sent: Sent, text: string, { controls, csrfToken }: Shown): Html {
  const fields = Object.entries(sent).map(
    ([name, value]) => html`<input${attributes({ type: 'hidden', name, value })}>\n`,
  )
  const label = `${text}: ${sent.account}`
  return controls.form(
    addressOf(id),
    csrfToken,
    html`${fields}<button class="second" aria-label="${label}">${text}</button>\n`,
  )
}

function invitations({ id, invitations: open = [] }: Group, shown: Shown): Html | undefined {
  if (open.length === 0) return undefined
  const { controls, timeZone } = shown
  const rows = open.map(({ account, invited_by: by, expires }) => [
    html`${account}`,
    html`${by}`,
    controls.moment(Date.parse(expires), timeZone),
    changeButton(id, { action: 'remove', account }, 'Withdraw', shown),
  ])
  const columns = ['Invited', 'By', 'Open until', 'Change']
  return html`<h2>Open invitations</h2>\n${controls.recordTable('Open invitations, oldest first', columns, rows)}`
}

function inviteForm({ id }: Group, { controls, csrfToken }: Shown, rejected: RejectedChange | undefined): Html {
  const own = rejected?.action === 'invite' ? rejected : undefined
  return html`<h2>Invite</h2>
${controls.form(
  addressOf(id),
  csrfToken,
  html`<input type="hidden" name="action" value="invite">
${controls.textField({
  label: 'Username',
  name: 'account',
  hint: 'The invitation is valid for seven days.',
  error: own?.error,
  input: { value: own?.account ?? '', required: true, maxlength: 25, autocomplete: 'off', autocapitalize: 'none' },
})}<button>Invite</button>
`,
)}`
}

function renameForm({ id, name }: Group, { controls, csrfToken }: Shown, rejected: RejectedChange | undefined): Html {
  const own = rejected?.action === 'rename' ? rejected : undefined
  return html`<h2>Name</h2>
${controls.form(
  addressOf(id),
  csrfToken,
  html`<input type="hidden" name="action" value="rename">
${controls.textField({
  label: 'Name',
  name: 'value',
  error: own?.error,
  input: { value: own?.value ?? name, required: true, maxlength: 200, autocomplete: 'off', dir: 'auto' },
})}<button>Rename</button>
`,
)}`
}

/** Confirms closing a group. */
export function closingPage({ id, name, member_count: count }: Group, { controls, csrfToken }: Shown): Html {
  return html`<p>This closes <b><bdi>${name}</bdi></b> and its chat for everyone in it (members: ${count}). This cannot be undone.</p>
${controls.form(
  addressOf(id),
  csrfToken,
  html`<input type="hidden" name="action" value="delete">
<button class="danger">Close the group for good</button>
`,
)}<p><a href="${addressOf(id)}">Keep it</a></p>
`
}

/** Confirms a change of owner. */
export function handoverPage({ id, name }: Group, account: string, { controls, csrfToken }: Shown): Html {
  return html`<p>This makes ${account} the owner of <b><bdi>${name}</bdi></b>. You become an admin, and only ${account} can undo this.</p>
${controls.form(
  addressOf(id),
  csrfToken,
  html`<input type="hidden" name="action" value="role">
<input type="hidden" name="account" value="${account}">
<input type="hidden" name="value" value="owner">
<button class="danger">Make ${account} the owner</button>
`,
)}<p><a href="${addressOf(id)}">Stay the owner</a></p>
`
}
