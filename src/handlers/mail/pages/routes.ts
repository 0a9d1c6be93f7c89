import { type Request, type Response, Router } from 'express'
import type { Clock } from '#runtime/base/clock.ts'
import { ApiError } from '#runtime/base/errors.ts'
import type { FamilyWorld } from '#runtime/kit/family.ts'
import { faultOf, type PublicPages, type Site, type Visit } from '#runtime/kit/site.ts'
import { totalOf } from '#runtime/store/total.ts'
import { deleteMessage } from '../delete-message.ts'
import { infoOf, type MailboxOptions } from '../mailbox.ts'
import { summaryOf } from '../results.ts'
import * as rows from '../rows/messages.ts'
import { searchKind } from '../store-message.ts'
import { addressOf, composeMarkup, type Draft, type Folder, listMarkup, path, threadMarkup } from './mailbox-markup.ts'

/** Messages on a page of a list, and of a thread that is open. */
const listed = 25
const maxOpen = 50
const maxQuery = 200

export interface MailPagesOptions extends MailboxOptions {
  readonly world: Pick<FamilyWorld, 'store' | 'blobs' | 'search' | 'bus' | 'transfers'> & { readonly clock: Clock }
}

/** `/mail`: the mailbox of the reader. */
export function mailPages(site: Site, options: MailPagesOptions): PublicPages {
  const pages = new MailPages(site, options)
  const routes = Router()
  routes.get(path, (req, res) => pages.show(req, res))
  routes.post(path, (req, res) => pages.take(req, res))
  return { path, title: 'Mail', description: 'the mailbox of your account', routes }
}

class MailPages {
  readonly #site: Site
  readonly #options: MailPagesOptions

  constructor(site: Site, options: MailPagesOptions) {
    this.#site = site
    this.#options = options
  }

  async show(req: Request, res: Response): Promise<void> {
    const visit = this.#site.visit(res)
    if (!visit.reader) return this.#send(visit, res, 'Mail', this.#strangers())
    const asked = (name: string) => (typeof req.query[name] === 'string' ? req.query[name].trim() : '')
    if (asked('id') !== '') return this.#showThread(visit, res, asked('id'), asked('pictures') === '1')
    if (req.query.write !== undefined) {
      const draft = { ...(await this.#draftFor(visit, asked('reply'))), ...(asked('to') !== '' && { to: asked('to') }) }
      return await this.#showForm(visit, res, draft)
    }
    const folder: Folder = asked('folder') === 'sent' ? 'sent' : 'inbox'
    await this.#showList(visit, res, {
      folder,
      tag: asked('tag').slice(0, 64).toLowerCase(),
      query: asked('q').slice(0, maxQuery),
      offset: /^\d{1,6}$/.test(asked('offset')) ? Number(asked('offset')) : 0,
    })
  }

