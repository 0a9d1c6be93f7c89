import type { Command } from 'commander'
import { type CliOptions, withSession } from './session.ts'

/** Adds `migrate`. */
export function addMigrateCommand(program: Command, options: CliOptions): void {
  program
    .command('migrate')
    .description('bring the database up to this version and say what was done; every start does the same')
    .action(async () => {
      const migrated = await withSession(options, async (session) => session.migrated)
      const lines = migrated.length > 0 ? migrated.map((name) => `Applied ${name}.`) : ['The database is up to date.']
      options.terminal.stdout.write(`${lines.join('\n')}\n`)
    })
}
