import { Command, CommanderError } from 'commander'
import { ConfigError } from '../../config.ts'
import { ApiError } from '../../errors.ts'
import { addAccountCommands } from './account.ts'
import { addMigrateCommand } from './migrate.ts'
import type { CliOptions } from './session.ts'
import { note, UsageError } from './terminal.ts'
import { addTokenCommands } from './token.ts'

const DONE = 0
const REFUSED = 1
const WRONG_USAGE = 2

/**
 * Runs one command line.
 *
 * @param args what follows the program's name
 * @returns the exit code: 0 done, 1 refused or failed, 2 not typed as the help says
 */
export async function runCli(args: readonly string[], options: CliOptions): Promise<number> {
  const { terminal } = options
  const program = new Command('onedoor')
    .description('One account and one door to a hundred-odd small services: the command line of who runs it')
    .exitOverride()
    .showHelpAfterError('(add --help to see how it is typed)')
    .configureOutput({
      writeOut: (text) => terminal.stdout.write(text),
      writeErr: (text) => terminal.stderr.write(text),
    })
    .addHelpText(
      'after',
      `
Examples:
  printf '%s\\n' 'correct horse battery' | onedoor account create alice --password-stdin
  onedoor token create alice --services notes,docs --actions

It works on the database that DATA_DIR or DATABASE_URL names, whether or not a server is running on it; see docs/configuration.md.
Exit codes: 0 done, 1 refused or failed, 2 not typed as the help says.`,
    )
  addAccountCommands(program, options)
  addTokenCommands(program, options)
  addMigrateCommand(program, options)
  try {
    await program.parseAsync(args, { from: 'user' })
    return DONE
  } catch (error) {
    // commander has already written its help or its own message
    if (error instanceof CommanderError) return error.exitCode === 0 ? DONE : WRONG_USAGE
    note(terminal, `onedoor: ${sentenceOf(error)}`)
    return error instanceof UsageError ? WRONG_USAGE : REFUSED
  }
}

/** What a person is told: the message and, where a driver or the system failed, its reason; never a stack. */
function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof ApiError || error instanceof ConfigError || error instanceof UsageError) return error.message
  // A refused connection is several errors in one, with an empty message of its own.
  if (error instanceof AggregateError && !error.message) return error.errors.map(sentenceOf).join('; ')
  return error.message || error.name
}
