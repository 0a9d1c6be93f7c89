import { Command, CommanderError } from 'commander'
import { families } from '#generated/cli/index.ts'
import { nearest } from '#runtime/base/text/nearest.ts'
import { version } from '#runtime/base/version.ts'
import type { CliOptions } from './cli-options.ts'
import { note, UsageError } from './output/terminal.ts'

const DONE = 0
const REFUSED = 1
const WRONG_USAGE = 2

/**
 * Commands by name. Each is loaded only when it is run: the main help and completion need only the names, and a call
 * needs no database.
 */
const commands: Readonly<
  Record<string, { summary: string; load: () => Promise<(command: Command, options: CliOptions) => void> }>
> = {
  login: {
    summary: 'save a server and a token for later calls',
    load: async () => (await import('./login-commands.ts')).addLoginCommand,
  },
  logout: {
    summary: 'delete the saved token',
    load: async () => (await import('./login-commands.ts')).addLogoutCommand,
  },
  whoami: {
    summary: 'show the server and the account that calls use',
    load: async () => (await import('./login-commands.ts')).addWhoamiCommand,
  },
  completion: {
    summary: 'print the completion script for a shell',
    load: async () => (await import('./completion.ts')).addCompletionCommand,
  },
  sdk: {
    summary: 'write a client for any API that follows the conventions of this one',
    load: async () => (await import('./sdk-command.ts')).addSdkCommand,
  },
  sandbox: {
    summary: 'start a server for development and tests, with example data; nothing is stored or leaves this machine',
    load: async () => (await import('./sandbox-command.ts')).addSandboxCommand,
  },
  account: {
    summary: 'create, list, change and delete accounts',
    load: async () => (await import('./account-commands.ts')).addAccountCommands,
  },
  audit: {
    summary: 'show sign-ins, new tokens and changes to accounts',
    load: async () => (await import('./audit-command.ts')).addAuditCommand,
  },
  token: {
    summary: 'create, list and revoke tokens for programs',
    load: async () => (await import('./token-commands.ts')).addTokenCommands,
  },
  credits: {
    summary: 'grant credits to accounts and show what accounts have spent',
    load: async () => (await import('./credit-commands.ts')).addCreditsCommands,
  },
  budget: {
    summary: 'limit what accounts, tokens, agents and apps may use, and show what they have used',
    load: async () => (await import('./budget-commands.ts')).addBudgetCommands,
  },
  rules: {
    summary: 'show, set and test the rules of accounts for agents, apps and programs',
    load: async () => (await import('./rules-commands.ts')).addRulesCommands,
  },
  ledger: {
    summary: 'check the ledger of credits',
    load: async () => (await import('./credit-commands.ts')).addLedgerCommands,
  },
  keys: {
    summary: 'replace keys that sign tokens, mail, push notifications and forms',
    load: async () => (await import('./keys-commands.ts')).addKeysCommands,
  },
  backup: {
    summary: 'create, restore, list, verify and try backups',
    load: async () => (await import('./maintenance-commands.ts')).addBackupCommands,
  },
  move: {
    summary: 'move an instance from SQLite to PostgreSQL',
    load: async () => (await import('./maintenance-commands.ts')).addMoveCommand,
  },
  bus: {
    summary: 'show events that services have not received yet, and redeliver events',
    load: async () => (await import('./bus-commands.ts')).addBusCommands,
  },
  config: {
    summary: 'check the settings and show those that differ from their defaults',
    load: async () => (await import('./maintenance-commands.ts')).addConfigCommands,
  },
  doctor: {
    summary:
      'check settings, data directory, disk, database and ports, and call each configured provider and the model once',
    load: async () => (await import('./maintenance-commands.ts')).addDoctorCommand,
  },
  jobs: {
    summary: 'background jobs: show failed ones and retry them',
    load: async () => (await import('./maintenance-commands.ts')).addJobsCommands,
  },
  migrate: {
    summary: 'migrate the database to this version and list the steps; every start of the server does the same',
    load: async () => (await import('./maintenance-commands.ts')).addMigrateCommand,
  },
}

/** Commands for operators that have the name of a family, next to its methods. */
const besideMethods: Readonly<Record<string, () => Promise<(family: Command, options: CliOptions) => void>>> = {
  calls: async () => (await import('./call-log-commands.ts')).addCallLogCommands,
  payments: async () => (await import('./payment-commands.ts')).addReviewCommands,
}

const forCallers = ['login', 'logout', 'whoami', 'completion', 'sdk', 'sandbox']

/**
 * Runs one command line.
 *
 * @param args what follows the program's name
 * @returns the exit code: 0 done, 1 rejected or failed, 2 wrong usage */
export async function runCli(args: readonly string[], options: CliOptions): Promise<number> {
  const { terminal } = options
  try {
    // Commander's own help command does not support this: "help notes add" is "notes add --help".
    const asked = args[0] === 'help' && args.length > 2 ? [...args.slice(1), '--help'] : args
    const words = withoutShortcut(asFamilyAndMethod(asked))
    if (words[0] === 'complete') {
      const { candidates } = await import('./completion.ts')
      const lines = await candidates(words.slice(words[1] === '--' ? 2 : 1), (asked) => programFor(asked, options))
      terminal.stdout.write(lines.map((line) => `${line}\n`).join(''))
      return DONE
    }
    const program = await programFor(words[0] === 'help' ? words[1] : words[0], options)
    await program.parseAsync(words, { from: 'user' })
    return DONE
  } catch (error) {
    // Commander has already written its help or its own message
    if (error instanceof CommanderError) return error.exitCode === 0 ? DONE : WRONG_USAGE
    note(terminal, `onedoor: ${sentenceOf(error).replaceAll('\n', '\n  ')}`)
    return isUsage(error) ? WRONG_USAGE : REFUSED
  }
}

