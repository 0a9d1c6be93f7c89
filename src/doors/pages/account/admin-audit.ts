import { pipeline } from 'node:stream/promises'
import { Router } from 'express'
import { type AuditAction, auditActions, type RecordedAct } from '#runtime/accounts/audit.ts'
import { type AuditFormat, auditFormats, auditLines } from '#runtime/accounts/audit-export.ts'
import { attributes, type Html, html } from '#runtime/base/html.ts'
import { moment, selectField, textField } from '../kit/form-fields.ts'
import { recordTable } from '../kit/layout.ts'
import type { AccountServices } from './services.ts'
import { show } from './show.ts'
import { accountOf } from './visitor.ts'

const place = '/admin/audit'
const pageSize = 50

interface Filter {
  readonly account?: string | undefined
  readonly action?: AuditAction | undefined
  readonly before?: number | undefined
}

/** The address of the audit log, or of a part of it. */
export function auditAddress({ account, action, before }: Filter): string {
  const query = new URLSearchParams()
  if (account !== undefined) query.set('account', account)
  if (action !== undefined) query.set('action', action)
  if (before !== undefined) query.set('before', String(before))
  return query.size === 0 ? place : `${place}?${query}`
}

/** `/admin/audit`: who changed or used which account, when, and from where. */
export function adminAuditPages({
  audit,
  profiles,
  record,
}: Pick<AccountServices, 'audit' | 'profiles' | 'record'>): Router {
  const router = Router()
  router.get(place, async (req, res) => {
    const filter = filterOf(req.query)
    const [{ timeZone }, acts] = await Promise.all([
      profiles.get(accountOf(res).id),
      // One more than is shown, to see whether older ones exist.
      audit.page({ ...filter, limit: pageSize + 1 }),
    ])
    const shown = acts.slice(0, pageSize)
    const older = acts.length > pageSize && auditAddress({ ...filter, before: shown.at(-1)?.id })
    const main = html`<p><a href="/admin">Administration</a></p>
${filterForm(filter)}<p>Download these entries as <a href="${exportAddress(filter, 'jsonl')}">JSON lines</a> or <a href="${exportAddress(filter, 'csv')}">CSV</a></p>
${shown.length > 0 ? actTable(shown, timeZone) : html`<p>No entries.</p>\n`}${
  older && html`<p><a href="${older}">Older entries</a></p>\n`
}`
    show(res, { title: 'Audit log', main })
  })
  router.get(`${place}/export`, async (req, res) => {
    const format = auditFormats.find((each) => each === req.query.format) ?? 'jsonl'
    await record(res, 'audit_exported', { detail: format })
    res.attachment(`onedoor-audit.${format}`)
    res.type(format === 'csv' ? 'text/csv' : 'application/jsonl')
    // A reader that disconnects ends it.
    await pipeline(auditLines(audit, filterOf(req.query), format), res).catch((failure: unknown) => {
      if (!res.destroyed) throw failure
    })
  })
  return router
}

/** The address of the entries as a file. */
function exportAddress({ account, action }: Filter, format: AuditFormat): string {
  const query = new URLSearchParams({ format, ...(account && { account }), ...(action && { action }) })
  return `${place}/export?${query}`
}

function filterOf({ account, action, before }: Record<string, unknown>): Filter {
  return {
    ...(typeof account === 'string' && account.trim() !== '' ? { account: account.trim() } : {}),
    ...(auditActions.includes(action as AuditAction) ? { action: action as AuditAction } : {}),
    ...(typeof before === 'string' && /^[1-9]\d{0,14}$/.test(before) ? { before: Number(before) } : {}),
  }
}

function filterForm({ account, action = '' as AuditAction }: Filter): Html {
  const actions = [
    { value: '', text: 'all' },
    ...auditActions.map((value) => ({ value, text: value.replaceAll('_', ' ') })),
  ]
  return html`<form${attributes({ method: 'get', action: place })}>
${textField({
  label: 'Account',
  name: 'account',
  hint: 'Entries by and about this account.',
  input: { value: account, autocomplete: 'off' },
})}${selectField({ label: 'Action', name: 'action', groups: new Map([['', actions]]), chosen: action })}<button>Show</button>
</form>
`
}

function actTable(acts: readonly RecordedAct[], timeZone: string): Html {
  const rows = acts.map(({ atMs, action, actor, subject, address, via, detail }) => [
    moment(atMs, timeZone),
    html`${action.replaceAll('_', ' ')}`,
    html`${actor ?? (via === 'command' ? 'command line' : 'nobody signed in')}`,
    html`${subject}`,
    html`<span class="long">${address}</span>`,
    html`<span class="long">${detail}</span>`,
  ])
  return recordTable('Audit log, newest first', ['When', 'What', 'Who', 'To', 'From', 'Detail'], rows)
}
