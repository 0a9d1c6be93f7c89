import type { Request, Response } from 'express'
import type { Registry } from 'prom-client'
import type { AccountMail } from '#runtime/accounts/account-mail.ts'
import type { Accounts } from '#runtime/accounts/accounts.ts'
import type { Administered } from '#runtime/accounts/administered.ts'
import { createAnnouncement } from '#runtime/accounts/announcement.ts'
import type { AuditAction, AuditEntry, AuditLog } from '#runtime/accounts/audit.ts'
import { createCredentials } from '#runtime/accounts/credentials.ts'
import type { Csrf } from '#runtime/accounts/csrf.ts'
import type { Exports } from '#runtime/accounts/exports.ts'
import { createHalfSignIns } from '#runtime/accounts/half-sign-ins.ts'
import type { Impersonations } from '#runtime/accounts/impersonations.ts'
import { createInvites } from '#runtime/accounts/invites.ts'
import { createKnownDevices } from '#runtime/accounts/known-devices.ts'
import { createMarkedRecords } from '#runtime/accounts/marked-records.ts'
import type { Oidc } from '#runtime/accounts/oidc/oidc.ts'
import type { MarkedTexts } from '#runtime/accounts/owned.ts'
import { Passkeys } from '#runtime/accounts/passkeys.ts'
import { createProfiles } from '#runtime/accounts/profiles.ts'
import { createRecoveryAddresses } from '#runtime/accounts/recovery-addresses.ts'
import { SecondFactor } from '#runtime/accounts/second-factor.ts'
import type { Session, Sessions } from '#runtime/accounts/sessions.ts'
import type { accountSettings } from '#runtime/accounts/settings.ts'
import { createSetupLinks } from '#runtime/accounts/setup-links.ts'
import type { Tokens } from '#runtime/accounts/tokens.ts'
import type { Alerts } from '#runtime/alerts/alerts.ts'
import type { StoreApprovals } from '#runtime/approvals/approvals.ts'
import { type Clock, iso } from '#runtime/base/clock.ts'
import type { Log } from '#runtime/base/log.ts'
import type { Keys } from '#runtime/base/secrets/keys.ts'
import type { Values } from '#runtime/base/setting.ts'
import type { Signals } from '#runtime/base/signals.ts'
import { deviceName } from '#runtime/base/text/device-name.ts'
import type { Budgets } from '#runtime/budgets/budgets.ts'
import type { NamedSpender } from '#runtime/budgets/types.ts'
import type { Calls } from '#runtime/calls/pipeline.ts'
import type { Traffic } from '#runtime/calls/traffic.ts'
import { createJobDesk } from '#runtime/jobs/dead-jobs.ts'
import type { Finding } from '#runtime/kit/finding.ts'
import { clientAddress, type TrustedProxies } from '#runtime/limits/client-address.ts'
import type { InFlight } from '#runtime/limits/in-flight.ts'
import type { IncomingBytes } from '#runtime/limits/incoming-bytes.ts'
import type { Limits } from '#runtime/limits/limits.ts'
import type { Ledger } from '#runtime/money/ledger.ts'
import type { OAuth } from '#runtime/oauth/oauth.ts'
import type { Connections } from '#runtime/outbound/connections/connections.ts'
import type { ContactsAmong, Rules } from '#runtime/policy/rules.ts'
import type { Taints } from '#runtime/policy/taints.ts'
import type { Quotas } from '#runtime/store/quota/quotas.ts'
import type { Storage } from '#runtime/store/quota/storage.ts'
import type { Store } from '#runtime/store/types.ts'
import { createStoredByService } from './stored.ts'
import { visitorOf } from './visitor.ts'

/** The fields of an audit entry that do not identify the visitor. */
type AuditFacts = Pick<AuditEntry, 'actor' | 'subject' | 'detail'>

