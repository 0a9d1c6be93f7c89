import { type Response, Router } from 'express'
import { isAdministrator } from '#runtime/accounts/administrators.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { type Html, html } from '#runtime/base/html.ts'
import type { Site, Visit } from '#runtime/kit/site.ts'
import type { MailDeps } from '../index.ts'
import { deliverJob, giveUp } from '../jobs/deliver.ts'
import { type QueuedRow, queued } from '../rows/deliveries.ts'
import { findWhole } from '../rows/messages.ts'

const place = '/settings/mail'
const below = '/mail/queue'

/** Delivers waiting messages of all accounts at once, or gives them up: for administrators. */
export function mailQueueRoutes(site: Site, deps: MailDeps): Router {
  const { store, queue, clock } = deps
  const routes = Router()
  routes.post(`${below}/retry`, async (_req, res) => {
    const { visit, row } = await chosen(site, deps, res)
    if (row) {
      const { id, owner: account, username: subject } = row
      const now = { account, key: id, runAt: clock.now(), ifQueued: 'replace' } as const
      await store.write((tx) => queue.enqueue(tx, deliverJob, { message: id }, now))
      await visit.recordMail('mail_retried', { subject, detail: id })
    }
    res.redirect(303, place)
  })
  routes.post(`${below}/drop`, async (_req, res) => {
    const { visit, row } = await chosen(site, deps, res)
    const message = row && (await findWhole(store, row))
    if (message) {
      await store.write((tx) => giveUp(deps, tx, message, 'An administrator removed it from the queue.'))
      await visit.recordMail('mail_dropped', { subject: row.username, detail: row.id })
    }
    res.redirect(303, place)
  })
  return routes
}

/** The message of the form; undefined if it is not waiting any more. @throws ApiError permission_denied */
async function chosen(site: Site, { store }: MailDeps, res: Response): Promise<{ visit: Visit; row?: QueuedRow }> {
  const visit = site.visit(res)
  if (!(await isAdministrator(store, visit.accountId))) {
    throw new ApiError('permission_denied', 'This page is for administrators.')
  }
  const row = await store.get<QueuedRow>(queued({ id: visit.form.text('message') }))
  return { visit, ...(row && { row }) }
}

/** What an administrator can do with a waiting message. */
export function queueButtons({ controls }: Site, csrfToken: string, id: string): Html {
  const content = html`<input type="hidden" name="message" value="${id}">
<button class="second" aria-label="Deliver ${id} now">Deliver now</button>
<button class="second" formaction="/settings${below}/drop" aria-label="Give up ${id}">Give up</button>
`
  return controls.form(`/settings${below}/retry`, csrfToken, content)
}
