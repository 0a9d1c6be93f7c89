import type { Alert, Condition } from '../runtime/alerts/alerts.ts'
import { type Clock, iso } from '../runtime/base/clock.ts'
import type { DeadLetter } from '../runtime/bus/status.ts'
import type { KindCount } from '../runtime/jobs/job-metrics.ts'
import type { Finding } from '../runtime/kit/finding.ts'
import type { WaitingPayments } from '../runtime/money/x402/review.ts'
import type { Provider } from '../runtime/outbound/provider.ts'

const minuteMs = 60_000
/** Providers fail for minutes every now and then. */
const providerAfterMs = 15 * minuteMs
/** How long jobs may wait for a free slot. */
const maxLateMs = 15 * minuteMs
/** What should be renewed, or has not happened yet, can wait for a day. */
const outdatedAfterMs = 24 * 60 * minuteMs
const probeTimeoutMs = 10_000

interface AlertChecks {
  readonly clock: Clock
  readonly jobs: { counts(): Promise<KindCount[]> }
  readonly bus: { deadLetters(): Promise<DeadLetter[]> }
  readonly payments: { waiting(): Promise<WaitingPayments> }
  readonly outbound: { opened(): readonly Pick<Provider, 'name' | 'source' | 'state' | 'probe'>[] }
  /** The state of the machine, and of what families need on it. */
  findings(): Promise<readonly Finding[]>
}

/** Checks everything that administrators get notices about. @param alerts what is broken already */
export async function checkConditions(checks: AlertChecks, alerts: readonly Alert[]): Promise<Condition[]> {
  const [findings, jobs, letters, payments, providers] = await Promise.all([
    checks.findings(),
    checks.jobs.counts(),
    checks.bus.deadLetters(),
    checks.payments.waiting(),
    providerConditions(checks, alerts),
  ])
  const machine = findings.map(conditionOf)
  return [
    ...machine,
    ...jobConditions(jobs, checks.clock.now()),
    lettersCondition(letters),
    paymentsCondition(payments),
    ...providers,
  ]
}

function conditionOf({ what, state, detail }: Finding): Condition {
  const isBroken = state === 'broken' || state === 'outdated'
  const afterMs = state === 'outdated' ? outdatedAfterMs : 0
  return { what, state: isBroken ? 'broken' : 'works', detail, afterMs }
}

function jobConditions(counts: readonly KindCount[], now: number): Condition[] {
  const dead = counts.filter(({ state }) => state === 'dead')
  const failed = dead.reduce((sum, { count }) => sum + count, 0)
  const kinds = dead.map(({ kind }) => kind).join(', ')
  const late = counts.filter(({ state, oldest }) => state === 'ready' && now - oldest > maxLateMs)
  const minutes = Math.floor((now - Math.min(...late.map(({ oldest }) => oldest))) / minuteMs)
  const lateKinds = late.map(({ kind }) => kind).join(', ')
  return [
    condition('failed jobs', failed > 0, {
      broken: `${failed} (${kinds}). Retry or delete them at /admin/jobs.`,
      works: 'No jobs have failed.',
    }),
    condition('job queue', late.length > 0, {
      broken: `Jobs have been waiting for ${minutes} minutes (${lateKinds}). Look at /admin/jobs, and raise JOB_CONCURRENCY.`,
      works: 'Jobs run when they are due.',
    }),
  ]
}

function lettersCondition(letters: readonly DeadLetter[]): Condition {
  const listeners = [...new Set(letters.map(({ listener }) => listener))].join(', ')
  return condition('undelivered events', letters.length > 0, {
    broken: `${letters.length} (${listeners}). See "onedoor bus status".`,
    works: 'All events are delivered.',
  })
}

function paymentsCondition({ count, oldestMs }: WaitingPayments): Condition {
  const since = oldestMs === undefined ? '' : `, since ${iso(oldestMs)}`
  return condition('payments that wait for a decision', count > 0, {
    broken: `${count}${since}. Look up their nonces, from "onedoor payments list", on the chain, and resolve them with "onedoor payments resolve".`,
    works: 'The outcome of all payments is known, or will be found out automatically.',
  })
}

function condition(what: string, isBroken: boolean, details: { broken: string; works: string }): Condition {
  return { what, state: isBroken ? 'broken' : 'works', detail: isBroken ? details.broken : details.works, afterMs: 0 }
}

type CheckedProvider = ReturnType<AlertChecks['outbound']['opened']>[number]

/** Of the providers, those that fail in this process, and those that did fail in any: each is tried once. */
async function providerConditions({ outbound }: AlertChecks, alerts: readonly Alert[]): Promise<Condition[]> {
  const providers = outbound.opened().map((provider) => ({ what: `provider ${provider.name}`, provider }))
  const failing = new Map(alerts.filter(({ what }) => what.startsWith('provider ')).map((alert) => [alert.what, alert]))
  const tried = providers.filter(({ what, provider }) => failing.has(what) || provider.state.breaker !== 'closed')
  const known = new Set(providers.map(({ what }) => what))
  const unused = [...failing.keys()].filter((what) => !known.has(what))
  return [
    ...(await Promise.all(tried.map(({ what, provider }) => providerCondition(what, provider, failing.get(what))))),
    ...unused.map((what) => ({ what, ...unknown, afterMs: providerAfterMs })),
  ]
}

/** After a day without requests, in no process, it counts as working. */
const unknown = { state: 'unknown', detail: 'It has not been used for a day.' } as const

async function providerCondition(what: string, provider: CheckedProvider, alert?: Alert): Promise<Condition> {
  const { source, state } = provider
  const common = { what, afterMs: providerAfterMs }
  const works = { ...common, state: 'works', detail: `${source} responds.` } as const
  const tried = await provider.probe(AbortSignal.timeout(probeTimeoutMs))
  if (tried.kind === 'works') return works
  if (tried.kind === 'fails') return { ...common, state: 'broken', detail: `${source}: ${tried.reason}` }
  if (state.breaker !== 'closed')
    return { ...common, state: 'broken', detail: `${source} has failed several times in a row.` }
  return (state.lastSuccessMs ?? 0) > (alert?.sinceMs ?? 0) ? works : { ...common, ...unknown }
}
