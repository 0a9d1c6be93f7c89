import type { Command } from 'commander'
import { type CliOptions, withInstance } from './cli-options.ts'
import { UsageError } from './output/terminal.ts'

/** Adds `keys rotate`. */
export function addKeysCommands(keys: Command, options: CliOptions): void {
  keys
    .command('rotate')
    .description('replace a key of the instance')
    .argument(
      '<key>',
      'signing (tokens of the auth service), session (forms and sessions), dkim (mail) or vapid (push)',
    )
    .action((name: string) => rotate(options, name))
}

async function rotate(options: CliOptions, name: string): Promise<void> {
  const said = await withInstance(options, async ({ rotatedKeys, audit, store, clock }) => {
    const keys = await rotatedKeys()
    const key = keys.find((each) => each.name === name)
    if (!key) throw new UsageError(`There is no key ${name}. Use one of ${keys.map((each) => each.name).join(', ')}.`)
    const text = await key.rotate({ store, clock })
    await audit.record({ action: 'key_rotated', via: 'command', detail: name })
    return text
  })
  options.terminal.stdout.write(`${said}\n`)
}
