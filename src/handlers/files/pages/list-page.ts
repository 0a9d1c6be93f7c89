import type { Result } from '#generated/server/handlers.ts'
import type { ApiError } from '#runtime/base/errors.ts'
import { type Html, html } from '#runtime/base/html.ts'
import { sizeText } from '#runtime/base/text/size-text.ts'
import { originBadge } from '#runtime/kit/origin.ts'
import type { Controls } from '#runtime/kit/site.ts'

export const place = '/settings/files'
const pageSize = 50

type Listed = Result<'files.list'>
type File = Listed['items'][number]

interface Shown {
  readonly timeZone: string
  readonly csrfToken: string
  /** From 1 on. */
  readonly page: number
}

/** A page of an account's files, with the space that the account uses. */
export function filesList(controls: Controls, { items, used_bytes, quota_bytes }: Listed, shown: Shown): Html {
  const pages = Math.max(1, Math.ceil(items.length / pageSize))
  const page = Math.min(shown.page, pages)
  const visible = items.slice((page - 1) * pageSize, page * pageSize)
  const space = html`<p>${sizeText(used_bytes)} of ${sizeText(quota_bytes)} used.</p>\n`
  if (items.length === 0) return html`<h2>Your files</h2>\n${space}<p>You have no files yet.</p>\n`
  const rows = visible.map((file) => [
    html`<a href="${file.url}">${file.name}</a>${originBadge('files', file)}`,
    html`${sizeText(file.size_bytes)}`,
    html`<span class="long">${file.type}</span>`,
    controls.moment(Date.parse(file.created), shown.timeZone),
    html`${file.public ? 'public' : 'private'}`,
    html`${shareForm(controls, file, shown.csrfToken)}<a href="${place}/${file.id}/delete" aria-label="Delete ${file.name}">Delete</a>`,
  ])
  const columns = ['File', 'Size', 'Type', 'Stored', 'Readers', 'Change']
  return html`<h2>Your files</h2>
${space}${controls.recordTable('Files, newest first', columns, rows)}${pages > 1 && pageLinks(page, pages)}`
}

function shareForm(controls: Controls, { id, name, public: isPublic }: File, csrfToken: string): Html {
  const action = isPublic ? 'Make private' : 'Make public'
  return controls.form(
    `${place}/${id}/share`,
    csrfToken,
    html`<input type="hidden" name="public" value="${isPublic ? 'false' : 'true'}">
<button class="second" aria-label="${action}: ${name}">${action}</button>
`,
  )
}

function pageLinks(page: number, pages: number): Html {
  const link = (to: number, rel: string, text: string) => html`<a href="${place}?page=${to}" rel="${rel}">${text}</a>\n`
  return html`<nav class="pages" aria-label="Pages of files">
${page > 1 && link(page - 1, 'prev', 'Newer files')}${page < pages && link(page + 1, 'next', 'Older files')}</nav>
`
}

/** The form that stores a file. The script shows its progress. */
export function uploadForm(controls: Controls, csrfToken: string, maxBytes: number, error: ApiError | undefined): Html {
  return controls.form(
    place,
    csrfToken,
    html`${controls.textField({
      label: 'New file',
      name: 'file',
      hint: `At most ${sizeText(maxBytes)}. It is private until you make it public.`,
      error,
      input: { type: 'file', required: true, 'data-max-bytes': maxBytes },
    })}<button>Store the file</button>
<p role="status" data-status></p>
<progress max="100" value="0" aria-label="Upload" hidden></progress>
`,
    { enctype: 'multipart/form-data', 'data-upload': 'file' },
  )
}

/** Asks before a file is deleted. */
export function deletionPage(controls: Controls, { id, name, size_bytes }: File, csrfToken: string): Html {
  return html`<p>This deletes <b class="long">${name}</b> (${sizeText(size_bytes)}). This cannot be undone, and the file's address stops working.</p>
${controls.form(`${place}/${id}/delete`, csrfToken, html`<button class="danger">Delete the file for good</button>\n`)}<p><a href="${place}">Keep it</a></p>
`
}
