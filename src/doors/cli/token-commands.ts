import { type Command, InvalidArgumentError } from 'commander'
import { CAPABILITIES, isCapability } from '../../runtime/accounts/grant.ts'
import { DEFAULT_DAYS, maxDays, type TokenScope } from '../../runtime/accounts/new-token.ts'
import { partsOfAll, SCOPE_CLASSES } from '../../runtime/accounts/scope-classes.ts'
import type { Token } from '../../runtime/accounts/tokens.ts'
import { iso } from '../../runtime/base/clock.ts'
import { type CliOptions, wholeNumber, withInstance } from './cli-options.ts'
import { note, printable, UsageError, writeJson, writeTable } from './output/terminal.ts'

interface CreateFlags {
  services?: string[]
  capabilities?: string[]
  actions?: true
  classes?: string[]
  days?: number
  name?: string
}

/** Adds `token create`, `token list` and `token revoke`. */
export function addTokenCommands(token: Command, options: CliOptions): void {
  token
    .command('create')
    .description('create a token and print it, once, as the only line on standard output')
    .argument('<name>', 'username of its account')
    .option(
      '--services <names>',
      `services it may use, separated by commas, or "all": ${options.services.join(', ')}`,
      names,
    )
    .option('--capabilities <names>', `areas of the product that it may use: ${CAPABILITIES.join(', ')}`, names)
    .option('--actions', 'allow everything; without this option, the token is read-only')
    .option(
      '--classes <names>',
      `what it may do, instead of --actions: ${SCOPE_CLASSES.join(', ')} (write includes delete and publish)`,
      names,
    )
    .option(
      '--days <number>',
      `days until it expires, 1 to ${maxDays} (default: ${DEFAULT_DAYS})`,
      wholeNumber(1, maxDays),
    )
    .option('--name <text>', 'its name, shown in lists')
    .addHelpText(
      'after',
      `
Examples:
  onedoor token create alice --services notes,docs --actions --name laptop
  ONEDOOR_TOKEN=$(onedoor token create alice --services all --days 7)
  onedoor token create alice --capabilities agent,inbox,work --actions
  onedoor token create alice --services notes --capabilities inbox
  onedoor token create alice --services all --classes read,write`,
    )
    .action((username: string, flags: CreateFlags) => create(options, username, flags))
  token
    .command('list')
    .description("list an account's tokens, oldest first; their secrets cannot be shown again")
    .argument('<name>', 'username')
    .option('--json', 'as JSON')
    .action((username: string, flags: { json?: true }) => list(options, username, flags.json ?? false))
  token
    .command('revoke')
    .description('revoke a token at once')
    .argument('<id>', 'its id, from "onedoor token list"')
    .action((id: string) => revoke(options, id))
}

/** Splits `a,b`. An empty entry is an error; in particular, an empty list never means everything. */
function names(text: string): string[] {
  const parts = text.split(',').map((part) => part.trim())
  if (parts.includes('')) throw new InvalidArgumentError('It must be one or more names, separated by commas.')
  return parts
}

function scopeOf({ services, capabilities }: CreateFlags): TokenScope {
  if (!services && !capabilities) {
    throw new UsageError(
      'Specify what the token covers with --services notes,docs (or all), --capabilities agent,inbox,work, or both.',
    )
  }
  if (!services?.includes('all')) return { services, capabilities }
  if (services.length > 1) throw new UsageError('"all" must be alone: --services all.')
  return { services: 'all', capabilities }
}

async function create(options: CliOptions, username: string, flags: CreateFlags): Promise<void> {
  const scope = scopeOf(flags)
  if (flags.actions && flags.classes)
    throw new UsageError('Give either --actions or --classes: --actions allows everything.')
  const { token, secret } = await withInstance(options, async ({ accounts, tokens, audit }) => {
    const account = await accounts.get(username)
    const { actions, classes, days, name } = flags
    const made = await tokens.create(account.id, { scope, actions, classes, days, name })
    const detail = `${made.token.id} ${scopeText(made.token)}`
    await audit.record({ action: 'token_created', subject: username, via: 'command', detail })
    return made
  })
  options.terminal.stdout.write(`${secret}\n`)
  const { classes } = partsOfAll(token.scopes)
  const part = token.actions ? 'reads and changes' : 'read-only (--actions would allow changes)'
  const may = classes.length > 0 ? `may ${classes.join(', ')}` : part
  note(
    options.terminal,
    `${token.id} for ${username}: ${scopeText(token)}; ${may}; expires ${iso(token.expiresAtMs)}. It is not shown again.`,
  )
}

async function list(options: CliOptions, username: string, asJson: boolean): Promise<void> {
  const { owned, now } = await withInstance(options, async ({ accounts, tokens, clock }) => {
    const account = await accounts.get(username)
    return { owned: await tokens.list(account.id), now: clock.now() }
  })
  if (asJson) return writeJson(options.terminal, owned.map(jsonOf))
  if (owned.length === 0) {
    return note(
      options.terminal,
      `${username} has no tokens. Create one with: onedoor token create ${username} --services all`,
    )
  }
  writeTable(
    options.terminal,
    ['ID', 'NAME', 'STATE', 'MAY USE', 'ACTIONS', 'CREATED', 'EXPIRES', 'LAST USED'],
    owned.map((token) => [
      token.id,
      token.name,
      stateOf(token, now),
      scopeText(token),
      partsOfAll(token.scopes).classes.join(',') || (token.actions ? 'yes' : 'no'),
      iso(token.createdAtMs),
      iso(token.expiresAtMs),
      token.lastUsedAtMs === undefined ? 'never' : iso(token.lastUsedAtMs),
    ]),
  )
}

function stateOf(token: Token, now: number): string {
  if (token.revokedAtMs !== undefined) return 'revoked'
  return token.expiresAtMs <= now ? 'expired' : 'valid'
}

function scopeText(token: Token): string {
  const { names } = partsOfAll(token.scopes)
  const isAll = token.allServices || names.includes('*')
  const services = isAll ? 'all' : [...token.services, ...names.filter((name) => !isCapability(name))].join(',')
  const capabilities = [...token.capabilities, ...names.filter(isCapability)].join(',')
  const parts = [services && `services ${services}`, capabilities && `capabilities ${capabilities}`]
  return parts.filter(Boolean).join(', ') || 'nothing'
}

function jsonOf(token: Token) {
  return {
    id: token.id,
    name: token.name,
    all_services: token.allServices,
    services: token.services,
    capabilities: token.capabilities,
    actions: token.actions,
    scopes: token.scopes,
    created_at: iso(token.createdAtMs),
    expires_at: iso(token.expiresAtMs),
    ...(token.lastUsedAtMs === undefined ? {} : { last_used_at: iso(token.lastUsedAtMs) }),
    ...(token.revokedAtMs === undefined ? {} : { revoked_at: iso(token.revokedAtMs) }),
  }
}

async function revoke(options: CliOptions, id: string): Promise<void> {
  await withInstance(options, async ({ tokens, audit }) => {
    await tokens.revoke(id)
    await audit.record({ action: 'token_revoked', via: 'command', detail: id })
  })
  options.terminal.stdout.write(`Token ${printable(id)} is revoked.\n`)
}
