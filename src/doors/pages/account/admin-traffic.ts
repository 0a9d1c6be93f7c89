import { Router } from 'express'
import type { Registry } from 'prom-client'
import { type Html, html } from '#runtime/base/html.ts'
import { moment } from '../kit/form-fields.ts'
import { recordTable } from '../kit/layout.ts'
import type { AccountServices } from './services.ts'
import { show } from './show.ts'
import { accountOf } from './visitor.ts'

const breakerStates = ['sends requests', 'tries one request', 'sends none for now'] as const
// A function, because the addresses depend on BASE_URL.
const ofThisProcess = () =>
  html`<p class="note">Since this server process started. The <a href="/metrics">metrics</a> have the same figures for programs.</p>\n`

interface Sample {
  readonly labels: Readonly<Partial<Record<string, string | number>>>
  readonly value: number
}

/** The present values of a metric; none if it is not registered. */
async function samplesOf(registry: Registry, name: string): Promise<readonly Sample[]> {
  return (await registry.getSingleMetric(name)?.get())?.values ?? []
}

/** `/admin/calls` and `/admin/providers`: how many calls there were and how they ended, and how providers respond. */
export function adminTrafficPages({ metrics, profiles }: Pick<AccountServices, 'metrics' | 'profiles'>): Router {
  const router = Router()
  router.get('/admin/calls', async (_req, res) => {
    const rows = callRows(await samplesOf(metrics, 'onedoor_calls_total'))
    const main = html`<p><a href="/admin">Administration</a></p>
${ofThisProcess()}${
  rows.length > 0
    ? recordTable('Calls by method, most first', ['Method', 'Calls', 'Failed', 'Errors'], rows)
    : html`<p>No calls yet.</p>\n`
}<p>Each person sees their own calls at <a href="/settings/calls">Calls</a>. Arguments and results are not recorded.</p>
`
    show(res, { title: 'Calls', main })
  })
  router.get('/admin/providers', async (_req, res) => {
    const { timeZone } = await profiles.get(accountOf(res).id)
    const rows = await providerRows(metrics, timeZone)
    const columns = ['Provider', 'State', 'Requests', 'Failed', 'Last success', 'Last failure']
    const main = html`<p><a href="/admin">Administration</a></p>
${ofThisProcess()}${recordTable('Providers', columns, rows)}`
    show(res, { title: 'Providers', main })
  })
  return router
}

function callRows(samples: readonly Sample[]): Html[][] {
  const byMethod = Map.groupBy(samples, ({ labels }) => String(labels.operation))
  const counted = [...byMethod].map(([method, own]) => ({
    method,
    all: sum(own),
    errors: own.filter(({ labels }) => labels.code !== 'ok').toSorted((a, b) => b.value - a.value),
  }))
  return counted
    .toSorted((a, b) => b.all - a.all || (a.method < b.method ? -1 : 1))
    .map(({ method, all, errors }) => [
      html`${method === 'none' ? 'no such method' : method}`,
      html`${all}`,
      html`${sum(errors)}`,
      html`${errors.map(({ labels, value }) => `${labels.code} ${value}`).join(', ')}`,
    ])
}

async function providerRows(registry: Registry, timeZone: string): Promise<Html[][]> {
  const [states, requests, successes, failures] = await Promise.all([
    samplesOf(registry, 'onedoor_provider_breaker_state'),
    samplesOf(registry, 'onedoor_provider_requests_total'),
    samplesOf(registry, 'onedoor_provider_last_success_timestamp_seconds'),
    samplesOf(registry, 'onedoor_provider_last_failure_timestamp_seconds'),
  ])
  const of = (samples: readonly Sample[], name: unknown) => samples.filter(({ labels }) => labels.provider === name)
  const when = (samples: readonly Sample[], name: unknown) => {
    const seconds = of(samples, name)[0]?.value
    return seconds === undefined ? html`never` : moment(seconds * 1000, timeZone)
  }
  return states
    .toSorted((a, b) => b.value - a.value || (String(a.labels.provider) < String(b.labels.provider) ? -1 : 1))
    .map(({ labels: { provider }, value }) => {
      const own = of(requests, provider)
      return [
        html`${provider}`,
        html`${breakerStates[value]}`,
        html`${sum(own)}`,
        html`${sum(own.filter(({ labels }) => labels.outcome !== 'ok'))}`,
        when(successes, provider),
        when(failures, provider),
      ]
    })
}

function sum(samples: readonly Sample[]): number {
  return samples.reduce((total, { value }) => total + value, 0)
}
