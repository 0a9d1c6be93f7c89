import type { ApiError } from '#runtime/base/errors.ts'
import { attributes, type Html, html } from '#runtime/base/html.ts'
import { oneLine, shorten } from '#runtime/base/text/shorten.ts'
import { publicMoment } from '#runtime/kit/public-moment.ts'
import type { Controls, Visit } from '#runtime/kit/site.ts'
import { maxText } from '../posting.ts'
import type { ListedRow } from '../rows.ts'

export const path = '/social'

/** The beginning of a post, for link previews. */
export function beginningOf({ author, text }: ListedRow): string {
  return `${author}: ${shorten(oneLine(text), 160)}`
}

/** A list of posts. */
export function postList(rows: readonly ListedRow[], visit: Visit): Html {
  return html`<ol class="entries" role="list">
${rows.map((row) => html`<li id="${row.id}">\n${onePost(row, visit)}</li>\n`)}</ol>
`
}

/** A post with its author, time and text, and a link to delete the reader's own. */
export function onePost(row: ListedRow, visit: Visit): Html {
  const { id, owner, author, text, reply_to: replyTo, created_at: at } = row
  const isOwn = owner === visit.reader?.id
  return html`<p class="note"><b>${author}</b>, <a href="${path}/${id}">${publicMoment(Number(at))}</a>${
    replyTo !== null && html`, <a href="${path}/${encodeURIComponent(replyTo)}">in reply</a>`
  }${isOwn && html`, <a href="${path}/${id}/delete" aria-label="Delete your post">delete</a>`}</p>
<p class="typed" dir="auto">${text}</p>
`
}

/** A rejected form: its text and the reason. */
export interface RejectedPost {
  readonly text: string
  readonly error: ApiError
}

interface PostForm {
  readonly action: string
  readonly label: string
  readonly button: string
  readonly rejected: RejectedPost | undefined
}

/** The form for a post or a reply; without an account, a link to sign in. */
export function postForm(controls: Controls, visit: Visit, { action, label, button, rejected }: PostForm): Html {
  if (!visit.reader)
    return html`<p><a href="/signin?next=${encodeURIComponent(action)}">Sign in</a> to post or reply.</p>\n`
  const fault = rejected?.error.details?.[0]?.message
  const about = { 'aria-describedby': fault ? 'text-hint text-fault' : 'text-hint', 'aria-invalid': fault && 'true' }
  return controls.form(
    action,
    visit.csrfToken,
    html`<div class="field">
<label for="text">${label}</label>
<textarea${attributes({ id: 'text', name: 'text', rows: 4, required: true, dir: 'auto', maxlength: 4 * maxText, ...about })}>
${rejected?.text ?? ''}</textarea>
<p class="hint" id="text-hint">At most ${maxText} characters. Anyone can read your post.</p>
${fault && html`<p class="fault" id="text-fault">${label} ${fault}</p>\n`}</div>
<button>${button}</button>
`,
  )
}

/** Confirms the deletion of a post. */
export function deletionPage(controls: Controls, row: ListedRow, visit: Visit): Html {
  return html`<blockquote class="typed" dir="auto">${row.text}</blockquote>
<p>This cannot be undone. Replies to the post are not deleted.</p>
${controls.form(`${path}/${row.id}/delete`, visit.csrfToken, html`<button class="danger">Delete the post permanently</button>\n`)}<p><a href="${path}/${row.id}">Keep it</a></p>
`
}
