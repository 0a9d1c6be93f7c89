import type { Command } from 'commander'
import { type CliOptions, withInstance } from './cli-options.ts'

/** Adds `migrate`. */
export function addMigrateCommand(program: Command, options: CliOptions): void {
  program
    .command('migrate')
    .description('migrate the database to this version and list the steps; every start of the server does the same')
    .action(async () => {
      const migrated = await withInstance(options, async (instance) => instance.migrated)
      const lines = migrated.length > 0 ? migrated.map((name) => `Applied ${name}.`) : ['The database is up to date.']
      options.terminal.stdout.write(`${lines.join('\n')}\n`)
    })
}
