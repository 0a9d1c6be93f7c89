import type { Result } from '#generated/server/handlers.ts'
import type { ApiError } from '#runtime/base/errors.ts'
import { attributes, type Html, html } from '#runtime/base/html.ts'
import { sizeText } from '#runtime/base/text/size-text.ts'
import type { Controls } from '#runtime/kit/site.ts'
import { isMisleading } from '../mail-address.ts'
import { recipientsIn, summaryOf } from '../results.ts'
import type { MessageRow, SummaryRow } from '../rows/messages.ts'

export const path = '/mail'

export type Folder = 'inbox' | 'sent'

type Summary = Result<'mail.inbox'>['items'][number]

/** The address of a page with these parameters. */
export function addressOf(parameters: Readonly<Record<string, string>>): string {
  return `${path}?${new URLSearchParams(parameters)}`
}

interface ListPage {
  readonly folder: Folder
  readonly tag: string
  readonly query: string
  readonly offset: number
  readonly limit: number
  readonly total: number
  readonly unread: number
  readonly items: readonly { readonly row: SummaryRow; readonly summary: Summary }[]
  readonly csrfToken: string
  readonly timeZone: string
  readonly info: string
}

/** A folder, or the results of a search. */
export function listMarkup(controls: Controls, page: ListPage): Html {
  const { items, query, unread, folder, info } = page
  const isInbox = folder === 'inbox' && query === ''
  return html`${waysMarkup(page)}
${
  items.length === 0
    ? html`<p>${query === '' ? 'There are no messages here.' : 'No message contains these words.'}</p>\n`
    : html`<ol role="list" class="messages">
${items.map((item) => entryMarkup(controls, item, page.timeZone))}</ol>
`
}${pagesMarkup(page)}${
  isInbox &&
  unread > 0 &&
  controls.form(
    path,
    page.csrfToken,
    html`<input type="hidden" name="action" value="read">
<button class="second">Mark all as read</button>
`,
  )
}<p class="note">${info}</p>
`
}

function waysMarkup({ folder, query, tag, unread }: ListPage): Html {
  const inbox = unread === 0 ? 'Inbox' : `Inbox, ${unread} new`
  const isHere = (name: Folder) => query === '' && tag === '' && folder === name && 'page'
  return html`<nav class="folders" aria-label="Folders"><a${attributes({ href: path, 'aria-current': isHere('inbox') })}>${inbox}</a> <a${attributes(
    { href: addressOf({ folder: 'sent' }), 'aria-current': isHere('sent') },
  )}>Sent</a> <a href="${addressOf({ write: '' })}">Write</a></nav>
<form method="get" action="${path}" role="search" class="find">
<label for="q">Search your mail</label>
<div class="line"><input type="search" id="q" name="q" maxlength="200"${attributes({ value: query })}> <button class="second">Search</button></div>
</form>
${tag !== '' && html`<p>With the tag <b>${tag}</b>. <a href="${path}">All messages</a></p>\n`}`
}

function entryMarkup(
  controls: Controls,
  { row, summary }: { row: SummaryRow; summary: Summary },
  timeZone: string,
): Html {
  const { id, from, to, subject, snippet, is_unread: isUnread, tag, attachments } = summary
  const who = row.direction === 'incoming' ? (from.name ?? from.address) : `To ${to[0]?.address ?? ''}`
  const notes = [
    isUnread && 'new',
    tag,
    attachments.length > 0 && `${attachments.length} attached`,
    row.delivery === 'queued' && 'on its way',
    row.delivery === 'failed' && 'not delivered',
    summary.sender_verified === false && 'sender not verified',
  ].filter((note) => typeof note === 'string')
  return html`<li${attributes({ class: isUnread && 'new' })}><a href="${addressOf({ id })}"><span class="who">${who}</span> <span class="when">${controls.moment(Number(row.created_at), timeZone)}</span> <span class="subject">${subject ?? '(no subject)'}</span> <span class="snippet">${snippet}</span>${notes.length > 0 && html` <span class="notes">${notes.join(', ')}</span>`}</a></li>
`
}

