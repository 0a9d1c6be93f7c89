import type { Clock } from '../base/clock.ts'
import type { Values } from '../base/setting.ts'
import type { Store, StoreLog } from '../store/types.ts'
import { addressGroup } from './client-address.ts'
import { rateLimited } from './headers.ts'
import { exactLimiter, type Limiter, swiftLimiter } from './limiter.ts'
import type { Policy, Verdict } from './policy.ts'
import type { limitSettings } from './settings.ts'
import { createSharedCounts, forgetOldCounts } from './shared-counts.ts'
import { slotMsOf } from './sliding-window.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** The settings that limits come from; undefined is no limit. */
export type LimitSettings = Omit<Values<typeof limitSettings>, 'trustedProxies'>

/** Something of which each subject may have so much in a window. */
export interface Allowance {
  /**
   * Takes one. Call it before the thing is done: what was taken is not given back.
   *
   * @throws ApiError rate_limited with the seconds to wait
   */
  take(subject: string): Promise<void>
}

/** What handlers may give away of what leaves the server, by account id. */
export interface OutboundLimits {
  /** Mail to the outside. */
  readonly mail: Allowance
  /** Texts to phones. */
  readonly texts: Allowance
}

export interface Limits {
  /** Calls without an account, by address; answers at once unless the database has to be waited for. */
  ofAddress(address: string): Verdict | Promise<Verdict> | undefined
  /** Calls of an account. */
  ofAccount(accountId: string): Verdict | Promise<Verdict> | undefined
  /** What an account shows to others. */
  ofPublicWrites(accountId: string): Verdict | Promise<Verdict> | undefined
  /** Attempts to sign in, good or bad, by address. */
  readonly signIn: Allowance
  /** Attempts to sign in to an account of the auth service, by account, whether there is one or not. */
  readonly serviceSignIn: Allowance
  readonly outbound: OutboundLimits
  /** A limit on what happens often. Several processes together may let a little more through than its quota. */
  swift(policy: Policy): Pick<Limiter, 'take'>
  /** A limit that holds exactly over all processes, at the cost of a write each time. */
  exact(policy: Policy): Pick<Limiter, 'take'>
  /** Removes counts that no window holds any more. */
  purge(): Promise<void>
  /** Resolves when nothing is written any more: before the store is closed. */
  idle(): Promise<void>
}

interface LimitsOptions {
  readonly store: Store
  readonly clock: Clock
  readonly config: LimitSettings
  readonly log?: StoreLog | undefined
}

/** The limits of this instance, shared by all its processes through the store. */
export function createLimits({ store, clock, config, log }: LimitsOptions): Limits {
  const options = (policy: Policy) => ({
    policy,
    clock,
    shared: createSharedCounts(store, policy.name, slotMsOf(policy.windowMs)),
    log,
  })
  const swiftLimiters: Limiter[] = []
  function swift(policy: Policy): Limiter {
    const limiter = swiftLimiter(options(policy))
    swiftLimiters.push(limiter)
    return limiter
  }
  const exact = (policy: Policy) => exactLimiter(options(policy))

  const anonymous = swift({
    name: 'anonymous',
    unit: 'requests',
    per: 'address without an account',
    quota: config.anonymousPerMinute,
    windowMs: minuteMs,
  })
  const account = swift({
    name: 'account',
    unit: 'requests',
    per: 'account',
    quota: config.accountPerMinute,
    windowMs: minuteMs,
  })
  const publicWrites = exact({
    name: 'public-writes',
    unit: 'public writes',
    per: 'account',
    quota: config.publicWritesPerHour,
    windowMs: hourMs,
  })
  const signIn = exact({
    name: 'sign-in',
    unit: 'attempts to sign in',
    per: 'address',
    quota: config.signInPer15Minutes,
    windowMs: 15 * minuteMs,
  })
  const serviceSignIn = exact({
    name: 'service-sign-in',
    unit: 'attempts to sign in',
    per: 'account',
    quota: config.signInPer15Minutes,
    windowMs: 15 * minuteMs,
  })
  const mail = exact({ name: 'mail', unit: 'mails', per: 'account', quota: config.mailPerDay, windowMs: dayMs })
  const texts = exact({ name: 'texts', unit: 'texts', per: 'account', quota: config.textsPerDay, windowMs: dayMs })

  return {
    ofAddress: (address) => anonymous.take(addressGroup(address)),
    ofAccount: (accountId) => account.take(accountId),
    ofPublicWrites: (accountId) => publicWrites.take(accountId),
    signIn: { take: (address) => takeOrRefuse(signIn, addressGroup(address)) },
    serviceSignIn: { take: (account) => takeOrRefuse(serviceSignIn, account) },
    outbound: {
      mail: { take: (accountId) => takeOrRefuse(mail, accountId) },
      texts: { take: (accountId) => takeOrRefuse(texts, accountId) },
    },
    swift,
    exact,
    async purge() {
      await forgetOldCounts(store, clock.now())
    },
    async idle() {
      await Promise.all(swiftLimiters.map((limiter) => limiter.idle()))
    },
  }
}

async function takeOrRefuse(limiter: Limiter, subject: string): Promise<void> {
  const verdict = await limiter.take(subject)
  if (verdict && !verdict.isAllowed) throw rateLimited(verdict)
}
