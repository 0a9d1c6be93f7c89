import type { Clock } from '../base/clock.ts'
import type { Values } from '../base/setting.ts'
import type { Store, StoreLog } from '../store/types.ts'
import { addressGroup } from './client-address.ts'
import { refuseBeyond } from './headers.ts'
import { exactLimiter, type Limiter, swiftLimiter } from './limiter.ts'
import type { Policy, Verdict } from './policy.ts'
import type { limitSettings } from './settings.ts'
import { createSharedCounts, purgeCounts } from './shared-counts.ts'
import { slotMsOf } from './sliding-window.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** The settings of the limits; undefined means unlimited. */
export type LimitSettings = Omit<
  Values<typeof limitSettings>,
  'trustedProxies' | 'callsAtOnce' | 'connectionsPerAddress' | 'connections'
>

/** Something that each subject may take a limited amount of per window. */
export interface Allowance {
  /**
   * Takes one. Call it before the action: a take is never returned.
   *
   * @param verdicts those of the call, to which this one is added for its headers
   * @throws ApiError rate_limited with the seconds to wait
   */
  take(subject: string, verdicts?: Verdict[]): Promise<void>
}

interface LimitsOptions {
  readonly store: Store
  readonly clock: Clock
  readonly config: LimitSettings
  readonly log?: StoreLog | undefined
}

/** The quotas follow the settings, which can change while the server runs. */
function policiesOf(config: LimitSettings) {
  return {
    anonymous: {
      name: 'anonymous',
      unit: 'requests',
      per: 'address without an account',
      get quota() {
        return config.anonymousPerMinute
      },
      windowMs: minuteMs,
    },
    account: {
      name: 'account',
      unit: 'requests',
      per: 'account',
      get quota() {
        return config.accountPerMinute
      },
      windowMs: minuteMs,
    },
    publicWrites: {
      name: 'public-writes',
      unit: 'public writes',
      per: 'account',
      get quota() {
        return config.publicWritesPerHour
      },
      windowMs: hourMs,
    },
    signIn: {
      name: 'sign-in',
      unit: 'attempts to sign in',
      per: 'address',
      get quota() {
        return config.signInPer15Minutes
      },
      windowMs: 15 * minuteMs,
    },
    serviceSignIn: {
      name: 'service-sign-in',
      unit: 'attempts to sign in',
      per: 'account',
      get quota() {
        return config.signInPer15Minutes
      },
      windowMs: 15 * minuteMs,
    },
    mail: {
      name: 'mail',
      unit: 'mails',
      per: 'account',
      get quota() {
        return config.mailPerDay
      },
      windowMs: dayMs,
    },
  } satisfies Record<string, Policy>
}

/** The limits of this instance, shared by all its processes through the store. */
export function createLimits({ store, clock, config, log }: LimitsOptions) {
  const policies = policiesOf(config)
  const options = (policy: Policy) => ({
    policy,
    clock,
    shared: createSharedCounts(store, policy.name, slotMsOf(policy.windowMs)),
    log,
  })
  const allowance = (policy: Policy, subjectOf = (subject: string) => subject): Allowance => {
    const limiter = exactLimiter(options(policy))
    return { take: (subject, verdicts) => takeOrRefuse(limiter, subjectOf(subject), verdicts) }
  }
  const swiftLimiters: Limiter[] = []
  const swift = (policy: Policy): Pick<Limiter, 'take'> => {
    const limiter = swiftLimiter(options(policy))
    swiftLimiters.push(limiter)
    return limiter
  }
  const exact = (policy: Policy): Pick<Limiter, 'take'> => exactLimiter(options(policy))
  const anonymous = swift(policies.anonymous)
  const account = swift(policies.account)
  const publicWrites = exact(policies.publicWrites)
  return {
    /** Calls without an account, by address. Returns a promise only when it has to wait for the database. */
    ofAddress: (address: string) => anonymous.take(addressGroup(address)),
    /** Calls of an account. */
    ofAccount: (accountId: string) => account.take(accountId),
    /** Writes of an account that others can see. */
    ofPublicWrites: (accountId: string) => publicWrites.take(accountId),
    /** Attempts to sign in, successful or not, by address. */
    signIn: allowance(policies.signIn, addressGroup),
    /** Attempts to sign in to an account of the auth service, by account, whether it exists or not. */
    serviceSignIn: allowance(policies.serviceSignIn),
    outbound: { mail: allowance(policies.mail) },
    /** A limit on frequent events. Several processes together may allow slightly more than its quota. */
    swift,
    /** A limit that is exact across all processes, at the cost of a write per take. */
    exact,
    /** Deletes counts older than their window. */
    async purge(): Promise<void> {
      await purgeCounts(store, clock.now())
    },
    /** Resolves when no writes are in progress: before the store is closed. */
    async idle(): Promise<void> {
      await Promise.all(swiftLimiters.map((limiter) => limiter.idle()))
    },
  }
}

export type Limits = ReturnType<typeof createLimits>

async function takeOrRefuse(limiter: Limiter, subject: string, verdicts?: Verdict[]): Promise<void> {
  const verdict = await limiter.take(subject)
  if (verdict) verdicts?.push(verdict)
  refuseBeyond(verdict)
}
