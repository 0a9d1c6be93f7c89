import { type Command, InvalidArgumentError } from 'commander'
import { iso } from '../../runtime/base/clock.ts'
import { networks } from '../../runtime/money/x402/networks.ts'
import type { Finding, ListedPayment } from '../../runtime/money/x402/review.ts'
import { type CliOptions, wholeNumber, withInstance } from './cli-options.ts'
import { note, UsageError, writeJson, writeTable } from './output/terminal.ts'

const DEFAULT_LIMIT = 100
const maxLimit = 1000

interface ListFlags {
  all?: true
  limit?: number
  json?: true
}

interface ResolveFlags {
  paid?: string
  refunded?: string
  unpaid?: true
}

/** Adds `payments list` and `payments resolve` to the command with the methods of that family. */
export function addReviewCommands(payments: Command, options: CliOptions): void {
  payments.commandsGroup('For server operators:')
  payments
    .command('list')
    .description('list payments with an unknown outcome, newest first')
    .option('--all', 'payments in every state')
    .option(
      '--limit <number>',
      `payments to show, 1 to ${maxLimit} (default: ${DEFAULT_LIMIT})`,
      wholeNumber(1, maxLimit),
    )
    .option('--json', 'as JSON')
    .action((flags: ListFlags) => list(options, flags))
  payments
    .command('resolve')
    .description('resolve a payment with an unknown outcome, after looking up its nonce on the chain')
    .argument('<id>', 'its id, from "onedoor payments list"')
    .option('--paid <transaction>', 'it was paid by this transaction: grants the credits or returns the result', hash)
    .option('--refunded <transaction>', 'it was paid, and you refunded it by this transaction', hash)
    .option('--unpaid', 'it was not paid, and its authorization has expired')
    .addHelpText('after', '\nExample:\n  onedoor payments resolve pay_01jd2x --unpaid')
    .action((id: string, flags: ResolveFlags) => resolve(options, id, flags))
}

function hash(text: string): string {
  if (!/^0x[0-9a-f]{64}$/i.test(text)) {
    throw new InvalidArgumentError('Specify the transaction hash: 0x followed by 64 hexadecimal digits.')
  }
  return text.toLowerCase()
}

async function list(options: CliOptions, { all, limit: count = DEFAULT_LIMIT, json }: ListFlags): Promise<void> {
  const { terminal } = options
  const found = await withInstance(options, ({ payments }) =>
    payments.list({ limit: count, ...(all ? {} : { states: ['unknown'] }) }),
  )
  if (json) return writeJson(terminal, { items: found.map(jsonOf) })
  if (found.length === 0) {
    return note(terminal, all ? 'No payments.' : 'There are no payments with an unknown outcome.')
  }
  writeTable(
    terminal,
    ['ID', 'TIME', 'STATE', 'FOR', 'ACCOUNT', 'USDC', 'PAYER', 'NONCE', 'NOTE'],
    found.map((payment) => [
      payment.id,
      iso(Number(payment.created_at)),
      payment.state,
      payment.operation_id,
      payment.username ?? '',
      usdc(payment.amount),
      payment.payer,
      payment.nonce,
      noteOn(payment),
    ]),
  )
}

/** USDC has six decimals on every known network. */
function usdc(amount: number | string): string {
  return (Number(amount) / 1e6).toFixed(6)
}

function noteOn({ state, next_attempt_at, reason, transaction_hash }: ListedPayment): string {
  if (transaction_hash) return transaction_hash
  if (state !== 'unknown') return reason ?? ''
  if (next_attempt_at !== null) return `next attempt at ${iso(Number(next_attempt_at))}`
  return `needs review${reason ? `: ${reason}` : ''}`
}

function jsonOf(payment: ListedPayment) {
  const { operation_id, username, amount, created_at, next_attempt_at, network, transaction_hash, reason } = payment
  const chain = Object.values(networks).find(({ id }) => id === network)?.name ?? network
  return {
    id: payment.id,
    at: iso(Number(created_at)),
    state: payment.state,
    purpose: payment.purpose,
    operation: operation_id,
    ...(username === null ? {} : { account: username }),
    usdc: usdc(amount),
    network: chain,
    payer: payment.payer,
    nonce: payment.nonce,
    ...(transaction_hash ? { transaction: transaction_hash } : {}),
    ...(reason === null ? {} : { reason }),
    ...(payment.state === 'unknown' ? { needs_review: next_attempt_at === null } : {}),
  }
}

async function resolve(options: CliOptions, id: string, flags: ResolveFlags): Promise<void> {
  const finding = findingIn(flags)
  await withInstance(options, async ({ payments, audit }) => {
    await payments.resolve(id, finding)
    await audit.record({ action: 'payment_resolved', via: 'command', detail: `${id} ${finding.kind}` })
  })
  options.terminal.stdout.write(`The payment ${id} is resolved as ${finding.kind}.\n`)
}

function findingIn({ paid, refunded, unpaid }: ResolveFlags): Finding {
  const findings: Finding[] = [
    ...(paid === undefined ? [] : [{ kind: 'paid', transaction: paid } as const]),
    ...(refunded === undefined ? [] : [{ kind: 'refunded', transaction: refunded } as const]),
    ...(unpaid ? [{ kind: 'unpaid' } as const] : []),
  ]
  const [finding] = findings
  if (finding && findings.length === 1) return finding
  throw new UsageError('Specify exactly one of --paid TRANSACTION, --refunded TRANSACTION or --unpaid.')
}