function pagesMarkup({ folder, query, tag, offset, limit, total, items }: ListPage): Html | undefined {
  const others = { ...(folder === 'sent' && { folder }), ...(tag !== '' && { tag }), ...(query !== '' && { q: query }) }
  const at = (place: number) => addressOf({ ...others, offset: String(place) })
  const hasMore = offset + items.length < total
  if (offset === 0 && !hasMore) return undefined
  return html`<p class="ways">${offset > 0 && html`<a rel="prev" href="${at(Math.max(0, offset - limit))}">Newer</a> `}${hasMore && html`<a rel="next" href="${at(offset + limit)}">Older</a>`}</p>
`
}

interface ThreadPage {
  readonly messages: readonly { readonly row: MessageRow; readonly summary: Summary }[]
  /** The message whose address was opened. */
  readonly openedId: string
  readonly withPictures: boolean
  readonly timeZone: string
}

/** The messages of a thread, the oldest first. */
export function threadMarkup(controls: Controls, page: ThreadPage): Html {
  return html`<p class="ways"><a href="${path}">Inbox</a></p>
${page.messages.map((message) => messageMarkup(controls, page, message))}`
}

function messageMarkup(
  controls: Controls,
  { openedId, withPictures, timeZone }: ThreadPage,
  { row, summary }: { readonly row: MessageRow; readonly summary: Summary },
): Html {
  const { from, to, cc = [], answers_to: answersTo, id } = summary
  const isForeign = row.origin === 'foreign'
  return html`<article class="message" id="${id}">
<p class="by"><b>${from.name ?? from.address}</b>${from.name !== undefined && html` &lt;${from.address}&gt;`} ${controls.moment(Number(row.created_at), timeZone)}<br>
to ${to.map(({ address }) => address).join(', ') || 'undisclosed recipients'}${cc.length > 0 && `, copy to ${cc.map(({ address }) => address).join(', ')}`}${
    answersTo &&
    html`<br>
replies go to ${addresses(answersTo)}`
  }</p>
${statusMarkup(row, summary)}${
  row.html === null ? html`<p class="typed">${row.text}</p>\n` : frameMarkup(row, id === openedId && withPictures)
}${filesMarkup(summary)}<div class="ways"><a href="${addressOf({ write: '', reply: id })}">Reply</a>${
    isForeign && row.blob_id !== null && html` <a href="/mail/files/${id}/original">Original</a>`
  } <a href="${addressOf({ id, delete: '' })}">Delete</a></div>
</article>
`
}

/** Asks for confirmation before a message is deleted. */
export function deletionMarkup(controls: Controls, row: SummaryRow, csrfToken: string): Html {
  const { id, subject, delivery } = row
  return html`<p class="long">Delete <b>${subject ?? '(no subject)'}</b>, ${partyOf(row)}? This cannot be undone.${delivery === 'queued' && ' It has not been delivered yet, and deleting it stops further attempts.'}</p>
${controls.form(
  path,
  csrfToken,
  html`<input type="hidden" name="action" value="delete"><input type="hidden" name="id" value="${id}">
<button class="danger">Delete the message permanently</button>
`,
)}<p><a href="${addressOf({ id })}">Keep it</a></p>
`
}

function partyOf(row: SummaryRow): string {
  const { from, to } = summaryOf(row, '')
  return row.direction === 'incoming' ? `from ${from.name ?? from.address}` : `to ${addresses(to)}`
}

/**
 * What has become of a message that was just sent.
 *
 * @returns undefined if its delivery has failed, which the message itself says
 */
export function sentNotice(row: SummaryRow): string | undefined {
  const to = addresses(recipientsIn(row))
  if (row.delivery === 'queued') return `Your message to ${to} is on its way.`
  return row.delivery === 'delivered' ? `Your message was delivered to ${to}.` : undefined
}

function addresses(parties: readonly Summary['from'][]): string {
  return parties.map(({ address }) => address).join(', ')
}

