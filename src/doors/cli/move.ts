import type { Command } from 'commander'
import { rowsText } from './backup.ts'
import type { CliOptions } from './instance.ts'

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
