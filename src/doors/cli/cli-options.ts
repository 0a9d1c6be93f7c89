import { InvalidArgumentError } from 'commander'
import type { AccountMail } from '../../runtime/accounts/account-mail.ts'
import type { Accounts } from '../../runtime/accounts/accounts.ts'
import type { Administered } from '../../runtime/accounts/administered.ts'
import type { AuditLog } from '../../runtime/accounts/audit.ts'
import type { RotatedKey } from '../../runtime/accounts/rotated-key.ts'
import type { Tokens } from '../../runtime/accounts/tokens.ts'
import type { End, Manifest } from '../../runtime/backup/format.ts'
import type { StoredBackup } from '../../runtime/backup/scheduled-backups.ts'
import type { Clock } from '../../runtime/base/clock.ts'
import type { Environment } from '../../runtime/base/environment.ts'
import type { Budgets } from '../../runtime/budgets/budgets.ts'
import type { BusDesk } from '../../runtime/bus/status.ts'
import type { CallLogReport } from '../../runtime/calls/log/check.ts'
import type { JobDesk } from '../../runtime/jobs/dead-jobs.ts'
import type { Finding } from '../../runtime/kit/finding.ts'
import type { Ledger } from '../../runtime/money/ledger.ts'
import type { PaymentReview } from '../../runtime/money/x402/review.ts'
import type { Rules } from '../../runtime/policy/rules.ts'
import type { RulesDocument } from '../../runtime/policy/rules-document.ts'
import type { RuleTestResult } from '../../runtime/policy/rules-tests.ts'
import type { Quotas } from '../../runtime/store/quota/quotas.ts'
import type { Store } from '../../runtime/store/types.ts'
import type { Terminal } from './output/terminal.ts'

/** What the commands use. */
export interface CliOptions {
  readonly terminal: Terminal
  readonly env: Environment
  /** The services that a token can name. */
  readonly services: readonly string[]
  /**
   * Opens and migrates the database that the settings name (the server may never have run). Rejects with a
   * sentence for the operator.
   */
  openInstance(): Promise<Instance>
  /** Works on the instance as a whole. Rejects with a sentence for the operator. */
  openUpkeep(): Promise<Upkeep>
  /** Checks the settings, without starting anything. */
  checkConfig(): Promise<ConfigReport>
  /** Checks everything that the instance needs. */
  examine(): Promise<readonly Finding[]>
  /** Starts a sandbox. Rejects with a sentence for the operator. */
  startSandbox(options: SandboxAddress): Promise<Sandbox>
  /** Loads the writers of clients. Rejects with ERR_MODULE_NOT_FOUND where they are not installed. */
  openCodegen(): Promise<Codegen>
}

/** The settings that differ from their defaults, and a sentence for each that cannot be used. */
export interface ConfigReport {
  readonly changed: readonly { readonly name: string; readonly value: string; readonly source: string }[]
  readonly faults: readonly string[]
}

export interface SandboxAddress {
  readonly host: string
  readonly port: number
  /** The time at which the clock of a new world starts, epoch milliseconds; the present if not given. */
  readonly startMs: number | undefined
  /** The name of a ready seed, or a seed in YAML or JSON; without it worlds start empty. */
  readonly seed: string | undefined
}

/** A server for development that runs in this process. */
export interface Sandbox {
  readonly url: string
  readonly accounts: readonly { readonly username: string; readonly password: string; readonly token: string }[]
  stop(): Promise<void>
}

/** Writes clients of other APIs. */
export interface Codegen {
  /**
   * Returns the content of a client's files by path. Rejects with a sentence about the document or the options.
   *
   * @param document a parsed OpenAPI document
   */
  writeSdk(
    document: unknown,
    options: { readonly language: string; readonly name?: string | undefined },
  ): Promise<ReadonlyMap<string, string>>
}

/** Backs up, restores and moves the instance of the settings. Each rejects with a sentence for the operator. */
export interface Upkeep {
  /** Whether secrets are encrypted with a key that no backup contains. */
  readonly hasOutsideKey: boolean
  backUp(file: string): Promise<End>
  /** @param mayReplace whether to replace an instance that is in use */
  restore(file: string, mayReplace: boolean): Promise<{ readonly manifest: Manifest; readonly end: End }>
  move(): Promise<End>
  /** The backups in BACKUP_TO, newest first; rows and files only of those that are verified. */
  list(): Promise<readonly (StoredBackup & { readonly rows?: number; readonly files?: number })[]>
  /** Reads a whole backup. @param name in BACKUP_TO, or a path; the newest good one if omitted */
  verify(name?: string): Promise<{ readonly name: string; readonly summary: { readonly manifest: Manifest } }>
  /** Restores a backup into an instance that is then deleted, and checks that. */
  drill(name?: string): Promise<{ readonly name: string; readonly findings: readonly Finding[] }>
}

/** An open, migrated database and what is built on it. */
export interface Instance {
  readonly accounts: Accounts
  readonly administered: Administered
  readonly quotas: Quotas
  readonly accountMail: Pick<AccountMail, 'inform'>
  readonly audit: AuditLog
  /** Whether calls cost credits. */
  readonly usesCredits: boolean
  readonly ledger: Ledger
  readonly budgets: Pick<Budgets, 'set' | 'booksOf'>
  readonly rules: Pick<Rules, 'get' | 'set'>
  /** Runs the tests of a rules document for an account. */
  testRules(accountId: string, document: RulesDocument): Promise<RuleTestResult[]>
  readonly payments: PaymentReview
  /** Checks the logs of the calls of all accounts. */
  checkCallLog(): Promise<CallLogReport>
  readonly bus: BusDesk
  readonly jobs: JobDesk
  readonly tokens: Tokens
  readonly clock: Clock
  readonly store: Store
  /** The keys that can be replaced. */
  rotatedKeys(): Promise<readonly RotatedKey[]>
  /** Names of the migrations that opening the database has applied. */
  readonly migrated: readonly string[]
  close(): Promise<void>
}

/** Runs `work` on the instance and closes it again. Rejects with what `openInstance` or `work` throws. */
export async function withInstance<T>(options: CliOptions, work: (instance: Instance) => Promise<T>): Promise<T> {
  const instance = await options.openInstance()
  try {
    return await work(instance)
  } finally {
    await instance.close()
  }
}

/** Reads an option that is a whole number from `min` to `max`. */
export function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (/^\d{1,9}$/.test(text) && value >= min && value <= max) return value
    throw new InvalidArgumentError(`Use a whole number from ${min} to ${max}.`)
  }
}
