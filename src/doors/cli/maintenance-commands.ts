import type { Command } from 'commander'
import type { BackupContents, CliOptions } from './cli-options.ts'
import { note } from './output/terminal.ts'

/** Adds `backup create` and `backup restore`. */
export function addBackupCommands(program: Command, options: CliOptions): void {
  const backup = program.command('backup').description('back up an instance into one file, and restore it')
  backup
    .command('create')
    .description('back up the database, the files of accounts and the keys into one file; the server may be running')
    .argument('<file>', 'the file to write, which must not exist')
    .addHelpText('after', '\nExample:\n  onedoor backup create /var/backups/onedoor-2026-11-21.backup')
    .action((file: string) => create(options, file))
  backup
    .command('restore')
    .description('restore a backup into an empty instance; the server must be stopped')
    .argument('<file>', 'a file written by "backup create", on either database')
    .option('--replace', 'replace an existing instance: all its data is lost')
    .action((file: string, flags: { replace?: true }) => restore(options, file, flags.replace === true))
}

async function create(options: CliOptions, file: string): Promise<void> {
  const { terminal } = options
  const upkeep = await options.openUpkeep()
  const { tables, blobs, apart } = await upkeep.backUp(file)
  terminal.stdout.write(`Backup written to ${file}: ${contentsText({ tables, blobs, apart })}.\n`)
  if (blobs.missing > 0) note(terminal, `${blobs.missing} files were deleted during the backup and are not in it.`)
  if (blobs.damaged > 0) note(terminal, `${blobs.damaged} files do not match their checksums: the disk may be failing.`)
  if (apart && apart.missing > 0) {
    note(terminal, `${apart.missing} sandboxes were in use or unavailable and are not in it.`)
  }
  if (upkeep.hasOutsideKey) note(terminal, 'CONFIG_SECRET_KEY is not in it: store it separately.')
}

async function restore(options: CliOptions, file: string, mayReplace: boolean): Promise<void> {
  const upkeep = await options.openUpkeep()
  const { manifest, end } = await upkeep.restore(file, mayReplace)
  options.terminal.stdout.write(
    `Restored from the backup of ${manifest.created} (release ${manifest.onedoor}): ${contentsText(end)}.\n`,
  )
}

function contentsText({ tables, blobs, apart }: BackupContents): string {
  const boxes = apart && apart.count > 0 ? `, ${apart.count} sandboxes of ${apart.bytes} bytes` : ''
  return `${rowsText(tables)}, ${blobs.count} files of ${blobs.bytes} bytes${boxes}`
}

function rowsText(tables: BackupContents['tables']): string {
  const counts = Object.values(tables).map(({ rows }) => rows)
  return `${counts.reduce((sum, count) => sum + count, 0)} rows of ${counts.length} tables`
}

/** Adds `move`. */
export function addMoveCommand(program: Command, options: CliOptions): void {
  program
    .command('move')
    .description('move an instance from SQLite to PostgreSQL')
    .addHelpText(
      'after',
      '\nFrom DATA_DIR to the empty database of DATABASE_URL. The server must be stopped. Every written row is verified; the SQLite file remains unchanged.\n\nExample:\n  DATABASE_URL=postgres://onedoor:password@localhost:5432/onedoor onedoor move',
    )
    .action(async () => {
      const { tables } = await (await options.openUpkeep()).move()
      options.terminal.stdout.write(
        `Moved ${rowsText(tables)}, each compared. Start the server with this DATABASE_URL and the same DATA_DIR, which holds files and keys.\n`,
      )
    })
}
