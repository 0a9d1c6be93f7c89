import type { Command } from 'commander'
import type { End } from '../../runtime/backup/format.ts'
import { iso } from '../../runtime/base/clock.ts'
import { type CliOptions, withInstance } from './cli-options.ts'
import { counted, note, UsageError, writeJson, writeTable } from './output/terminal.ts'
import { addStoredBackupCommands } from './stored-backup-commands.ts'

const failedJobsAtOnce = 200

/** Adds the commands for backups. */
export function addBackupCommands(backup: Command, options: CliOptions): void {
  backup
    .command('create')
    .description('back up the database, account files and keys to one file; the server can keep running')
    .argument('<file>', 'the file to write, which must not exist')
    .addHelpText('after', '\nExample:\n  onedoor backup create /var/backups/onedoor-2026-11-21.backup')
    .action((file: string) => createBackup(options, file))
  backup
    .command('restore')
    .description('restore a backup into an empty instance; the server must be stopped')
    .argument('<file>', 'a file written by "backup create", on either database')
    .option('--replace', 'replace an existing instance, whose data is lost')
    .action((file: string, flags: { replace?: true }) => restore(options, file, flags.replace === true))
  addStoredBackupCommands(backup, options)
}

async function createBackup(options: CliOptions, file: string): Promise<void> {
  const { terminal } = options
  const upkeep = await options.openUpkeep()
  const end = await upkeep.backUp(file)
  const { blobs, apart } = end
  terminal.stdout.write(`Backup written to ${file}: ${contentsText(end)}.\n`)
  if (blobs.missing > 0)
    note(terminal, `${counted(blobs.missing, 'file was', 'files were')} deleted during the backup and not included.`)
  if (blobs.damaged > 0)
    note(
      terminal,
      `${counted(blobs.damaged, 'file does not match its checksum', 'files do not match their checksums')}. The disk may be failing.`,
    )
  if (apart && apart.missing > 0) {
    note(terminal, `${counted(apart.missing, 'sandbox was', 'sandboxes were')} in use or unavailable and not included.`)
  }
  if (upkeep.hasOutsideKey) note(terminal, 'It does not contain CONFIG_SECRET_KEY, so store that key separately.')
}

async function restore(options: CliOptions, file: string, mayReplace: boolean): Promise<void> {
  const upkeep = await options.openUpkeep()
  const { manifest, end } = await upkeep.restore(file, mayReplace)
  options.terminal.stdout.write(
    `Restored from the backup of ${manifest.created} (release ${manifest.onedoor}): ${contentsText(end)}.\n`,
  )
}

function contentsText({ tables, blobs, apart }: End): string {
  const boxes =
    apart && apart.count > 0
      ? `, ${counted(apart.count, 'sandbox', 'sandboxes')} of ${counted(apart.bytes, 'byte')}`
      : ''
  return `${rowsText(tables)}, ${counted(blobs.count, 'file')} of ${counted(blobs.bytes, 'byte')}${boxes}`
}

function rowsText(tables: End['tables']): string {
  const counts = Object.values(tables).map(({ rows }) => rows)
  return `${counted(
    counts.reduce((sum, count) => sum + count, 0),
    'row',
  )} of ${counted(counts.length, 'table')}`
}

/** Fills `move`. */
export function addMoveCommand(command: Command, options: CliOptions): void {
  command
    .addHelpText(
      'after',
      '\nMoves the instance in DATA_DIR to the empty database in DATABASE_URL. The server must be stopped. Every written row is verified, and the SQLite file remains unchanged.\n\nExample:\n  DATABASE_URL=postgres://onedoor:password@localhost:5432/onedoor onedoor move',
    )
    .action(async () => {
      const { tables } = await (await options.openUpkeep()).move()
      options.terminal.stdout.write(
        `Moved ${rowsText(tables)}, each of which was compared. Start the server with this DATABASE_URL and the same DATA_DIR, which contains files and keys.\n`,
      )
    })
}

/** Adds `config check`. */
export function addConfigCommands(config: Command, options: CliOptions): void {
  config
    .command('check')
    .description(
      'print the settings that differ from their defaults, and check all settings without starting the server',
    )
    .option('--json', 'as JSON')
    .addHelpText(
      'after',
      '\n"onedoor doctor" also checks the database, ports and providers.\nExit codes: 0 a server can start with these settings, 1 it cannot.',
    )
    .action((flags: { json?: true }) => checkConfig(options, flags.json === true))
}