/** Whether the sender is verified, or the delivery of a sent message. */
function statusMarkup(row: MessageRow, { sender_verified: verified }: Summary): Html | undefined {
  if (row.direction === 'outgoing') {
    if (row.delivery === 'failed') return html`<p class="fault">Not delivered. ${row.delivery_error}</p>\n`
    if (row.delivery === 'queued')
      return html`<p class="note">This message is on its way. ${row.delivery_error} If you delete it before a mail server accepts it, it is not sent and costs nothing.</p>\n`
    return undefined
  }
  if (verified === undefined) return undefined
  const party = { address: row.from_address, name: row.from_name ?? '' }
  const warning =
    isMisleading(party) &&
    html`<p class="fault">The sender calls itself "<bdi>${party.name}</bdi>", but its address is ${party.address}.</p>\n`
  return html`${warning}${verifiedMarkup(verified)}`
}

function verifiedMarkup(verified: boolean): Html {
  return verified
    ? html`<p class="note">This message came from outside. The sender's domain was verified.</p>\n`
    : html`<p class="fault">This message came from outside. The sender could not be verified.</p>\n`
}

/** Whether HTML may load pictures from other servers. Takes linear time: anyone can send HTML. */
export function mayLoadPictures(markup: string): boolean {
  return /\bsrc\s*=\s*(?:["']\s*)?(?:https?:)?\/\/|url\(/i.test(markup)
}

function frameMarkup({ id, html: markup }: MessageRow, withPictures: boolean): Html {
  const source = `/mail/frame/${id}${withPictures ? '?pictures=1' : ''}`
  return html`${
    !withPictures &&
    mayLoadPictures(markup ?? '') &&
    html`<p class="note">Remote pictures are not loaded, because they would reveal to the sender that you have read this message. <a href="${addressOf({ id, pictures: '1' })}">Show pictures</a></p>\n`
  }<iframe class="body" src="${source}" title="The message" sandbox="allow-popups allow-popups-to-escape-sandbox" referrerpolicy="no-referrer"></iframe>
`
}

function filesMarkup({ attachments }: Summary): Html | undefined {
  if (attachments.length === 0) return undefined
  return html`<ul class="files" aria-label="Attachments">
${attachments.map(({ name, url, size_bytes: bytes }) => {
  const size = sizeText(Number(bytes))
  return url === undefined
    ? html`<li>${name}, ${size}</li>\n`
    : html`<li><a href="${new URL(url).pathname}">${name}</a>, ${size}</li>\n`
})}</ul>
`
}

/** What is written and not sent yet. */
export interface Draft {
  readonly to: string
  readonly subject: string
  readonly body: string
  /** Id of the message that it answers, or empty. */
  readonly reply: string
}

export function composeMarkup(
  controls: Controls,
  {
    draft,
    answered,
    note,
    csrfToken,
    error,
  }: {
    readonly draft: Draft
    /** The message that it answers. */
    readonly answered: Summary | undefined
    /** What mail to an outside address costs, or that this server sends only to its own accounts. */
    readonly note: string | undefined
    readonly csrfToken: string
    readonly error: ApiError | undefined
  },
): Html {
  const line = (name: 'to' | 'subject', label: string, maxlength: number) =>
    controls.textField({
      label,
      name,
      error,
      input: {
        value: draft[name],
        maxlength,
        required: true,
        autocomplete: 'off',
        autocapitalize: name === 'to' ? 'none' : undefined,
      },
    })
  return html`${controls.problem(error)}<p class="ways"><a href="${path}">Inbox</a></p>
${controls.form(
  path,
  csrfToken,
  html`<input type="hidden" name="reply" value="${draft.reply}">
${line('to', 'To (a username, or a full address)', 254)}${replyToMarkup(answered)}${line('subject', 'Subject', 500)}<label for="body">Message</label>
<textarea id="body" name="body" rows="12" required maxlength="100000">${draft.body}</textarea>
${note && html`<p class="note">${note}</p>\n`}<button>Send</button>
`,
  { class: 'compose' },
)}`
}

/** Explains the recipient of a reply that does not go to the author. */
function replyToMarkup(answered: Summary | undefined): Html | undefined {
  if (!answered?.answers_to) return undefined
  const { from, answers_to: answersTo } = answered
  const rest =
    answersTo.length > 1 ? ' A message can have only one recipient here, so your reply goes to the first address.' : ''
  return html`<p class="note">The message is from ${from.address} and asks for replies to ${addresses(answersTo)}.${rest}</p>
`
}
