import type { Command } from 'commander'
import { type CliOptions, withInstance } from './cli-options.ts'
import { writeTable } from './output/terminal.ts'

/** Adds `calls check` to the command with the methods of that family. */
export function addCallLogCommands(calls: Command, options: CliOptions): void {
  calls.commandsGroup('For server operators:')
  calls
    .command('check')
    .description(
      'find altered, deleted and inserted entries in the logs of all accounts; exits with 1 if there are any',
    )
    .action(() => checkCallLog(options))
}

/** Rejects if something was found, so that a script notices without reading the output. */
async function checkCallLog(options: CliOptions): Promise<void> {
  const { terminal } = options
  const { accounts, entries, problems } = await withInstance(options, ({ checkCallLog }) => checkCallLog())
  if (problems.length === 0) {
    terminal.stdout.write(`The log of calls is intact: accounts ${accounts}, entries ${entries}.\n`)
    return
  }
  writeTable(
    terminal,
    ['ACCOUNT', 'PROBLEM'],
    problems.map(({ username, problem }) => [username, problem]),
  )
  throw new Error(
    `For ${problems.length} of ${accounts} accounts, the log of calls was changed. Compare it with a backup.`,
  )
}