async function checkConfig({ terminal, ...options }: CliOptions, asJson: boolean): Promise<void> {
  const report = await options.checkConfig()
  const { changed, faults } = report
  if (asJson) writeJson(terminal, report)
  else if (changed.length > 0)
    writeTable(
      terminal,
      ['SETTING', 'VALUE', 'SET IN'],
      changed.map(({ name, value, source }) => [name, value, source]),
    )
  else if (faults.length === 0) terminal.stdout.write('All settings have their defaults.\n')
  if (faults.length > 0) throw new Error(`These settings cannot be used:\n${faults.join('\n')}`)
}

/** Fills `doctor`. */
export function addDoctorCommand(command: Command, options: CliOptions): void {
  command
    .option('--json', 'as JSON')
    .addHelpText('after', '\nExit codes: 0 everything works, is switched off or outdated, 1 something is broken.')
    .action((flags: { json?: true }) => examine(options, flags.json === true))
}

async function examine(options: CliOptions, asJson: boolean): Promise<void> {
  const findings = await options.examine()
  if (asJson) writeJson(options.terminal, findings)
  else
    writeTable(
      options.terminal,
      ['WHAT', 'STATE', 'DETAIL'],
      findings.map(({ what, state, detail, link }) => [
        what,
        state,
        link === undefined ? detail : `${detail}: ${link}`,
      ]),
    )
  const broken = findings.filter(({ state }) => state === 'broken')
  if (broken.length > 0) throw new Error(`${broken.length} of ${findings.length} checks failed.`)
}

/** Adds `jobs list` and `jobs retry`. */
export function addJobsCommands(jobs: Command, options: CliOptions): void {
  jobs
    .command('list')
    .description('count jobs by kind and state, and list failed ones')
    .action(() => listJobs(options))
  jobs
    .command('retry')
    .description('retry a failed job')
    .argument('[id]', 'its id, as "jobs list" shows it')
    .option('--all', 'all failed jobs')
    .option('--kind <kind>', 'all failed jobs of this kind')
    .action((id: string | undefined, { all = false, kind }: { all?: boolean; kind?: string }) =>
      retryJobs(options, { id, all, kind }),
    )
}

async function listJobs(options: CliOptions): Promise<void> {
  const { terminal } = options
  await withInstance(options, async ({ jobs }) => {
    const counts = await jobs.counts()
    if (counts.length === 0) terminal.stdout.write('No jobs are queued or have failed.\n')
    else
      writeTable(
        terminal,
        ['KIND', 'STATE', 'JOBS', 'OLDEST DUE'],
        counts.map(({ kind, state, count, oldest }) => [kind, state, String(count), iso(oldest)]),
      )
    let header: readonly string[] | undefined = ['FAILED', 'KIND', 'ACCOUNT', 'ATTEMPTS', 'AT', 'REASON']
    for (let after: string | undefined; ; ) {
      const { jobs: dead } = await jobs.dead({ after, limit: failedJobsAtOnce })
      if (dead.length === 0) return
      if (header) terminal.stdout.write('\n')
      const rows = dead.map((job) => [
        ...[job.id, job.kind, job.username ?? '-', String(job.attempts), iso(job.givenUpAtMs), job.error],
      ])
      writeTable(terminal, header ?? rows.shift() ?? [], rows)
      header = undefined
      after = dead.at(-1)?.id
    }
  })
}

interface Chosen {
  readonly id: string | undefined
  readonly all: boolean
  readonly kind: string | undefined
}

async function retryJobs(options: CliOptions, { id, all, kind }: Chosen): Promise<void> {
  if ([id !== undefined, all, kind !== undefined].filter(Boolean).length !== 1)
    throw new UsageError('Specify the id of one job, --all, or --kind KIND.')
  await withInstance(options, async ({ jobs, audit }) => {
    if (id !== undefined) await jobs.retry(id)
    const count = id === undefined ? await jobs.retryAll(kind) : 1
    await audit.record({ action: 'job_retried', via: 'command', detail: id ?? kind ?? 'all' })
    options.terminal.stdout.write(`Jobs queued again: ${count}. A running server starts them within a minute.\n`)
  })
}

/** Fills `migrate`. */
export function addMigrateCommand(command: Command, options: CliOptions): void {
  command.action(async () => {
    const migrated = await withInstance(options, async (instance) => instance.migrated)
    const lines = migrated.length > 0 ? migrated.map((name) => `Applied ${name}.`) : ['The database is up to date.']
    options.terminal.stdout.write(`${lines.join('\n')}\n`)
  })
}
