import { type Request, type Response, Router } from 'express'
import { ApiError } from '#runtime/base/errors.ts'
import { html } from '#runtime/base/html.ts'
import { noticeOf } from '#runtime/kit/notice.ts'
import { type FamilyPages, faultOf, type Site, type Visit } from '#runtime/kit/site.ts'
import { NotACalendar } from '../calendar/entry-texts.ts'
import { readCalendar } from '../calendar/read-calendar.ts'
import type { EventsDeps } from '../index.ts'
import { type EventRow, maxUpcoming, upcoming } from '../rows.ts'
import { argumentsOf, type EventFields, emptyFields, eventFields, fieldsOf, sentFields } from './event-form.ts'
import { importEntries, maxImportBytes, skipKnown, textOf } from './import.ts'
import { eventList, feedParts, importForm, importReport, newEventForm, pageSize, place } from './list-page.ts'

const notices: Readonly<Record<string, string>> = {
  made: 'The event was scheduled.',
  saved: 'The event was saved.',
  deleted: 'The event was cancelled.',
  renewed: 'The calendar has a new address.',
  off: 'The calendar is off. Its address no longer works.',
}

/** `/settings/events`: the events of an account, its calendar's address, and the import. */
export function eventPages(site: Site, deps: EventsDeps): Omit<FamilyPages, 'path'> {
  const pages = new EventPages(site, deps)
  const routes = Router()
  const changesFeed =
    (work: (owner: string) => Promise<void>, done: string) => async (_req: Request, res: Response) => {
      await work(site.visit(res).accountId)
      res.redirect(303, `${place}?done=${done}#calendar`)
    }
  routes.get('/events', (req, res) => pages.showEvents(req, res))
  routes.post('/events', (req, res) => pages.create(req, res))
  routes.post(
    '/events/feed',
    changesFeed((owner) => deps.feeds.renew(owner), 'renewed'),
  )
  routes.post(
    '/events/feed/off',
    changesFeed((owner) => deps.feeds.turnOff(owner), 'off'),
  )
  routes.post('/events/import', (req, res) => pages.import(req, res))
  routes.get('/events/:id', (req, res) => orMissing(site.visit(res), () => pages.showEvent(req, res, req.params.id)))
  routes.post('/events/:id', (req, res) => orMissing(site.visit(res), () => pages.change(req, res, req.params.id)))
  routes.get('/events/:id/delete', (req, res) =>
    orMissing(site.visit(res), () => pages.confirmDeletion(res, req.params.id)),
  )
  routes.post('/events/:id/delete', (req, res) =>
    orMissing(site.visit(res), async () => {
      await site.visit(res).call('events.delete', { id: req.params.id })
      res.redirect(303, `${place}?done=deleted`)
    }),
  )
  return { title: 'Events', routes, uploads: [{ path: '/events/import', maxBytes: maxImportBytes }] }
}

/** A rejected form: what was sent, and why it was rejected. */
interface Rejected {
  readonly fields?: EventFields
  readonly calendar?: string
  readonly error: ApiError
}

class EventPages {
  readonly #site: Site
  readonly #deps: EventsDeps

  constructor(site: Site, deps: EventsDeps) {
    this.#site = site
    this.#deps = deps
  }

  async showEvents(req: Request, res: Response, rejected?: Rejected): Promise<void> {
    const { controls } = this.#site
    const visit = this.#site.visit(res)
    const offset = /^\d{1,6}$/.test(String(req.query.offset)) ? Number(req.query.offset) : 0
    const [timeZone, listed, address] = await Promise.all([
      visit.timeZone(),
      visit.call('events.list', { offset, limit: pageSize }),
      this.#deps.feeds.addressOf(visit.accountId),
    ])
    const { csrfToken } = visit
    const error = rejected && asFieldFaults(rejected.error)
    const form = { fields: rejected?.fields ?? emptyFields, timeZone, error: rejected?.fields && error }
    const main = html`${controls.notice(noticeOf(notices, req.query.done))}${controls.problem(error)}<p><a href="#new-event">New event</a></p>
${eventList(controls, listed, timeZone)}${newEventForm(controls, csrfToken, form)}${feedParts(controls, csrfToken, address)}${importForm(controls, csrfToken, rejected?.calendar ?? '')}`
    visit.show({ title: 'Events', place, main }, error?.status)
  }

