import type { ApiError } from '#runtime/base/errors.ts'
import { attributes, type Html, html } from '#runtime/base/html.ts'
import type { Controls } from '#runtime/kit/site.ts'
import type { LoggedCall } from '../results.ts'
import { addressOf, type Filter, fieldNames, place } from './filter.ts'

const callers: Readonly<Record<LoggedCall['caller'], string>> = {
  session: 'you, in a browser',
  token: 'a token',
  program: 'a program that you signed in to',
  mcp: 'an MCP client',
  agent: 'the agent',
  work: 'work given to the agent',
  event: 'an event that runs the agent',
  app: 'an app',
  administrator: 'an administrator',
}

const doors: Readonly<Record<NonNullable<LoggedCall['door']>, string>> = {
  http: 'HTTP',
  cli: 'the command line',
  mcp: 'MCP',
  grpc: 'gRPC',
  gateway: 'the gateway',
  pages: 'a page',
  agent: 'a run of the agent',
}

/** Fields for what the table links to. */
const idFields = [
  ['Token, session or app grant', 'credential_id'],
  ['Agent, event, app or administrator', 'caller_id'],
  ['Run of the agent', 'run_id'],
  ['Approval', 'approval_id'],
  ['Object', 'object'],
] as const

/** The others are folded until one of them is used. */
const shownFields: ReadonlySet<string> = new Set(['request_id', 'method', 'outcome'])

const outcomes = { ok: 'succeeded', failed: 'failed' }

export interface ListPage {
  readonly filter: Filter
  readonly items: readonly LoggedCall[]
  readonly nextCursor: string | undefined
  readonly error: ApiError | undefined
  readonly timeZone: string
}

/** The calls of an account, a page at a time, with a form for filters. */
export function listPage(controls: Controls, { filter, items, nextCursor, error, timeZone }: ListPage): Html {
  const isFiltered = Object.values(filter).some((value) => value !== '')
  return html`<p>Every call that was made for your account. Arguments and results are not stored.</p>
${controls.problem(error)}${filterForm(controls, filter, error)}${
  items.length > 0
    ? table(controls, items, timeZone)
    : html`<p>${isFiltered ? 'No calls match.' : 'No calls yet.'}</p>\n`
}${isFiltered && html`<p><a href="${place}">All calls</a></p>\n`}${
  nextCursor !== undefined && html`<p><a href="${addressOf({ ...filter, cursor: nextCursor })}">Older calls</a></p>\n`
}`
}

function filterForm({ textField }: Controls, filter: Filter, error: ApiError | undefined): Html {
  const time = { type: 'datetime-local', autocomplete: 'off' }
  const isOpen = fieldNames.some((name) => !shownFields.has(name) && filter[name] !== '')
  return html`<form method="get" action="${place}" role="search">
${textField({
  label: 'Request',
  name: 'request_id',
  hint: 'The id shown in an error message.',
  error,
  input: { value: filter.request_id, maxlength: 64, autocomplete: 'off' },
})}${textField({
  label: 'Method or family',
  name: 'method',
  hint: 'Such as notes.add, or notes.',
  error,
  path: filter.method.includes('.') ? 'operation' : 'family',
  input: { value: filter.method, maxlength: 100, autocomplete: 'off', autocapitalize: 'none' },
})}${select('Outcome', 'outcome', outcomes, filter.outcome)}<details${attributes({ open: isOpen })}>
<summary>More filters</summary>
${select('Caller', 'caller', callers, filter.caller)}${select('Through', 'door', doors, filter.door)}${idFields.map(
  ([label, name]) =>
    textField({ label, name, error, input: { value: filter[name], maxlength: 200, autocomplete: 'off' } }),
)}${textField({ label: 'From', name: 'from', error, input: { ...time, value: filter.from } })}${textField({
  label: 'Before',
  name: 'to',
  error,
  input: { ...time, value: filter.to },
})}</details>
<button class="second">Show</button>
</form>
`
}

function select(label: string, name: string, texts: Readonly<Record<string, string>>, chosen: string): Html {
  const options = Object.entries({ '': 'all', ...texts }).map(
    ([value, text]) => html`<option${attributes({ value, selected: value === chosen })}>${text}</option>\n`,
  )
  return html`<div class="field">
<label for="${name}">${label}</label>
<select id="${name}" name="${name}">
${options}</select>
</div>
`
}

function table({ moment, recordTable }: Controls, items: readonly LoggedCall[], timeZone: string): Html {
  const rows = items.map((call) => [
    moment(Date.parse(call.ended), timeZone),
    html`<a href="${addressOf({ method: call.operation })}">${call.operation}</a>${
      call.object !== undefined &&
      html`<br><a class="long" href="${addressOf({ object: call.object })}">${call.object}</a>`
    }`,
    html`${outcomeOf(call)}${
      call.undo !== undefined &&
      html`<br>To take it back: ${call.undo.operation} <code class="long">${call.undo.arguments}</code>`
    }`,
    html`${callers[call.caller]}${callerName(call)}${link('credential_id', call.credential_id)}${link('run_id', call.run_id)}${link('approval_id', call.approval_id)}${call.door !== undefined && html`<br>through <a href="${addressOf({ door: call.door })}">${doors[call.door]}</a>`}`,
    html`${call.cost_credits ?? 'unknown'}`,
    html`<a class="long" href="${addressOf({ request_id: call.request_id })}">${call.request_id}</a>`,
  ])
  return recordTable('Calls, newest first', ['When', 'Method', 'Outcome', 'Caller', 'Credits', 'Request'], rows)
}

/** The name of an agent, event, app or administrator, or its id if it has none. Its id leads to its calls. */
function callerName({ caller_name, caller_id }: LoggedCall): Html | false {
  const name = caller_name ?? caller_id
  if (name === undefined) return false
  return caller_id === undefined ? html` (${name})` : html` (<a href="${addressOf({ caller_id })}">${name}</a>)`
}

function link(name: (typeof idFields)[number][1], id: string | undefined): Html | false {
  return id !== undefined && html`<br><a class="long" href="${addressOf({ [name]: id })}">${id}</a>`
}

function outcomeOf({ ok, code, is_replay }: LoggedCall): string {
  const outcome = ok ? outcomes.ok : `${code}`
  return is_replay ? `${outcome}, repeated from an earlier call` : outcome
}
