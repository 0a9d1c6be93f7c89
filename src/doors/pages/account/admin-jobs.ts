import { type Response, Router } from 'express'
import { type Html, html } from '#runtime/base/html.ts'
import type { DeadJob } from '#runtime/jobs/dead-jobs.ts'
import type { KindCount } from '#runtime/jobs/job-metrics.ts'
import { noticeOf } from '#runtime/kit/notice.ts'
import { faultOf } from '#runtime/kit/site.ts'
import { buttonForm, moment, notice, problem } from '../kit/form-fields.ts'
import { recordTable } from '../kit/layout.ts'
import type { AccountServices } from './services.ts'
import { show } from './show.ts'
import { accountOf, formOf, visitorOf } from './visitor.ts'

const place = '/admin/jobs'
const jobsOnPage = 50

const notices: Readonly<Record<string, string>> = {
  retried: 'The job was queued again.',
  discarded: 'The job was deleted.',
}

/** `/admin/jobs`: the background work, and failed jobs. */
export function adminJobPages({ jobs, profiles, record }: AccountServices): Router {
  const router = Router()
  const showJobs = async (
    res: Response,
    { after, done, error }: { after?: string; done?: string | undefined; error?: Awaited<ReturnType<typeof faultOf>> },
  ): Promise<void> => {
    const { csrfToken } = visitorOf(res)
    const [{ timeZone }, counts, dead] = await Promise.all([
      profiles.get(accountOf(res).id),
      jobs.counts(),
      jobs.dead({ after, limit: jobsOnPage }),
    ])
    const button = (action: string, id: string, label: string) =>
      buttonForm(`${place}/${action}`, csrfToken, ['job', id], label, {
        class: 'second',
        'aria-label': `${label} ${id}`,
      })
    const row = (job: DeadJob) => [
      html`${job.kind}<br><span class="long">${job.id}</span>`,
      html`${job.username ?? 'the server'}`,
      html`${job.error}`,
      moment(job.givenUpAtMs, timeZone),
      html`${button('retry', job.id, 'Retry')}${button('discard', job.id, 'Delete')}`,
    ]
    const main = html`<p><a href="/admin">Administration</a></p>
${notice(done)}${problem(error)}${queueParts(counts, timeZone)}${deadParts(dead.jobs, row)}`
    show(res, { title: 'Jobs', main }, error)
  }
  const act =
    (work: (id: string) => Promise<void>, done: 'retried' | 'discarded') => async (_req: unknown, res: Response) => {
      const id = formOf(res).text('job')
      const error = await faultOf(async () => {
        await work(id)
        await record(res, `job_${done}`, { detail: id })
      })
      return error ? showJobs(res, { error }) : res.redirect(303, `${place}?done=${done}`)
    }
  router.get(place, (req, res) =>
    showJobs(res, { after: String(req.query.after ?? ''), done: noticeOf(notices, req.query.done) }),
  )
  router.post(
    `${place}/retry`,
    act((id) => jobs.retry(id), 'retried'),
  )
  router.post(
    `${place}/discard`,
    act((id) => jobs.discard(id), 'discarded'),
  )
  return router
}

function queueParts(counts: readonly KindCount[], timeZone: string): Html {
  const rows = counts.map(({ kind, state, count, oldest }) => [
    html`${kind}`,
    html`${state === 'dead' ? 'failed' : state}`,
    html`${count}`,
    moment(oldest, timeZone),
  ])
  const columns = ['Kind', 'State', 'Jobs', 'Oldest due']
  return html`<h2>Queue</h2>
${rows.length > 0 ? recordTable('Jobs by kind', columns, rows) : html`<p>No jobs are queued.</p>\n`}`
}

function deadParts(jobs: readonly DeadJob[], row: (job: DeadJob) => Html[]): Html {
  const columns = ['Job', 'Account', 'Reason', 'Failed', 'Actions']
  return html`<h2>Failed</h2>
${jobs.length > 0 ? recordTable('Failed jobs', columns, jobs.map(row)) : html`<p>No jobs have failed.</p>\n`}${
  jobs.length === jobsOnPage && html`<p><a href="${place}?after=${jobs.at(-1)?.id}">More jobs</a></p>\n`
}`
}
