import { iso } from '../base/clock.ts'
import type { AuditLog, AuditPage, RecordedAct } from './audit.ts'

export const auditFormats = ['jsonl', 'csv'] as const
export type AuditFormat = (typeof auditFormats)[number]

const batch = 500
const columns = ['id', 'at', 'action', 'actor', 'subject', 'address', 'via', 'detail'] as const

/** The entries of the audit log, newest first, as lines with their ends. It reads a few hundred entries in each query. */
export async function* auditLines(
  audit: Pick<AuditLog, 'page'>,
  filter: Pick<AuditPage, 'account' | 'action'>,
  format: AuditFormat,
): AsyncGenerator<string> {
  if (format === 'csv') yield csvLine(columns)
  for (let before: number | undefined; ; ) {
    const acts = await audit.page({ ...filter, before, limit: batch })
    if (acts.length > 0) yield acts.map((act) => lineOf(act, format)).join('')
    before = acts.at(-1)?.id
    if (acts.length < batch) return
  }
}

function lineOf({ id, atMs, ...rest }: RecordedAct, format: AuditFormat): string {
  const act: Partial<Record<string, string | number>> = { id, at: iso(atMs), ...rest }
  return format === 'jsonl' ? `${JSON.stringify(act)}\n` : csvLine(columns.map((name) => String(act[name] ?? '')))
}

/** RFC 4180. A spreadsheet would run a field that begins like a formula, so it begins with an apostrophe instead. */
function csvLine(fields: readonly string[]): string {
  const cells = fields.map((field) => {
    const safe = /^[=+\-@\t\r]/.test(field) ? `'${field}` : field
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
  })
  return `${cells.join(',')}\r\n`
}
