import type { Command } from 'commander'
import { creditsText, formatCredits } from '../../runtime/money/amounts.ts'
import { type CliOptions, withInstance } from './cli-options.ts'
import { writeTable } from './output/terminal.ts'

/** Adds `ledger check`. */
export function addLedgerCommands(program: Command, options: CliOptions): void {
  program
    .command('ledger')
    .description('check the ledger of credits')
    .command('check')
    .description('compare the sum of all entries with the balances; exits with 1 on a mismatch')
    .action(() => check(options))
}

/** Rejects on a mismatch, so that a script notices without reading the output. */
async function check(options: CliOptions): Promise<void> {
  const { terminal } = options
  const report = await withInstance(options, ({ ledger }) => ledger.check())
  const { accounts, entries, microCredits, reserved, mismatches } = report
  if (mismatches.length === 0) {
    const held = reserved > 0 ? `, ${formatCredits(reserved)} of it reserved by running calls` : ''
    terminal.stdout.write(
      `The ledger is consistent: accounts ${accounts}, entries ${entries}, ${creditsText(microCredits)} in all${held}.\n`,
    )
    return
  }
  writeTable(
    terminal,
    ['ACCOUNT', 'PROBLEM'],
    mismatches.map(({ username, problem }) => [username, problem]),
  )
  const count = new Set(mismatches.map(({ accountId }) => accountId)).size
  throw new Error(
    `The ledger does not match the balances of ${count} of ${accounts} accounts: the entries are authoritative, so compare them with a backup.`,
  )
}