/** The parts of a running server that the pages of accounts are built on. */
interface RuntimeServices {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly config: {
    /** Who may create an account: anyone, people with an invitation, or nobody. */
    readonly signUp: Values<typeof accountSettings>['signUp']
    readonly adminSecondFactor: Values<typeof accountSettings>['adminSecondFactor']
    /** Whether calls cost credits. */
    readonly usesCredits: boolean
    readonly trustedProxies: TrustedProxies
  }
  readonly metrics: Registry
  readonly accounts: Accounts
  readonly accountMail: Pick<AccountMail, 'mailer' | 'inform' | 'informWithin' | 'sendCode' | 'sendReset'>
  readonly keys: Keys
  readonly administered: Administered
  readonly approvals: Pick<StoreApprovals, 'countPending' | 'rules' | 'revokeRule'>
  readonly rules: Rules
  readonly contactsAmong: ContactsAmong
  readonly alerts: Pick<Alerts, 'list'>
  readonly audit: AuditLog
  readonly traffic: Pick<Traffic, 'steps'>
  readonly calls: Pick<Calls, 'run'>
  readonly connections: Pick<Connections, 'list' | 'begin' | 'finish' | 'disconnect'>
  readonly tokens: Tokens
  readonly taints: Pick<Taints, 'list' | 'clear'>
  readonly sessions: Sessions
  readonly impersonations: Impersonations
  readonly oidc: Oidc | undefined
  readonly signals: Pick<Signals, 'send'>
  readonly csrf: Csrf
  readonly ledger: Ledger
  readonly oauth: OAuth
  readonly limits: Pick<Limits, 'signIn' | 'exact'>
  /** The large bodies that are being received. */
  readonly arriving: IncomingBytes
  readonly inFlight: InFlight
  readonly exports: Exports
  readonly budgets: Budgets
  /** The agents and apps of an account that can have budgets. */
  readonly spenders: (account: string) => Promise<readonly NamedSpender[]>
  /** The state of the machine resources that families need. */
  readonly health: () => Promise<readonly Finding[]>
  readonly storage: Pick<Storage, 'partsOf' | 'usedByAll'>
  readonly quotas: Quotas
  /** The service of each table that belongs to one. */
  readonly familyOfTable: ReadonlyMap<string, string>
  /** The tables whose rows have the mark `by_others`. */
  readonly markedTables: ReadonlyMap<string, MarkedTexts>
  /** The services that a token can name. */
  readonly serviceNames: readonly string[]
  /** The public address, without a slash at its end. */
  readonly baseUrl: string
}

/** What the pages of accounts use. */
export type AccountServices = ReturnType<typeof accountServices>

/** Creates what the pages of accounts use. */
export function accountServices(runtime: RuntimeServices) {
  const { store, clock, config, accounts, audit, sessions, limits, baseUrl, signals } = runtime
  const addressOf = (req: Request) => clientAddress(req.socket.remoteAddress, req.headers, config.trustedProxies)
  return {
    ...runtime,
    announcement: createAnnouncement({ store, clock }),
    credentials: createCredentials({ store, clock, sessions }),
    secondFactor: new SecondFactor(runtime),
    halfSignIns: createHalfSignIns({ store, clock }),
    recovery: createRecoveryAddresses({ store, clock }),
    resetRequests: limits.exact({
      ...{ name: 'reset-requests', unit: 'requests for a new password', per: 'account' },
      ...{ quota: 3, windowMs: 3_600_000 },
    }),
    /** Each is mailed to an address that may not be the owner's. */
    mailedCodes: limits.exact({
      ...{ name: 'recovery-codes', unit: 'codes to recovery addresses', per: 'account' },
      ...{ quota: 5, windowMs: 86_400_000 },
    }),
    addressOf,
    noteSignIn: createNoteSignIn(runtime),
    invites: createInvites({ store, clock, accounts }),
    marked: createMarkedRecords(store, runtime.markedTables),
    jobs: createJobDesk({ store, clock, signals }),
    passkeys: new Passkeys({ store, clock, baseUrl }),
    profiles: createProfiles({ store, clock }),
    setupLinks: createSetupLinks({ store, clock, accounts }),
    signUp: config.signUp,
    usesCredits: config.usesCredits,
    /** Counts an attempt to sign in or to sign up. @throws ApiError rate_limited */
    countAttempt: (req: Request) => limits.signIn.take(addressOf(req)),
    /** Records an action of the visitor. Never rejects. */
    record: (res: Response, action: AuditAction, about?: AuditFacts) =>
      audit.record({
        action,
        via: 'page',
        actor: actorOf(res),
        address: addressOf(res.req),
        ...about,
      }),
    storedBy: createStoredByService(runtime),
  }
}

/** Who acts on a page: never the account whose pages an administrator sees. */
function actorOf(res: Response): string | undefined {
  const { impersonation, signedIn } = visitorOf(res)
  return (impersonation?.administrator ?? signedIn?.account)?.username
}

/** Notifies the owner of an account of its first sign-in with a browser. */
function createNoteSignIn({ store, clock, accountMail }: RuntimeServices) {
  const devices = createKnownDevices({ store, clock })
  return async (accountId: string, cookie: string | undefined, session: Session): Promise<string> => {
    const { secret, isNew } = await devices.note(accountId, cookie, session.id)
    const { device, address = 'an unknown address', createdAtMs } = session
    if (isNew) {
      const text = `${deviceName(device)} signed in from ${address} at ${iso(createdAtMs)}. If this was not you, sign it out and change your password.`
      await accountMail.inform(accountId, { title: 'A new browser signed in', text })
    }
    return secret
  }
}
