import { type Request, type Response, Router } from 'express'
import type { CallArgs } from '#generated/server/handlers.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { html } from '#runtime/base/html.ts'
import { noticeOf } from '#runtime/kit/notice.ts'
import { type FamilyPages, type FormValues, faultOf, type Site, type Visit } from '#runtime/kit/site.ts'
import { closingPage, groupPage, handoverPage, type RejectedChange } from './group-page.ts'
import {
  addressOf,
  groupList,
  invitationList,
  type NewGroupFields,
  newGroupForm,
  place,
  type Shown,
} from './list-page.ts'

const notices: Readonly<Record<string, string>> = {
  created: 'The group was created.',
  invite: 'The invitation was sent.',
  accept: 'You have joined the group.',
  decline: 'The invitation was declined.',
  remove: 'Removed.',
  left: 'You have left the group.',
  role: 'The role was changed.',
  rename: 'The group was renamed.',
  delete: 'The group was closed.',
}

/** `/settings/groups`: the groups of an account. The pages call the family's operations. */
export function groupPages(site: Site): Omit<FamilyPages, 'path'> {
  const pages = new GroupPages(site)
  const routes = Router()
  routes.get('/groups', (req, res) => pages.showGroups(req, res))
  routes.post('/groups', (req, res) => pages.create(req, res))
  routes.get('/groups/:id', (req, res) => pages.orMissing(res, () => pages.showGroup(req, res, req.params.id)))
  routes.post('/groups/:id', (req, res) => pages.orMissing(res, () => pages.change(req, res, req.params.id)))
  routes.get('/groups/:id/delete', (req, res) =>
    pages.orMissing(res, () => pages.confirm(res, req.params.id, 'Close a group', closingPage)),
  )
  routes.get('/groups/:id/owner/:account', (req, res) =>
    pages.orMissing(res, () =>
      pages.confirm(res, req.params.id, 'Hand over a group', (group, shown) => {
        const member = group.members.find(({ account }) => account === req.params.account)
        if (!member) throw new ApiError('not_found', 'This person is not a member of the group.')
        return handoverPage(group, member.account, shown)
      }),
    ),
  )
  return { title: 'Groups', routes }
}

class GroupPages {
  readonly #site: Site

  constructor(site: Site) {
    this.#site = site
  }

  async showGroups(req: Request, res: Response, rejected: { fields?: NewGroupFields; error?: ApiError } = {}) {
    const { controls } = this.#site
    const visit = this.#site.visit(res)
    const [shown, listed] = await Promise.all([this.#shown(visit), visit.call('groups.list', {})])
    const { fields = { name: '', encrypted: false }, error } = rejected
    const main = html`${controls.notice(noticeOf(notices, req.query.done))}${controls.problem(error)}${invitationList(
      listed,
      shown,
    )}${groupList(listed, shown)}${newGroupForm(fields, shown, error)}`
    visit.show({ title: 'Groups', place, main }, error?.status)
  }

  async create(req: Request, res: Response): Promise<void> {
    const visit = this.#site.visit(res)
    const fields = { name: visit.form.text('name'), encrypted: visit.form.text('encrypted') === 'true' }
    let id = ''
    const error = await faultOf(async () => {
      id = (await visit.call('groups.create', fields)).id
    })
    if (error) return this.showGroups(req, res, { fields, error })
    return res.redirect(303, `${addressOf(id)}?done=created`)
  }

  async showGroup(req: Request, res: Response, id: string, rejected?: RejectedChange): Promise<void> {
    const { controls } = this.#site
    const visit = this.#site.visit(res)
    const [shown, group] = await Promise.all([this.#shown(visit), visit.call('groups.read', { id })])
    const main = html`${controls.notice(noticeOf(notices, req.query.done))}${controls.problem(rejected?.error)}${groupPage(
      group,
      shown,
      rejected,
    )}`
    visit.show({ title: group.name, place, main }, rejected?.error.status)
  }

  async change(req: Request, res: Response, id: string): Promise<void> {
    const visit = this.#site.visit(res)
    const sent = changeFrom(visit.form)
    let group: object | undefined
    const error = await faultOf(async () => {
      // The operation rejects an unknown action.
      const args = { id, ...sent } as CallArgs<'groups.update'>
      group = (await visit.call('groups.update', args)).group
    })
    if (error?.code === 'not_found') throw error
    if (error) return this.#showRejected(req, res, id, error)
    const done = sent.action === 'remove' && sent.account === undefined ? 'left' : sent.action
    return res.redirect(303, `${group ? addressOf(id) : place}?done=${encodeURIComponent(done)}`)
  }

  /** Shows the error above the list if the person cannot see the group, such as when they may join no more groups. */
  async #showRejected(req: Request, res: Response, id: string, error: ApiError): Promise<void> {
    const { action, account = '', value = '' } = changeFrom(this.#site.visit(res).form)
    const hidden = await faultOf(() => this.showGroup(req, res, id, { action, account, value, error }))
    if (hidden) await this.showGroups(req, res, { error })
  }

  async confirm(
    res: Response,
    id: string,
    title: string,
    page: (group: Parameters<typeof closingPage>[0], shown: Shown) => ReturnType<typeof html>,
  ): Promise<void> {
    const visit = this.#site.visit(res)
    const [shown, group] = await Promise.all([this.#shown(visit), visit.call('groups.read', { id })])
    visit.show({ title, place, main: page(group, shown) })
  }

  /** Unknown groups and other people's groups look the same. */
  async orMissing(res: Response, work: () => Promise<unknown>): Promise<void> {
    const error = await faultOf(work)
    if (!error) return
    if (error.code !== 'not_found' && error.code !== 'invalid_argument') throw error
    const main = html`<p>You do not belong to such a group. <a href="${place}">All groups</a></p>\n`
    this.#site.visit(res).show({ title: 'No such group', place, main }, 404)
  }

  async #shown(visit: Visit): Promise<Shown> {
    return { controls: this.#site.controls, timeZone: await visit.timeZone(), csrfToken: visit.csrfToken }
  }
}

/** A change from a form of these pages; empty fields are left out. */
function changeFrom(form: FormValues): { action: string; account?: string; value?: string } {
  const [account, value] = [form.text('account').trim(), form.text('value')]
  return {
    action: form.text('action'),
    ...(account === '' ? {} : { account }),
    ...(value === '' ? {} : { value }),
  }
}
