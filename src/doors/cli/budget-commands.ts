import { type Command, InvalidArgumentError } from 'commander'
import { iso } from '../../runtime/base/clock.ts'
import { ApiError } from '../../runtime/base/errors.ts'
import { parseLimit } from '../../runtime/budgets/budget-limits.ts'
import type { Budget, BudgetState } from '../../runtime/budgets/types.ts'
import { formatCredits } from '../../runtime/money/amounts.ts'
import { type CliOptions, withInstance } from './cli-options.ts'
import { note, UsageError, writeJson, writeTable } from './output/terminal.ts'

interface SetFlags {
  readonly token?: string
  readonly agent?: string
  readonly app?: string
  readonly month?: true
  readonly tokens?: number
  readonly credits?: number
  readonly calls?: number
}

/** Adds `budget set` and `budget show`. */
export function addBudgetCommands(budget: Command, options: CliOptions): void {
  budget
    .command('set')
    .description('limit what an account, or one of its tokens, agents or apps, may use in a day or month')
    .argument('<name>', 'username')
    .option('--token <id>', 'the token whose use is limited')
    .option('--agent <id>', 'the named agent whose use is limited')
    .option('--app <id>', 'the app whose use is limited')
    .option('--month', 'in each month instead of each day')
    .option('--tokens <number>', 'tokens of the language model', limit('tokens'))
    .option('--credits <amount>', 'credits, with at most six decimals', limit('credits'))
    .option('--calls <number>', 'calls', limit('calls'))
    .addHelpText(
      'after',
      '\nWithout a limit, the budget is removed.\n\nExample:\n  onedoor budget set alice --tokens 200000 --credits 50',
    )
    .action((name: string, flags: SetFlags) => set(options, name, flags))
  budget
    .command('show')
    .description('show the budgets of an account, and how much of them is used')
    .argument('<name>', 'username')
    .option('--json', 'as JSON')
    .action((name: string, flags: { json?: true }) => show(options, name, flags))
}

function limit(unit: 'tokens' | 'credits' | 'calls') {
  return (text: string) => {
    try {
      return parseLimit(unit, text)
    } catch (failure) {
      throw failure instanceof ApiError ? new InvalidArgumentError(`It ${failure.details?.[0]?.message}.`) : failure
    }
  }
}

function subjectOf({ token, agent, app }: SetFlags): Pick<Budget, 'kind' | 'subject'> {
  const given = Object.entries({ token, agent, app }).filter(([, id]) => id !== undefined)
  if (given.length > 1) throw new UsageError('Use only one of --token, --agent and --app.')
  const [[kind, subject] = ['account', '']] = given
  return { kind, subject } as Pick<Budget, 'kind' | 'subject'>
}

async function set(options: CliOptions, username: string, flags: SetFlags): Promise<void> {
  const { tokens: maxTokens, credits: maxMicroCredits, calls: maxCalls } = flags
  const period = flags.month ? 'month' : 'day'
  const budget: Budget = { ...subjectOf(flags), period, maxTokens, maxMicroCredits, maxCalls }
  await withInstance(options, async ({ accounts, budgets, audit }) => {
    const { id } = await accounts.get(username)
    await budgets.set(id, budget)
    await audit.record({
      action: 'budget_set',
      subject: username,
      via: 'command',
      detail: `${budget.kind}:${budget.subject} ${period}`,
    })
  })
  const isRemoved = maxTokens === undefined && maxMicroCredits === undefined && maxCalls === undefined
  options.terminal.stdout.write(`The budget of ${username} was ${isRemoved ? 'removed' : 'set'}.\n`)
}

async function show(options: CliOptions, username: string, flags: { json?: true }): Promise<void> {
  const { terminal } = options
  const states = await withInstance(options, async ({ accounts, budgets }) => {
    const { id } = await accounts.get(username)
    return (await budgets.booksOf(id)).states()
  })
  if (flags.json) return writeJson(terminal, states.map(jsonOf))
  if (states.length === 0) return note(terminal, `${username} has no budgets.`)
  const amount = (used: number, most: number | undefined, write: (amount: number) => string = String) =>
    most === undefined ? '' : `${write(used)}/${write(most)}`
  writeTable(
    terminal,
    ['FOR', 'PERIOD', 'TOKENS', 'CREDITS', 'CALLS', 'UNTIL'],
    states.map(({ kind, subject, period, used, maxTokens, maxMicroCredits, maxCalls, endsMs }) => [
      ...[subject === '' ? kind : subject, period, amount(used.tokens, maxTokens)],
      amount(used.microCredits, maxMicroCredits, formatCredits),
      amount(used.calls, maxCalls),
      iso(endsMs),
    ]),
  )
}

/** Credits as text: other programs may lose the millionths of large JSON numbers. */
function jsonOf({ kind, subject, period, used, maxTokens, maxMicroCredits, maxCalls, endsMs }: BudgetState) {
  return {
    ...{ for: kind, ...(subject !== '' && { id: subject }), period, until: iso(endsMs) },
    ...(maxTokens !== undefined && { tokens: { used: used.tokens, limit: maxTokens } }),
    ...(maxMicroCredits !== undefined && {
      credits: { used: formatCredits(used.microCredits), limit: formatCredits(maxMicroCredits) },
    }),
    ...(maxCalls !== undefined && { calls: { used: used.calls, limit: maxCalls } }),
  }
}