  async showEvent(
    req: Request,
    res: Response,
    id: string,
    rejected?: { readonly fields: EventFields; readonly error: ApiError },
  ): Promise<void> {
    const { controls } = this.#site
    const visit = this.#site.visit(res)
    const [timeZone, event] = await Promise.all([visit.timeZone(), visit.call('events.read', { id })])
    const error = rejected && asFieldFaults(rejected.error)
    const fields = eventFields(controls, rejected?.fields ?? fieldsOf(event, timeZone), timeZone, error)
    const here = `${place}/${event.id}`
    const { state, last_error, prompt } = event
    const main = html`<p><a href="${place}">All events</a></p>
${controls.notice(noticeOf(notices, req.query.done))}${controls.problem(error)}${
  state === 'past' && html`<p>This event has fired. To schedule it again, set a new time.</p>\n`
}${last_error !== undefined && html`<p>${last_error}</p>\n`}${
  prompt !== undefined && html`<h2>Prompt</h2>\n<p class="long">${prompt}</p>\n`
}${controls.form(here, visit.csrfToken, html`${fields}<button>Save</button>\n`)}<p><a href="${here}/delete">Cancel this event</a></p>
`
    visit.show({ title: event.title, place, main }, error?.status)
  }

  async confirmDeletion(res: Response, id: string): Promise<void> {
    const visit = this.#site.visit(res)
    const event = await visit.call('events.read', { id })
    const here = `${place}/${event.id}`
    const button = html`<button class="danger">Cancel the event for good</button>\n`
    const main = html`<p>Cancel <b>${event.title}</b>${event.series_start !== undefined && ' and all its occurrences'}? This cannot be undone.</p>
${this.#site.controls.form(`${here}/delete`, visit.csrfToken, button)}<p><a href="${here}">Keep it</a></p>
`
    visit.show({ title: 'Cancel an event', place, main })
  }

  async create(req: Request, res: Response): Promise<void> {
    const visit = this.#site.visit(res)
    const fields = sentFields(visit.form)
    const error = await faultOf(async () => {
      const { repeat, rrule, ...args } = argumentsOf(fields, await visit.timeZone())
      const recurrence = { ...(repeat === '' ? {} : { repeat }), ...(rrule === '' ? {} : { rrule }) }
      await visit.call('events.create', { ...args, ...recurrence })
    })
    if (error) return this.showEvents(req, res, { fields, error })
    return res.redirect(303, `${place}?done=made`)
  }

  async change(req: Request, res: Response, id: string): Promise<void> {
    const visit = this.#site.visit(res)
    const fields = sentFields(visit.form)
    const [timeZone, before] = await Promise.all([visit.timeZone(), visit.call('events.read', { id })])
    const error = await faultOf(async () => {
      const { when, repeat, rrule, ...args } = argumentsOf(fields, timeZone)
      const shown = fieldsOf(before, timeZone)
      // An unchanged time may be in the past, which the operation would reject.
      const isMoved = fields.when !== shown.when
      // An unchanged recurrence keeps its exceptions and additional times.
      const isOther = fields.repeat !== shown.repeat || fields.rrule !== shown.rrule
      await visit.call('events.update', {
        ...{ id, ...args },
        ...(isMoved ? { when, ...zoneToKeep(before.timezone) } : {}),
        ...(isOther ? { repeat, rrule } : {}),
      })
    })
    if (error) return this.showEvent(req, res, id, { fields, error })
    return res.redirect(303, `${place}/${encodeURIComponent(id)}?done=saved`)
  }

  async import(req: Request, res: Response): Promise<void> {
    const visit = this.#site.visit(res)
    const pasted = visit.form.text('calendar')
    try {
      const text = visit.file ? await textOf(visit.file) : pasted
      const read = await readCalendar(text, await visit.timeZone(), this.#deps.clock.now())
      const query = upcoming({ owner: visit.accountId, offset: 0, limit: maxUpcoming })
      const fresh = skipKnown(read, await this.#deps.store.all<EventRow>(query))
      const outcome = await importEntries(fresh, (entry) => visit.call('events.create', entry))
      visit.show({ title: 'Imported events', place, main: importReport(outcome) })
    } catch (failure) {
      if (!(failure instanceof NotACalendar)) throw failure
      await this.showEvents(req, res, { calendar: pasted, error: new ApiError('invalid_argument', failure.message) })
    }
  }
}

/** A place stays the zone of its event; an offset, or UTC, was the zone of an account without one. */
function zoneToKeep(timezone: string): { timezone?: string } {
  return timezone.includes('/') ? { timezone } : {}
}

/** Unknown events and other accounts' events look the same. */
async function orMissing(visit: Visit, work: () => Promise<unknown>): Promise<void> {
  const error = await faultOf(work)
  if (!error) return
  if (error.code !== 'not_found' && error.code !== 'invalid_argument') throw error
  const main = html`<p>You have no such event. <a href="${place}">All events</a></p>\n`
  visit.show({ title: 'No such event', place, main }, 404)
}

/** Replaces the sentence above the form by a pointer to the faults below its fields. */
function asFieldFaults(error: ApiError): ApiError {
  if (!error.details) return error
  return new ApiError(error.code, 'See the messages below the fields.', { details: error.details })
}
