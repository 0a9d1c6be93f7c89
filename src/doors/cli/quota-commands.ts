import type { Command } from 'commander'
import { sizeText } from '../../runtime/base/text/size-text.ts'
import { quotaFrom } from '../../runtime/store/quota/settings.ts'
import { type CliOptions, withInstance } from './cli-options.ts'
import { UsageError, writeJson } from './output/terminal.ts'

interface QuotaFlags {
  readonly mib?: string
  readonly remove?: true
  readonly json?: true
}

/** Adds `account quota`. */
export function addQuotaCommand(account: Command, options: CliOptions): void {
  account
    .command('quota')
    .description('show how much an account stores and may store, or set a quota for it other than QUOTA_MIB')
    .argument('<name>', 'username')
    .option('--mib <number>', 'set the quota, in MiB')
    .option('--remove', 'remove the quota, so that QUOTA_MIB applies')
    .option('--json', 'as JSON')
    .addHelpText(
      'after',
      '\nA quota below what the account stores deletes nothing.\n\nExample:\n  onedoor account quota alice --mib 5120',
    )
    .action((name: string, flags: QuotaFlags) => quota(options, name, flags))
}

async function quota(options: CliOptions, username: string, flags: QuotaFlags): Promise<void> {
  const { terminal } = options
  if (flags.mib !== undefined && flags.remove) throw new UsageError('Use either --mib or --remove.')
  const bytes = flags.mib === undefined ? undefined : quotaFrom(flags.mib)
  const { used, quota } = await withInstance(options, async ({ accounts, quotas, audit }) => {
    const { id } = await accounts.get(username)
    if (bytes !== undefined || flags.remove) {
      await quotas.set(id, bytes)
      const action = bytes === undefined ? 'quota_removed' : 'quota_set'
      const detail = bytes === undefined ? undefined : sizeText(bytes)
      await audit.record({ action, subject: username, via: 'command', detail })
    }
    return { used: await quotas.used(id), quota: await quotas.of(id) }
  })
  if (flags.json) return writeJson(terminal, { used_bytes: used, quota_bytes: quota.bytes, is_own: quota.isOwn })
  const source = quota.isOwn ? 'its own quota' : 'QUOTA_MIB'
  terminal.stdout.write(`Account ${username} stores ${sizeText(used)} of ${sizeText(quota.bytes)} (${source}).\n`)
}