/** `call notes.add` is `notes add`: the name of an operation as the API has it. */
function asFamilyAndMethod(args: readonly string[]): readonly string[] {
  const [first, id, ...rest] = args
  if (first !== 'call' || id === undefined || id.startsWith('-')) return args
  const [family = '', method] = id.split('.')
  if (method !== undefined && families[family]?.methods.includes(method)) return [family, method, ...rest]
  const ids = Object.entries(families).flatMap(([name, { methods }]) => methods.map((each) => `${name}.${each}`))
  const meant = nearest(id, ids)
  const hint = meant
    ? `Did you mean ${meant}?`
    : '"onedoor --help" lists the families, and "onedoor FAMILY --help" lists the methods of one family.'
  throw new UsageError(`"${id}" is not an operation. ${hint}`)
}

/** Short forms of the calls with which a person decides. With `id`, the first word is the id. */
const shortcuts: Readonly<Record<string, { summary: string; usage: string; words: readonly string[]; id?: true }>> = {
  approvals: {
    summary: 'list the calls that wait for your approval',
    usage: '[options]',
    words: ['agent', 'approvals', '--status', 'pending'],
  },
  approve: {
    summary: 'allow a call: approve ID [--scope run|always]',
    usage: '<id> [options]',
    words: ['agent', 'decide', '--decision', 'allow'],
    id: true,
  },
  deny: { summary: 'deny a call: deny ID', usage: '<id>', words: ['agent', 'decide', '--decision', 'deny'], id: true },
}

function withoutShortcut(args: readonly string[]): readonly string[] {
  const [first = '', ...rest] = args
  const shortcut = Object.hasOwn(shortcuts, first) ? shortcuts[first] : undefined
  if (!shortcut) return args
  const hasId = shortcut.id && rest[0] !== undefined && !rest[0].startsWith('-')
  return [...shortcut.words, ...(hasId ? ['--id'] : []), ...rest]
}

/** The program with the names of all commands; only the requested one has its options. */
async function programFor(asked: string | undefined, options: CliOptions): Promise<Command> {
  const { terminal } = options
  const program = new Command('onedoor')
    .description('One account and one API for many small services')
    .usage('<family> <method> [--argument value ...]')
    .version(version, '--version', 'print the version')
    .exitOverride()
    .showHelpAfterError('(add --help for help)')
    .configureOutput({
      writeOut: (text) => terminal.stdout.write(text),
      writeErr: (text) => terminal.stderr.write(text),
      getOutHelpWidth: () => terminal.stdout.columns ?? 100,
      getErrHelpWidth: () => terminal.stdout.columns ?? 100,
      // Commander would otherwise use the streams of this process, which a test replaces.
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .addHelpText('after', examples)
  program.commandsGroup('Families of methods ("onedoor FAMILY --help" lists them):')
  for (const [name, family] of Object.entries(families)) {
    const command = program.command(name).summary(family.description.replace(/\.$/, '')).description(family.description)
    if (name !== asked) continue
    const { addMethods } = await import('./calls/method-commands.ts')
    await addMethods(command, name, family, options)
    const addBeside = await besideMethods[name]?.()
    addBeside?.(command, options)
  }
  program.commandsGroup('Server and login:')
  program
    .command('call')
    .summary('call an operation by its full name: call notes.add --title x')
    .description('Use the full operation name. "call notes.add" is the same as "notes add".')
    .usage('<operation> [--argument value ...]')
    .action((_, command: Command) => command.help({ error: true }))
  for (const [name, { summary, usage }] of Object.entries(shortcuts))
    program.command(name).summary(summary).usage(usage)
  for (const name of forCallers) await addCommand(program, name, name === asked, options)
  program.helpCommand('help [command]', 'show help for a command')
  program.commandsGroup('For server operators:')
  for (const name of Object.keys(commands)) {
    if (!forCallers.includes(name)) await addCommand(program, name, name === asked, options)
  }
  return program
}

async function addCommand(program: Command, name: string, isAsked: boolean, options: CliOptions): Promise<void> {
  const entry = commands[name]
  if (!entry) return
  const command = program.command(name).description(entry.summary)
  if (isAsked) (await entry.load())(command, options)
}

const examples = `
Examples:
  onedoor login --url https://onedoor.example
  onedoor notes add --title Groceries --text 'Oats, lemons, coffee'
  onedoor notes list --output json
  onedoor tasks list --help

  printf '%s\\n' 'correct horse battery' | onedoor account create alice --password-stdin
  onedoor token create alice --services notes,docs --actions

Methods call the server at ONEDOOR_URL with the token in ONEDOOR_TOKEN, or the ones that "onedoor login" saved. The commands for
operators work on the database that DATA_DIR or DATABASE_URL names, whether or not a server is running
on it. See docs/configuration.md.
Exit codes: 0 done, 1 rejected or failed, 2 invalid usage.`

function isUsage(error: unknown): boolean {
  return error instanceof UsageError || (error instanceof Error && 'isUsage' in error && error.isUsage === true)
}

/** The message of an error for a person, never with a stack. */
function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  // A refused connection is an AggregateError whose own message is empty.
  if (error instanceof AggregateError && !error.message) return error.errors.map(sentenceOf).join('; ')
  return error.message || error.name
}
