import { type Html, html } from '#runtime/base/html.ts'
import { markdownMarkup } from '#runtime/kit/markdown-markup.ts'

/** Longer posts are shown as they are typed: parsing them would hold up other requests. */
export const maxFormatted = 20_000

/**
 * Lets the headings of a post begin one level below that of the page, and none be more than one level below the one it belongs
 * to, regardless of their marks.
 */
function levelled(): (level: number) => { level: number } {
  const above: number[] = []
  return (level) => {
    while (above.length > 0 && (above.at(-1) as number) >= level) above.pop()
    above.push(level)
    return { level: Math.min(above.length + 1, 6) }
  }
}

/**
 * Markdown as markup. HTML in it is text, and pictures become links. Written by strangers: nothing gets into the page but
 * what `html` makes of it.
 */
export function formatted(markdown: string): Html {
  if (markdown.length > maxFormatted) return html`<p class="typed">${markdown}</p>\n`
  return markdownMarkup(markdown, {
    heading: levelled(),
    link: (href, inner) => html`<a href="${href}" rel="nofollow ugc noopener">${inner}</a>`,
    // A picture on another server would let that server see who reads.
    picture: (src, alt) => html`<a href="${src}" rel="nofollow ugc noopener">${alt || 'Picture'}</a>`,
  })
}
