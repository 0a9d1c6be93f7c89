import { type Request, type Response, Router } from 'express'
import { z } from 'zod'
import { publicPath } from '#runtime/base/base-path.ts'
import { asApiError, errorBody, invalidArgument } from '#runtime/base/errors.ts'
import { html } from '#runtime/base/html.ts'
import { deviceName } from '#runtime/base/text/device-name.ts'
import { noticeOf } from '#runtime/kit/notice.ts'
import { type FamilyPages, faultOf, type Site, type Visit } from '#runtime/kit/site.ts'
import { addDevice, noSuchDevice, renameDevice } from '../devices.ts'
import type { NotifyDeps } from '../index.ts'
import { parseSubscription } from '../push-subscription.ts'
import * as rows from '../rows.ts'
import { devicePage, devicesPage, place } from './devices-page.ts'

const notices: Readonly<Record<string, string>> = {
  added: 'Notifications are now shown in this browser.',
  renamed: 'The device was renamed.',
  removed: 'The device was removed.',
  tested: 'A test notification was sent.',
}

/** `/settings/notifications`: the devices of an account. */
export function notifyPages(site: Site, deps: NotifyDeps): Omit<FamilyPages, 'path'> {
  const pages = new NotifyPages(site, deps)
  const routes = Router()
  routes.get('/notifications', (req, res) => pages.showDevices(req, res))
  routes.post('/notifications/devices', (req, res) => pages.add(req, res))
  routes.post('/notifications/test', (req, res) => pages.test(req, res))
  routes.get('/notifications/:id', (req, res) => pages.showDevice(res, req.params.id))
  routes.post('/notifications/:id', (req, res) => pages.rename(res, req.params.id))
  routes.post('/notifications/:id/remove', (req, res) => pages.remove(res, req.params.id))
  return { title: 'Notifications', routes }
}

class NotifyPages {
  readonly #site: Site
  readonly #deps: NotifyDeps

  constructor(site: Site, deps: NotifyDeps) {
    this.#site = site
    this.#deps = deps
  }

  async showDevices(req: Request, res: Response, error?: Awaited<ReturnType<typeof faultOf>>): Promise<void> {
    const { store, settings, vapid } = this.#deps
    const { controls } = this.#site
    const visit = this.#site.visit(res)
    const [timeZone, list, { publicKey }] = await Promise.all([
      visit.timeZone(),
      store.all<rows.DeviceRow>(rows.devicesOf({ owner: visit.accountId })),
      vapid(),
    ])
    const { csrfToken } = visit
    const page = devicesPage(controls, { devices: list, csrfToken, timeZone, isOn: settings.push, publicKey })
    const main = html`${controls.notice(noticeOf(notices, req.query.done))}${controls.problem(error)}${page}`
    visit.show({ title: 'Notifications', place, main }, error?.status)
  }

  /** Adds the browser that the page is open in, for its script. */
  async add(req: Request, res: Response): Promise<void> {
    const visit = this.#site.visit(res)
    try {
      const sent = z.object({ subscription: z.unknown() }).safeParse(visit.json)
      if (!sent.success) throw invalidArgument('subscription', 'is required')
      const subscription = parseSubscription(sent.data.subscription)
      await this.#deps.pushServices.check(subscription.endpoint)
      await addDevice(
        this.#deps,
        visit.accountId,
        subscription,
        deviceName(req.get('user-agent') ?? '').replace(', ', ' on '),
      )
      res.json({ next: publicPath(`${place}?done=added`) })
    } catch (failure) {
      const error = asApiError(failure)
      if (error.code === 'internal') throw failure
      res.status(error.status).json(errorBody(error))
    }
  }

  async test(req: Request, res: Response): Promise<void> {
    const visit = this.#site.visit(res)
    const sent = { title: 'Test notification', text: 'Notifications work on this device.', url: place }
    const error = await faultOf(() => visit.call('notify.send', sent))
    if (error) return this.showDevices(req, res, error)
    return res.redirect(303, `${place}?done=tested`)
  }

  showDevice(res: Response, id: string): Promise<void> {
    const visit = this.#site.visit(res)
    return orMissing(visit, async () => {
      const device = await rows.find(this.#deps.store, { owner: visit.accountId, id })
      if (!device) throw noSuchDevice()
      const main = devicePage(this.#site.controls, device, { csrfToken: visit.csrfToken })
      visit.show({ title: device.label, place, main })
    })
  }

  rename(res: Response, id: string): Promise<void> {
    const visit = this.#site.visit(res)
    const label = visit.form.text('label')
    return orMissing(visit, async () => {
      const error = await faultOf(() => renameDevice(this.#deps, { owner: visit.accountId, id }, label))
      if (!error) return res.redirect(303, `${place}?done=renamed`)
      if (error.code === 'not_found') throw error
      const main = devicePage(this.#site.controls, { id, label }, { csrfToken: visit.csrfToken, error })
      visit.show({ title: 'Rename a device', place, main }, error.status)
    })
  }

  remove(res: Response, id: string): Promise<void> {
    const visit = this.#site.visit(res)
    return orMissing(visit, async () => {
      if (!(await rows.remove(this.#deps.store, { owner: visit.accountId, id }))) throw noSuchDevice()
      res.redirect(303, `${place}?done=removed`)
    })
  }
}

/** A device that does not exist and another account's look the same. */
async function orMissing(visit: Visit, work: () => Promise<unknown>): Promise<void> {
  const error = await faultOf(work)
  if (!error) return
  if (error.code !== 'not_found') throw error
  const main = html`<p>You have no such device. <a href="${place}">All devices</a></p>\n`
  visit.show({ title: 'No such device', place, main }, 404)
}
