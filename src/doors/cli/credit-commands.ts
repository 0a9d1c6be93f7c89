import { type Command, InvalidArgumentError } from 'commander'
import { iso } from '../../runtime/base/clock.ts'
import { CREDITS_RULE, creditsText, formatCredits, parseCredits } from '../../runtime/money/amounts.ts'
import type { Entry } from '../../runtime/money/entries.ts'
import type { Balance } from '../../runtime/money/ledger.ts'
import { type CliOptions, wholeNumber, withInstance } from './cli-options.ts'
import { note, writeJson, writeTable } from './output/terminal.ts'

const DEFAULT_LIMIT = 20
const maxLimit = 1000
const maxNoteLength = 200

interface ShowFlags {
  limit?: number
  json?: true
}

/** Adds `credits grant` and `credits show`. */
export function addCreditsCommands(credits: Command, options: CliOptions): void {
  credits
    .command('grant')
    .description('grant credits to an account')
    .argument('<name>', 'username')
    .argument('<amount>', 'credits, with at most six decimals', amount)
    .option('--note <text>', "a reason, shown in the account's ledger", shortText)
    .addHelpText('after', '\nExample:\n  onedoor credits grant alice 250 --note "September"')
    .action((name: string, microCredits: number, flags: { note?: string }) => grant(options, name, microCredits, flags))
  credits
    .command('show')
    .description("show an account's balance and its latest entries, newest first")
    .argument('<name>', 'username')
    .option(
      '--limit <number>',
      `entries to show, 0 to ${maxLimit} (default: ${DEFAULT_LIMIT})`,
      wholeNumber(0, maxLimit),
    )
    .option('--json', 'as JSON')
    .action((name: string, flags: ShowFlags) => show(options, name, flags))
}

function amount(text: string): number {
  const microCredits = parseCredits(text)
  if (microCredits === undefined || microCredits === 0) {
    throw new InvalidArgumentError(`It must be ${CREDITS_RULE}, and greater than 0.`)
  }
  return microCredits
}

function shortText(text: string): string {
  const trimmed = text.trim()
  if (trimmed === '' || [...trimmed].length > maxNoteLength || /\p{Cc}/u.test(trimmed)) {
    throw new InvalidArgumentError(`It must be one line of 1 to ${maxNoteLength} characters.`)
  }
  return trimmed
}

async function grant(
  options: CliOptions,
  username: string,
  microCredits: number,
  flags: { note?: string },
): Promise<void> {
  const { balance } = await withInstance(options, async ({ accounts, ledger, audit, usesCredits }) => {
    if (!usesCredits) throw new Error('This instance does not use credits, because its setting CREDITS is off.')
    const { id } = await accounts.get(username)
    const given = await ledger.grant(id, microCredits, flags.note)
    const detail = formatCredits(microCredits)
    await audit.record({ action: 'credits_given', subject: username, via: 'command', detail })
    return given
  })
  options.terminal.stdout.write(
    `${username} was granted ${creditsText(microCredits)} and has ${formatCredits(balance)}.\n`,
  )
}

async function show(options: CliOptions, username: string, flags: ShowFlags): Promise<void> {
  const { terminal } = options
  const { balance, entries } = await withInstance(options, async ({ accounts, ledger }) => {
    const { id } = await accounts.get(username)
    return {
      balance: await ledger.balance(id),
      entries: await ledger.entries(id, { limit: flags.limit ?? DEFAULT_LIMIT }),
    }
  })
  if (flags.json) return writeJson(terminal, { ...jsonOfBalance(balance), entries: entries.map(jsonOf) })
  const held = balance.reserved > 0 ? `, of which running calls reserve ${formatCredits(balance.reserved)}` : ''
  terminal.stdout.write(`${username} has ${creditsText(balance.balance)}${held}.\n`)
  if (entries.length === 0) return note(terminal, 'No entries.')
  writeTable(
    terminal,
    ['NUMBER', 'TIME', 'KIND', 'CREDITS', 'BALANCE', 'FOR', 'REQUEST'],
    entries.map((entry) => [
      String(entry.sequence),
      iso(entry.atMs),
      entry.kind,
      formatCredits(entry.microCredits),
      formatCredits(entry.balanceAfter),
      entry.operationId ?? entry.note ?? '',
      entry.requestId ?? '',
    ]),
  )
}

/** Credits as text: other programs may lose the millionths of large JSON numbers. */
function jsonOfBalance({ balance, reserved, available }: Balance) {
  return {
    balance: formatCredits(balance),
    reserved: formatCredits(reserved),
    available: formatCredits(available),
  }
}

function jsonOf({ sequence, kind, microCredits, balanceAfter, operationId, requestId, note: text, atMs }: Entry) {
  return {
    number: sequence,
    at: iso(atMs),
    kind,
    credits: formatCredits(microCredits),
    balance_after: formatCredits(balanceAfter),
    ...(operationId === undefined ? {} : { operation: operationId }),
    ...(requestId === undefined ? {} : { request_id: requestId }),
    ...(text === undefined ? {} : { note: text }),
  }
}

/** Adds `ledger check`. */
export function addLedgerCommands(ledger: Command, options: CliOptions): void {
  ledger
    .command('check')
    .description('compare the sum of all entries with the balances; exits with 1 on a mismatch')
    .action(() => checkLedger(options))
}

/** Rejects on a mismatch, so that a script notices without reading the output. */
async function checkLedger(options: CliOptions): Promise<void> {
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
    `For ${count} of ${accounts} accounts, the balance does not match the ledger. The ledger is authoritative, so compare its entries with a backup.`,
  )
}
