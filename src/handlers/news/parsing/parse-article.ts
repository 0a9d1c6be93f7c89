import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'
import { withoutUnseen } from '#runtime/base/text/unseen.ts'

/** A page with more elements is not read. */
const maxElements = 20_000
/** A shorter text is a notice, such as that of a paywall. */
const minText = 200

/**
 * The text of the article on a page, its paragraphs separated by blank lines. It takes long, so only the separate process calls
 * this.
 *
 * @returns undefined for a page without an article
 */
export function parseArticle(html: string): string | undefined {
  // The parser drops a page without its outermost element.
  const { document } = parseHTML(/<html[\s>]/i.test(html) ? html : `<!doctype html><html><body>${html}</body></html>`)
  const article = new Readability(document as never, { maxElemsToParse: maxElements }).parse()
  if (!article?.content) return undefined
  const { document: inner } = parseHTML(`<!doctype html><html><body>${article.content}</body></html>`)
  const elements = [...inner.querySelectorAll('p, li, h2, h3, h4, blockquote, pre')]
  // Headings before the first paragraph repeat the headline.
  const first = elements.findIndex((element) => !/^H\d$/i.test(element.tagName))
  const text = elements
    .slice(Math.max(0, first))
    // A list item or quotation with paragraphs would repeat them.
    .filter((element) => !element.querySelector('p, li, blockquote'))
    .map((element) => withoutUnseen((element.textContent ?? '').replaceAll(/\s+/g, ' ')))
    .filter((paragraph) => paragraph !== '')
    .join('\n\n')
  return text.length < minText ? undefined : text
}
