import type { Command } from 'commander'
import type { Account } from '../../runtime/accounts/accounts.ts'
import { type Administered, factorReset } from '../../runtime/accounts/administered.ts'
import type { AuditAction } from '../../runtime/accounts/audit.ts'
import { DEFAULT_NAMESPACE, roleOf } from '../../runtime/accounts/namespaces.ts'
import { iso } from '../../runtime/base/clock.ts'
import { type CliOptions, withInstance } from './cli-options.ts'
import {
  confirm,
  note,
  readLine,
  readSecret,
  type Terminal,
  UsageError,
  writeJson,
  writeTable,
} from './output/terminal.ts'
import { addQuotaCommand } from './quota-commands.ts'

interface CreateFlags {
  admin?: true
  namespace?: string
  passwordStdin?: true
}

const passwordHelp =
  'read the password, at least 10 characters, from the first line of standard input; without it, a terminal asks'

/** Adds the commands of `account`. */
export function addAccountCommands(account: Command, options: CliOptions): void {
  account
    .command('create')
    .description('create an account; the first account is an administrator')
    .argument('<name>', 'username: 2 to 24 lower-case letters, digits and underscores, beginning with a letter')
    .option('--admin', 'make it an administrator of the instance or, with --namespace, only of that namespace')
    .option(
      '--namespace <name>',
      `the namespace of its services, ${DEFAULT_NAMESPACE} by default; it does not have to exist yet`,
    )
    .option('--password-stdin', passwordHelp)
    .addHelpText(
      'after',
      `
Examples:
  printf '%s\\n' 'correct horse battery' | onedoor account create alice --password-stdin
  printf '%s\\n' 'correct horse battery' | onedoor account create berta --namespace acme --admin --password-stdin`,
    )
    .action((name: string, flags: CreateFlags) => create(options, name, flags))
  account
    .command('list')
    .description('list the accounts, sorted by username')
    .option('--json', 'as JSON')
    .action((flags: { json?: true }) => list(options, flags.json ?? false))
  addChanges(account, options)
  addSecondFactor(account, options)
  addQuotaCommand(account, options)
  account
    .command('delete')
    .description('delete an account with its tokens and everything else it owns')
    .argument('<name>', 'username')
    .option('--yes', 'skip the confirmation')
    .action((name: string, flags: { yes?: true }) => remove(options, name, flags.yes ?? false))
}

interface Change {
  readonly name: string
  readonly description: string
  readonly done: string
  readonly action: AuditAction
  readonly change: (administered: Administered, username: string) => Promise<void>
}

const changes: readonly Change[] = [
  {
    name: 'disable',
    description: 'reject its sign-ins and tokens until it is enabled',
    done: 'is disabled',
    action: 'account_disabled',
    change: (of, username) => of.disable(username),
  },
  {
    name: 'enable',
    description: 'accept its sign-ins and tokens again',
    done: 'is enabled',
    action: 'account_enabled',
    change: (of, username) => of.enable(username),
  },
  {
    name: 'promote',
    description: 'make it an administrator of its namespace',
    done: 'is an administrator',
    action: 'account_promoted',
    change: (of, username) => of.setAdministrator(username, true),
  },
  {
    name: 'demote',
    description: 'revoke its administrator rights',
    done: 'is not an administrator',
    action: 'account_demoted',
    change: (of, username) => of.setAdministrator(username, false),
  },
]

function addChanges(account: Command, options: CliOptions): void {
  account
    .command('password')
    .description('set a new password for an account, and sign it out everywhere')
    .argument('<name>', 'username')
    .option('--password-stdin', passwordHelp)
    .action((name: string, flags: { passwordStdin?: true }) => setPassword(options, name, flags.passwordStdin ?? false))
  for (const { name, description, done, action, change } of changes) {
    account
      .command(name)
      .description(description)
      .argument('<name>', 'username')
      .action(async (username: string) => {
        await withInstance(options, async ({ administered, audit }) => {
          await change(administered, username)
          await audit.record({ action, subject: username, via: 'command' })
        })
        options.terminal.stdout.write(`Account ${username} ${done}.\n`)
      })
  }
}

function addSecondFactor(account: Command, options: CliOptions): void {
  account
    .command('second-factor')
    .description('the codes that signing in requires besides the password')
    .command('reset')
    .description('turn off the codes of an account whose owner has lost the app and the recovery codes')
    .argument('<name>', 'username')
    .action(async (username: string) => {
      await withInstance(options, async ({ accounts, administered, accountMail, audit }) => {
        await administered.resetSecondFactor(username)
        await audit.record({ action: 'second_factor_reset', subject: username, via: 'command' })
        await accountMail.inform((await accounts.get(username)).id, factorReset)
      })
      options.terminal.stdout.write(`Account ${username} signs in without a code.\n`)
    })
}

