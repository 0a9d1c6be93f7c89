import type { Result } from '#generated/server/handlers.ts'
import { attributes, type Html, html } from '#runtime/base/html.ts'
import type { Controls } from '#runtime/kit/site.ts'
import type { Room } from '../find-room.ts'
import type { Message } from '../results.ts'

export const path = '/chat'

const kinds: Readonly<Record<Room['kind'], string>> = {
  post: 'post',
  news: 'article',
  video: 'video',
  topic: 'topic',
  group: 'group',
  direct: 'direct',
}

/** The page of a room. */
export function addressOf(id: string): string {
  return `${path}?${new URLSearchParams({ room: id })}`
}

export interface OpenedRoom {
  readonly room: Room
  readonly conversation: Result<'chat.messages'>
  /** Whether these are the latest messages, so that new ones appear below. */
  readonly isLatest: boolean
  /** The text that could not be sent. */
  readonly text: string
}

export interface ChatPage {
  readonly csrfToken: string
  readonly isSignedIn: boolean
  readonly list: Result<'chat.rooms'>
  readonly timeZone: string
  readonly opened: OpenedRoom | undefined
}

/** The rooms, with the open one beside them. */
export function chatMarkup(controls: Controls, page: ChatPage): Html {
  const { opened } = page
  return html`<div${attributes({ class: opened ? 'chat open' : 'chat' })}>
${roomsMarkup(page)}${
  opened
    ? openedMarkup(controls, page, opened)
    : html`<p class="note">Choose a room. Anyone can read public rooms. Posts, articles and videos have their own rooms.</p>\n`
}</div>
`
}

function roomsMarkup({ list, opened, isSignedIn }: ChatPage): Html {
  return html`<nav class="rooms" aria-label="Rooms">
<ul role="list" id="rooms"${attributes({ 'data-signed-in': isSignedIn && 'true' })}>
${list.items.map(
  ({ id, title, kind, unread = 0 }) => html`<li><a${attributes({
    href: addressOf(id),
    'data-room': id,
    'aria-current': id === opened?.room.id && 'page',
  })}><span class="title">${title}</span> <span class="kind">${kinds[kind]}</span> <span class="unread">${unreadText(unread)}</span></a></li>
`,
)}</ul>
${
  isSignedIn &&
  html`<form method="get" action="${path}">
<label for="to">Write to</label>
<div class="line"><input type="text" id="to" name="to" required maxlength="25" autocapitalize="none" autocomplete="off" spellcheck="false" placeholder="username"> <button class="second">Open</button></div>
</form>
`
}</nav>
`
}

function unreadText(unread: number): string {
  if (unread === 0) return ''
  return unread >= 100 ? '99+ new' : `${unread} new`
}

function openedMarkup(controls: Controls, page: ChatPage, opened: OpenedRoom): Html {
  const { room, conversation, isLatest } = opened
  const { messages, omitted } = conversation
  const first = messages[0]
  const earlier = `${addressOf(room.id)}&${new URLSearchParams({ before: first?.id ?? '' })}`
  return html`<section class="room" aria-label="${room.title}">
<p class="ways"><a class="back" href="${path}">All rooms</a>${
    omitted > 0 && first && html` <a rel="prev" href="${earlier}">Earlier messages</a>`
  }${!isLatest && html` <a rel="next" href="${addressOf(room.id)}">Latest messages</a>`}</p>
<div class="log" role="log" aria-label="Messages" tabindex="0">
<ol role="list" id="messages"${attributes({
    'data-room': room.id,
    'data-zone': page.timeZone,
    'data-live': isLatest && 'true',
  })}>
${messages.map((message) => messageMarkup(controls, message, page.timeZone))}</ol>
</div>
<p class="note" id="chat-state">${messages.length === 0 && 'Nobody has written here yet.'}</p>
${formMarkup(controls, page, opened)}</section>
`
}

function messageMarkup(controls: Controls, { id, author, text, is_agent, created }: Message, zone: string): Html {
  return html`<li id="${id}"><p class="by"><b>${author}</b>${is_agent && ' (agent)'} ${controls.moment(Date.parse(created), zone)}</p><p class="typed">${text}</p></li>
`
}

function formMarkup(controls: Controls, { csrfToken, isSignedIn }: ChatPage, { room, text }: OpenedRoom): Html {
  if (room.readOnlyReason !== undefined) return html`<p class="notice">${room.readOnlyReason}</p>\n`
  if (!isSignedIn) {
    const signIn = `/signin?${new URLSearchParams({ next: addressOf(room.id) })}`
    return html`<p><a href="${signIn}">Sign in</a> to write here.</p>\n`
  }
  return controls.form(
    path,
    csrfToken,
    html`<input type="hidden" name="room" value="${room.id}">
<label for="message">Message</label>
<textarea id="message" name="message" rows="2" required maxlength="10000">${text}</textarea>
<p class="fault" id="chat-fault" role="alert"></p>
<button>Send</button>
`,
    { id: 'compose' },
  )
}
