import { pipeline } from 'node:stream/promises'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { type AuditAction, auditActions, type RecordedAct } from '../../runtime/accounts/audit.ts'
import { type AuditFormat, auditFormats, auditLines } from '../../runtime/accounts/audit-export.ts'
import { iso } from '../../runtime/base/clock.ts'
import { type CliOptions, wholeNumber, withInstance } from './cli-options.ts'
import { note, writeJson, writeTable } from './output/terminal.ts'

const defaultLimit = 50
const maxLimit = 10_000

interface Flags {
  readonly account?: string | undefined
  readonly action?: AuditAction | undefined
  readonly limit: number
  readonly json?: true
  readonly export?: AuditFormat
}

/** Fills `audit`. */
export function addAuditCommand(command: Command, options: CliOptions): void {
  command
    .description('show sign-ins, new tokens and changes to accounts, newest first')
    .option('--account <name>', 'only entries by or about this account')
    .option('--action <action>', `only one action: ${auditActions.join(', ')}`, actionIn)
    .option('--limit <count>', `how many entries, at most ${maxLimit}`, wholeNumber(1, maxLimit), defaultLimit)
    .option('--json', 'as JSON')
    .addOption(new Option('--export <format>', 'all entries, regardless of --limit').choices(auditFormats))
    .action((flags: Flags) => showAudit(options, flags))
}

function actionIn(text: string): AuditAction {
  if (auditActions.includes(text as AuditAction)) return text as AuditAction
  throw new InvalidArgumentError(`It must be one of ${auditActions.join(', ')}.`)
}

async function showAudit(options: CliOptions, { account, action, limit, json, export: format }: Flags): Promise<void> {
  const { terminal } = options
  if (format !== undefined) return exportAudit(options, { account, action }, format)
  const acts = await withInstance(options, ({ audit }) => audit.page({ account, action, limit }))
  if (json) return writeJson(terminal, { items: acts.map(jsonOf) })
  if (acts.length === 0) return note(terminal, 'No entries.')
  writeTable(
    terminal,
    ['TIME', 'ACTION', 'WHO', 'TO', 'FROM', 'DETAIL'],
    acts.map(({ atMs, action: done, actor, subject, address, via, detail }) => [
      iso(atMs),
      done,
      actor ?? (via === 'command' ? 'command line' : '-'),
      subject ?? '-',
      address ?? '-',
      detail ?? '',
    ]),
  )
}

async function exportAudit(
  options: CliOptions,
  filter: Pick<Flags, 'account' | 'action'>,
  format: AuditFormat,
): Promise<void> {
  await withInstance(options, async ({ audit }) => {
    await audit.record({ action: 'audit_exported', via: 'command', detail: format })
    await pipeline(auditLines(audit, filter, format), options.terminal.stdout, { end: false })
  })
}

function jsonOf({ id, atMs, ...act }: RecordedAct) {
  return { id, at: iso(atMs), ...act }
}