async function setPassword(options: CliOptions, username: string, isPiped: boolean): Promise<void> {
  const password = await passwordFrom(options, isPiped)
  await withInstance(options, async ({ administered, audit }) => {
    await administered.setPassword(username, password)
    await audit.record({ action: 'password_changed', subject: username, via: 'command' })
  })
  options.terminal.stdout.write(`Account ${username} has a new password and is signed out everywhere.\n`)
  note(options.terminal, 'Its tokens and passkeys still work. List the tokens with: onedoor token list NAME')
}

/** @throws UsageError without a terminal and without `--password-stdin` */
async function passwordFrom({ terminal }: CliOptions, isPiped: boolean): Promise<string> {
  if (!isPiped) return askedPassword(terminal)
  if (terminal.stdin.isTTY) note(terminal, 'Type the password and press Enter. The password is shown as you type.')
  const password = await readLine(terminal)
  if (password !== '') return password
  throw new Error('The password is empty. Send at least 10 characters as the first line of standard input.')
}

async function askedPassword(terminal: Terminal): Promise<string> {
  if (!terminal.stdin.isTTY) {
    throw new UsageError(
      'There is no terminal to ask for the password. Add --password-stdin to read it from standard input.',
    )
  }
  const password = await readSecret(terminal, 'Password, at least 10 characters: ')
  const repeated = await readSecret(terminal, 'The same password again: ')
  if (password === repeated) return password
  throw new Error('The passwords do not match. Nothing was done.')
}

async function create(options: CliOptions, username: string, flags: CreateFlags): Promise<void> {
  const { terminal } = options
  const password = await passwordFrom(options, flags.passwordStdin ?? false)
  const { admin: isAdmin = false, namespace = DEFAULT_NAMESPACE } = flags
  const account = await withInstance(options, async ({ accounts, audit }) => {
    const created = await accounts.create({ username, password, isAdmin, namespace })
    await audit.record({ action: 'account_created', subject: username, via: 'command' })
    return created
  })
  terminal.stdout.write(`Account ${account.username} created${createdAs(account)}.\n`)
  note(terminal, `Create a token for it with: onedoor token create ${account.username} --services all --actions`)
}

function createdAs({ isAdmin, isNamespaceAdmin, namespace }: Account): string {
  if (isAdmin) return ', an administrator'
  if (namespace === DEFAULT_NAMESPACE) return ''
  return `, ${isNamespaceAdmin ? 'an administrator of' : 'in'} the namespace ${namespace}`
}

async function list(options: CliOptions, asJson: boolean): Promise<void> {
  const accounts = await withInstance(options, (instance) => instance.accounts.list())
  if (asJson) return writeJson(options.terminal, accounts.map(jsonOf))
  if (accounts.length === 0) {
    return note(options.terminal, 'There are no accounts yet. Create one with: onedoor account create NAME')
  }
  writeTable(
    options.terminal,
    ['USERNAME', 'ROLE', 'NAMESPACE', 'CREATED'],
    accounts.map((account) => [account.username, roleOf(account), account.namespace, iso(account.createdAtMs)]),
  )
}

function jsonOf(account: Account) {
  const { id, username, isAdmin, isNamespaceAdmin, namespace, createdAtMs } = account
  return {
    id,
    username,
    is_admin: isAdmin,
    namespace,
    is_namespace_admin: isNamespaceAdmin,
    created_at: iso(createdAtMs),
  }
}

async function remove(options: CliOptions, username: string, isSure: boolean): Promise<void> {
  const { terminal } = options
  if (!isSure && !terminal.stdin.isTTY) {
    throw new UsageError('Confirmation requires a terminal. Add --yes if you are sure.')
  }
  await withInstance(options, async ({ accounts, audit }) => {
    await accounts.get(username)
    const question = `Delete the account ${username}, its tokens and everything else that it owns?`
    if (!isSure && !(await confirm(terminal, question))) throw new Error('Nothing was deleted.')
    const { rest: deletion } = await accounts.remove(username)
    await deletion
    await audit.record({ action: 'account_deleted', subject: username, via: 'command' })
    terminal.stdout.write(`Account ${username} deleted.\n`)
    const rest = await accounts.list()
    if (rest.length > 0 && !rest.some((account) => account.isAdmin)) {
      note(terminal, 'No administrator is left. Create one with: onedoor account create NAME --admin')
    }
  })
}