  async take(_req: Request, res: Response): Promise<void> {
    const visit = this.#site.visit(res)
    const { form, accountId } = visit
    if (form.text('action') === 'delete') {
      await deleteMessage(this.#options.world, accountId, form.text('id'))
      return res.redirect(303, path)
    }
    if (form.text('action') === 'read') {
      await visit.call('mail.markread', { all: true })
      return res.redirect(303, path)
    }
    const draft: Draft = {
      to: form.text('to'),
      subject: form.text('subject'),
      body: form.text('body'),
      reply: form.text('reply'),
    }
    const reply = draft.reply === '' ? {} : { reply_to: draft.reply }
    const args = { to: draft.to.trim(), subject: draft.subject, body: draft.body.replaceAll('\r\n', '\n'), ...reply }
    let sent = ''
    const error = await faultOf(async () => {
      sent = (await visit.pay('mail.send', args)).id
    })
    if (error) return await this.#showForm(visit, res, draft, error)
    res.redirect(303, addressOf({ id: sent }))
  }

  async #showList(
    visit: Visit,
    res: Response,
    asked: { folder: Folder; tag: string; query: string; offset: number },
  ): Promise<void> {
    const { store } = this.#options.world
    const owner = visit.accountId
    const [found, unread, timeZone] = await Promise.all([
      this.#found(owner, asked),
      totalOf(store, rows.countUnread({ owner })),
      visit.timeZone(),
    ])
    const main = listMarkup(this.#site.controls, {
      ...asked,
      items: found.rows.map((row) => ({ row, summary: summaryOf(row, this.#options.baseUrl) })),
      total: found.total,
      limit: listed,
      unread,
      csrfToken: visit.csrfToken,
      timeZone,
      info: infoOf(this.#options, visit.reader?.username ?? '', undefined).text,
    })
    return this.#send(visit, res, asked.folder === 'sent' ? 'Sent mail' : 'Mail', main)
  }

  async #found(
    owner: string,
    { folder, tag, query, offset }: { folder: Folder; tag: string; query: string; offset: number },
  ): Promise<{ rows: rows.SummaryRow[]; total: number }> {
    const { store, search } = this.#options.world
    if (query !== '') {
      const match = await search.find(store, { kind: searchKind, in: { owner }, query, offset, limit: listed })
      const byId = new Map((await rows.among(store, owner, match.ids)).map((row) => [row.id, row]))
      return { rows: match.ids.flatMap((id) => byId.get(id) ?? []), total: match.total }
    }
    const page = { owner, offset, limit: listed }
    if (folder === 'sent') {
      return { rows: await store.all(rows.sent(page)), total: await totalOf(store, rows.countSent({ owner })) }
    }
    if (tag !== '') {
      return {
        rows: await store.all(rows.taggedInbox({ ...page, tag })),
        total: await totalOf(store, rows.countTagged({ owner, tag })),
      }
    }
    return { rows: await store.all(rows.inbox(page)), total: await totalOf(store, rows.countInbox({ owner })) }
  }

  /** A thread, which is read with that. */
  async #showThread(visit: Visit, res: Response, id: string, withPictures: boolean): Promise<void> {
    const { store } = this.#options.world
    const owner = visit.accountId
    const asked = await rows.find(store, { id, owner })
    if (!asked) throw new ApiError('unknown_method', 'There is no such message in your mailbox.')
    const found = await store.all<rows.MessageRow>(rows.ofThread({ owner, thread: asked.thread, limit: maxOpen }))
    const messages = found.toReversed()
    await store.write((tx) =>
      rows.markSome(
        tx,
        owner,
        messages.map((row) => row.id),
      ),
    )
    const main = threadMarkup(this.#site.controls, {
      messages: messages.map((row) => ({ row, summary: summaryOf(row, this.#options.baseUrl) })),
      asked: id,
      withPictures,
      csrfToken: visit.csrfToken,
      timeZone: await visit.timeZone(),
    })
    return this.#send(visit, res, asked.subject ?? '(no subject)', main)
  }

  async #draftFor(visit: Visit, reply: string): Promise<Draft> {
    const none = { to: '', subject: '', body: '', reply: '' }
    const row =
      reply === '' ? undefined : await rows.findWhole(this.#options.world.store, { id: reply, owner: visit.accountId })
    if (!row) return none
    const subject = row.subject ?? ''
    const { from, to: recipients, answers_to: asked } = summaryOf(row, '')
    const [to] = row.direction === 'incoming' ? (asked ?? [from]) : recipients
    const quoted = row.text
      .slice(0, 5000)
      .split('\n')
      .map((line) => `> ${line}`)
      .join('\n')
    return {
      to: to?.address ?? '',
      subject: /^re:/i.test(subject) ? subject : `Re: ${subject}`,
      body: `\n\n${quoted}\n`,
      reply: row.id,
    }
  }

  async #showForm(visit: Visit, res: Response, draft: Draft, error?: ApiError): Promise<void> {
    const key = { id: draft.reply, owner: visit.accountId }
    const answered = draft.reply === '' ? undefined : await rows.find(this.#options.world.store, key)
    const main = composeMarkup(this.#site.controls, {
      draft,
      answered: answered && summaryOf(answered, ''),
      csrfToken: visit.csrfToken,
      error,
    })
    this.#send(visit, res, draft.reply === '' ? 'Write' : 'Answer', main, error?.status)
  }

  #strangers() {
    return this.#site.controls.notice('Sign in to read and write mail.')
  }

  #send(visit: Visit, res: Response, title: string, main: unknown, status?: number): void {
    const policy = String(res.getHeader('Content-Security-Policy') ?? "default-src 'none'")
    // For messages in HTML, which this server shows as those of strangers.
    if (!policy.includes('frame-src')) res.setHeader('Content-Security-Policy', `${policy};frame-src 'self'`)
    visit.show({ title, main: main as never, styles: [`${path}/page.css`] }, status)
  }
}
