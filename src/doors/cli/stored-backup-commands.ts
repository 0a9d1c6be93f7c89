import type { Command } from 'commander'
import { iso } from '../../runtime/base/clock.ts'
import type { CliOptions } from './cli-options.ts'
import { writeTable } from './output/terminal.ts'

/** Adds `backup list`, `backup verify` and `backup drill`, which work on BACKUP_TO. */
export function addStoredBackupCommands(backup: Command, options: CliOptions): void {
  backup
    .command('list')
    .description('list the backups in BACKUP_TO, newest first')
    .action(() => list(options))
  backup
    .command('verify')
    .description('read a whole backup and check it; exits with 1 if it cannot be restored')
    .argument('[backup]', 'its name in BACKUP_TO, or the path of a file; the newest good one if omitted')
    .action((name?: string) => verify(options, name))
  backup
    .command('drill')
    .description(
      'restore a backup from BACKUP_TO into a new instance, check it, and delete it; exits with 1 if anything is wrong',
    )
    .argument('[backup]', 'its name in BACKUP_TO; the newest good one if omitted')
    .action((name?: string) => drill(options, name))
}

async function list(options: CliOptions): Promise<void> {
  const found = await (await options.openUpkeep()).list()
  if (found.length === 0) return void options.terminal.stdout.write('BACKUP_TO has no backups yet.\n')
  writeTable(
    options.terminal,
    ['BACKUP', 'CREATED', 'STATE', 'ROWS', 'FILES'],
    found.map(({ name, createdAt, isVerified, rows, files }) => {
      return [name, iso(createdAt), isVerified ? 'good' : 'not verified', String(rows ?? '-'), String(files ?? '-')]
    }),
  )
}

async function verify(options: CliOptions, wanted?: string): Promise<void> {
  const { name, summary } = await (await options.openUpkeep()).verify(wanted)
  options.terminal.stdout.write(`${name} can be restored. It was created at ${summary.manifest.created}.\n`)
}

async function drill(options: CliOptions, wanted?: string): Promise<void> {
  const { name, findings } = await (await options.openUpkeep()).drill(wanted)
  writeTable(
    options.terminal,
    ['CHECK', 'STATE', 'DETAIL'],
    findings.map(({ what, state, detail }) => [what, state, detail]),
  )
  const broken = findings.filter(({ state }) => state === 'broken')
  if (broken.length > 0) throw new Error(`${broken.length} of ${findings.length} checks of ${name} failed.`)
}
