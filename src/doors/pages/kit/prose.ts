import { type Html, html } from '#runtime/base/html.ts'

/** Where a piece of code such as `notes.add` is described; undefined where it is just code. */
export type LinkOf = (code: string) => string | undefined

/**
 * The subset of Markdown that descriptions in the API document use, as markup: paragraphs, lists whose entries
 * begin with `- `, and `code`. Everything else is shown as typed.
 *
 * @param link turns the code spans that name something described elsewhere into links
 */
export function prose(text: string, link: LinkOf = () => undefined): Html {
  const blocks = text.split(/\n[ \t]*\n/).filter((block) => block.trim() !== '')
  return html`${blocks.map((block) => blockOf(block, link))}`
}

/** One line of such text, without a paragraph. */
export function phrase(text: string, link: LinkOf = () => undefined): Html {
  const pieces = text.split(/`([^`]+)`/)
  return html`${pieces.map((piece, index) => (index % 2 === 0 ? piece : codeOf(piece, link)))}`
}

function blockOf(block: string, link: LinkOf): Html {
  const lines = block.split('\n').map((line) => line.trim())
  const first = lines.findIndex((line) => line.startsWith('- '))
  if (first < 0) return html`<p>${phrase(lines.join(' '), link)}</p>\n`
  const before = lines.slice(0, first).join(' ')
  const entries: string[] = []
  for (const line of lines.slice(first)) {
    if (line.startsWith('- ')) entries.push(line.slice(2))
    else entries.push(`${entries.pop()} ${line}`)
  }
  const list = html`<ul>${entries.map((entry) => html`<li>${phrase(entry, link)}</li>`)}</ul>\n`
  return before === '' ? list : html`<p>${phrase(before, link)}</p>\n${list}`
}

function codeOf(code: string, link: LinkOf): Html {
  const target = link(code)
  const shown = html`<code>${code}</code>`
  return target === undefined ? shown : html`<a href="${target}">${shown}</a>`
}
