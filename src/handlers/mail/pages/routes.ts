import { type Request, type Response, Router } from 'express'
import { ApiError } from '#runtime/base/errors.ts'
import { type Html, html } from '#runtime/base/html.ts'
import { noticeOf } from '#runtime/kit/notice.ts'
import { faultOf, type PublicPages, type Site, type Visit } from '#runtime/kit/site.ts'
import { creditsText } from '#runtime/money/amounts.ts'
import { totalOf } from '#runtime/store/total.ts'
import { deleteMessage } from '../delete-message.ts'
import type { MailDeps } from '../index.ts'
import { outsideMicroCredits } from '../methods/send.ts'
import { infoOf, summaryOf } from '../results.ts'
import * as rows from '../rows/messages.ts'
import { searchKind } from '../store-mail.ts'
import {
  addressOf,
  composeMarkup,
  type Draft,
  deletionMarkup,
  type Folder,
  listMarkup,
  path,
  sentNotice,
  threadMarkup,
} from './mailbox-markup.ts'

/** Messages on a page of a list, and of an open thread. */
const pageSize = 25
const maxThread = 50
const maxQuery = 200

const notices = { deleted: 'The message was deleted.' }

/** `/mail`: the mailbox of the reader. */
export function mailPages(site: Site, deps: MailDeps): Omit<PublicPages, 'path'> {
  const pages = new MailPages(site, deps)
  const routes = Router()
  routes.get(path, (req, res) => pages.show(req, res))
  routes.post(path, (req, res) => pages.submit(req, res))
  return { title: 'Mail', description: 'the mailbox of your account', routes }
}

interface ListRequest {
  readonly folder: Folder
  readonly tag: string
  readonly query: string
  readonly offset: number
  readonly notice: string | undefined
}

interface ThreadRequest {
  /** The message that was opened. */
  readonly id: string
  readonly withPictures: boolean
  /** Whether it was sent just now. */
  readonly isSent: boolean
}

class MailPages {
  readonly #site: Site
  readonly #deps: MailDeps

  constructor(site: Site, deps: MailDeps) {
    this.#site = site
    this.#deps = deps
  }

