import { type Command, InvalidArgumentError, Option } from 'commander'
import type { CliArgument, CliFamily, CliMethod } from '#generated/cli/index.ts'
import type { Environment } from '#runtime/base/environment.ts'
import { type Terminal, UsageError } from '../output/terminal.ts'
import { type CallFlags, call } from './call-method.ts'
import { exampleOf, helpOf, placeholderOf, priceOf, unwrapped, whoMayCall } from './described.ts'
import type { Typed } from './read-arguments.ts'
import { kebab } from './spelling.ts'

type Value = Typed['values'][string]

const ARGUMENTS = 'Arguments:'

/** Options that every method has besides its arguments. */
const callOptions = ({ isPaged, isFile }: { isPaged: boolean; isFile: boolean }) => [
  new Option('--json <file>', 'arguments as a JSON object: a file, - for standard input, or the object itself'),
  new Option('--output <form>', 'json or text (default: text on a terminal, json elsewhere)').choices(['json', 'text']),
  ...(isPaged ? [new Option('--all-pages', 'all entries, not only one page')] : []),
  ...(isFile ? [new Option('--save <file>', 'write the content to a file, - for standard output')] : []),
  new Option('--time-limit <seconds>', 'time limit of the call with its retries (default: 60)').argParser(seconds),
  new Option('--idempotency-key <text>', 'calls with the same key run only once'),
  new Option('--dry-run', 'print the request as a curl command without sending it'),
  new Option('--show-token', 'with --dry-run: the token itself instead of $ONEDOOR_TOKEN'),
]

/** Names that no argument may have as an option. */
export const reservedOptions: readonly string[] = [
  ...callOptions({ isPaged: true, isFile: true }).map(({ long }) => long ?? ''),
  '--help',
]

/** Fills a family's command with its methods. */
export async function addMethods(
  command: Command,
  name: string,
  family: CliFamily,
  options: { terminal: Terminal; env: Environment },
): Promise<void> {
  command.configureHelp({ subcommandTerm: (method) => method.name() })
  for (const method of await family.load()) {
    const added = command.command(method.name).summary(method.summary)
    if (kebab(method.name) !== method.name) added.alias(kebab(method.name))
    const read = addArguments(added, method)
    const facts = { isPaged: method.paging !== undefined, isFile: method.file !== undefined }
    for (const option of callOptions(facts)) added.addOption(option)
    added
      .usage(`${usageOf(method)}[options]`)
      .description(
        `${method.summary}.\n\n${unwrapped(method.description)}\n\nPrice: ${priceOf(method)}. ${whoMayCall[method.needs]}`,
      )
      .addHelpText('after', `${fileHelp(method)}\nExample:\n  ${exampleOf(name, method)}`)
      .action(async () => call(name, method, read(), flagsOf(added), options))
  }
}

/** Adds a method's arguments as options. Returns a function that reads them after parsing. */
function addArguments(command: Command, method: CliMethod): () => Typed {
  const attributes = method.args.map((argument) => {
    const option = kebab(argument.name)
    const main = optionOf(argument, option, helpOf(argument))
    const others = argument.type === 'boolean' ? [new Option(`--no-${option}`, `the opposite of --${option}`)] : []
    // The name as the API spells it is accepted too.
    const asSpelt = option === argument.name ? [] : [optionOf(argument, argument.name, '').hideHelp()]
    const isHidden = argument.aliasOf !== undefined
    for (const added of [main, ...others]) command.addOption(added.helpGroup(ARGUMENTS).hideHelp(isHidden))
    for (const added of asSpelt) command.addOption(added.helpGroup(ARGUMENTS))
    return { argument, names: [main, ...asSpelt].map((added) => added.attributeName()) }
  })
  const placed = placedArgument(method)
  if (placed) command.argument(placed.isList ? '[value...]' : '[value]')
  return () => {
    const flags: Record<string, Value> = command.opts()
    const values = attributes.map(({ argument, names }) => [
      argument.name,
      oneOf(
        argument,
        names.map((attribute) => flags[attribute]).find((value) => value !== undefined),
        argument === placed ? placedValue(command) : undefined,
      ),
    ])
    return { values: Object.fromEntries(values), json: flags.json as string | undefined }
  }
}

/** The only required argument, which may also be given without its name. */
function placedArgument({ args }: CliMethod): CliArgument | undefined {
  const required = args.filter(({ isRequired }) => isRequired)
  return required.length === 1 && required[0]?.type !== 'boolean' ? required[0] : undefined
}

function placedValue({ processedArgs: [value] }: Command): string | readonly string[] | undefined {
  return Array.isArray(value) && value.length === 0 ? undefined : value
}

/** @throws UsageError for a value that was given both with and without its name */
function oneOf({ name }: CliArgument, named: Value, bare: Value): Value {
  if (named === undefined || bare === undefined) return named ?? bare
  throw new UsageError(`--${kebab(name)} was given twice: once with its name and once without it.`)
}

function optionOf(argument: CliArgument, name: string, help: string): Option {
  if (argument.type === 'boolean') return new Option(`--${name}`, help)
  const option = new Option(`--${name} ${placeholderOf(argument)}`, help)
  // Only for help and completion: a wrong word is reported together with all other faults.
  if (argument.values) option.argChoices = [...argument.values]
  const collect = (text: string, before: string[] | undefined) => [...(before ?? []), text]
  return argument.isList ? option.argParser(collect) : option.argParser(once)
}

/** Otherwise a second value would silently replace the first. */
function once(text: string, before: string | undefined): string {
  if (before !== undefined) throw new InvalidArgumentError('It was given twice, but it accepts only one value.')
  return text
}

function seconds(text: string): number {
  const value = Number(text)
  if (!/^\d+(\.\d+)?$/.test(text) || value === 0)
    throw new InvalidArgumentError('Use a number of seconds greater than 0.')
  return value
}

function flagsOf(command: Command): CallFlags {
  const { output, dryRun, showToken, allPages, save, idempotencyKey, timeLimit } = command.opts()
  return { output, dryRun, showToken, allPages, save, idempotencyKey, timeLimitS: timeLimit }
}

function usageOf(method: CliMethod): string {
  const placed = placedArgument(method)
  if (placed) return `[--${kebab(placed.name)}] ${placeholderOf(placed)} `
  const required = method.args.filter(({ isRequired }) => isRequired)
  return required.map((argument) => `--${kebab(argument.name)} ${placeholderOf(argument)} `).join('')
}

function fileHelp({ args }: CliMethod): string {
  const isText = args.some(({ type, values, format }) => type === 'string' && !values && !format)
  if (!isText) return ''
  return `
A text may come from a file: @FILE, @- for standard input, @base64:FILE for its bytes in base64.
@@ begins a text with @.
`
}