  async show(req: Request, res: Response): Promise<void> {
    const visit = this.#site.visit(res)
    if (!visit.reader) {
      return this.#send(visit, res, 'Mail', html`${this.#site.controls.notice('Sign in to read and write mail.')}`)
    }
    const given = (name: string) => (typeof req.query[name] === 'string' ? req.query[name].trim() : '')
    if (given('id') !== '') {
      if (req.query.delete !== undefined) return this.#confirmDeletion(visit, res, given('id'))
      return this.#showThread(visit, res, {
        id: given('id'),
        withPictures: given('pictures') === '1',
        isSent: given('done') === 'sent',
      })
    }
    if (req.query.write !== undefined) {
      const draft = { ...(await this.#draftFor(visit, given('reply'))), ...(given('to') !== '' && { to: given('to') }) }
      return await this.#showForm(visit, res, draft)
    }
    const folder: Folder = given('folder') === 'sent' ? 'sent' : 'inbox'
    await this.#showList(visit, res, {
      folder,
      tag: given('tag').slice(0, 64).toLowerCase(),
      query: given('q').slice(0, maxQuery),
      offset: /^\d{1,6}$/.test(given('offset')) ? Number(given('offset')) : 0,
      notice: noticeOf(notices, req.query.done),
    })
  }

  async submit(_req: Request, res: Response): Promise<void> {
    const visit = this.#site.visit(res)
    const { form, accountId } = visit
    if (form.text('action') === 'delete') {
      const isDeleted = await deleteMessage(this.#deps, accountId, form.text('id'))
      return res.redirect(303, isDeleted ? addressOf({ done: 'deleted' }) : path)
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
    res.redirect(303, addressOf({ id: sent, done: 'sent' }))
  }

  async #showList(visit: Visit, res: Response, request: ListRequest): Promise<void> {
    const { store, baseUrl } = this.#deps
    const owner = visit.accountId
    const [found, unread, timeZone] = await Promise.all([
      this.#find(owner, request),
      totalOf(store, rows.countUnread({ owner })),
      visit.timeZone(),
    ])
    const { controls } = this.#site
    const list = listMarkup(controls, {
      ...request,
      items: found.rows.map((row) => ({ row, summary: summaryOf(row, baseUrl) })),
      total: found.total,
      limit: pageSize,
      unread,
      csrfToken: visit.csrfToken,
      timeZone,
      info: infoOf(this.#deps, visit.reader?.username ?? '').text,
    })
    const main = html`${controls.notice(request.notice)}${list}`
    return this.#send(visit, res, request.folder === 'sent' ? 'Sent mail' : 'Mail', main)
  }

  async #find(
    owner: string,
    { folder, tag, query, offset }: ListRequest,
  ): Promise<{ rows: rows.SummaryRow[]; total: number }> {
    const { store, search } = this.#deps
    if (query !== '') {
      const match = await search.find(store, { kind: searchKind, in: { owner }, query, offset, limit: pageSize })
      const byId = new Map((await rows.among(store, owner, match.ids)).map((row) => [row.id, row]))
      return { rows: match.ids.flatMap((id) => byId.get(id) ?? []), total: match.total }
    }
    const page = { owner, offset, limit: pageSize }
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

  /** Shows a thread and marks it as read. */
  async #showThread(visit: Visit, res: Response, { id, withPictures, isSent }: ThreadRequest): Promise<void> {
    const { controls } = this.#site
    const { store, baseUrl } = this.#deps
    const owner = visit.accountId
    const opened = await rows.find(store, { id, owner })
    if (!opened) throw noSuchMessage()
    const found = await store.all<rows.MessageRow>(rows.ofThread({ owner, thread: opened.thread, limit: maxThread }))
    const messages = found.toReversed()
    await store.write((tx) =>
      rows.markSome(
        tx,
        owner,
        messages.map((row) => row.id),
      ),
    )
    const thread = threadMarkup(controls, {
      messages: messages.map((row) => ({ row, summary: summaryOf(row, baseUrl) })),
      openedId: id,
      withPictures,
      timeZone: await visit.timeZone(),
    })
    const main = html`${isSent && controls.notice(sentNotice(opened))}${thread}`
    return this.#send(visit, res, opened.subject ?? '(no subject)', main)
  }

  async #confirmDeletion(visit: Visit, res: Response, id: string): Promise<void> {
    const row = await rows.find(this.#deps.store, { id, owner: visit.accountId })
    if (!row) throw noSuchMessage()
    const main = deletionMarkup(this.#site.controls, row, visit.csrfToken)
    this.#send(visit, res, 'Delete a message', main)
  }

  async #draftFor(visit: Visit, reply: string): Promise<Draft> {
    const none = { to: '', subject: '', body: '', reply: '' }
    const row = reply === '' ? undefined : await rows.findWhole(this.#deps.store, { id: reply, owner: visit.accountId })
    if (!row) return none
    const subject = row.subject ?? ''
    const { from, to: recipients, answers_to: answersTo } = summaryOf(row, '')
    const [to] = row.direction === 'incoming' ? (answersTo ?? [from]) : recipients
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
    const answered = draft.reply === '' ? undefined : await rows.find(this.#deps.store, key)
    const main = composeMarkup(this.#site.controls, {
      draft,
      answered: answered && summaryOf(answered, ''),
      note: this.#noteOnOutsideMail(),
      csrfToken: visit.csrfToken,
      error,
    })
    this.#send(visit, res, draft.reply === '' ? 'Write' : 'Reply', main, error?.status)
  }

  #noteOnOutsideMail(): string | undefined {
    const { settings, transfers } = this.#deps
    if (settings.mailDomain === undefined) return 'This server delivers mail only to people with an account on it.'
    if (!transfers.isOn) return undefined
    return `Mail to people on this server is free. Mail to an address elsewhere costs ${creditsText(outsideMicroCredits)}.`
  }

  #send(visit: Visit, res: Response, title: string, main: Html, status?: number): void {
    const policy = String(res.getHeader('Content-Security-Policy') ?? "default-src 'none'")
    // For messages in HTML, which are shown in frames.
    if (!policy.includes('frame-src')) res.setHeader('Content-Security-Policy', `${policy};frame-src 'self'`)
    visit.show({ title, main, styles: [`${path}/page.css`] }, status)
  }
}

function noSuchMessage(): ApiError {
  return new ApiError('unknown_method', 'Your mailbox does not contain this message.')
}
