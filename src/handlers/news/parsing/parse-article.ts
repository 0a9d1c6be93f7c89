import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'

/** Elements of a page that are looked at. */
const maxElements = 20_000
/** Fewer characters are a notice, such as that of a paywall. */
const minText = 200

/**
 * The text of the article on a page, its paragraphs separated by blank lines. It belongs in the process that reads documents.
 *
 * @returns undefined if there is none
 */
export function parseArticle(html: string): string | undefined {
  // Without its outermost element the parser loses the page.
  const { document } = parseHTML(/<html[\s>]/i.test(html) ? html : `<!doctype html><html><body>${html}</body></html>`)
  const article = new Readability(document as never, { maxElemsToParse: maxElements }).parse()
  if (!article?.content) return undefined
  const { document: inner } = parseHTML(`<!doctype html><html><body>${article.content}</body></html>`)
  const elements = [...inner.querySelectorAll('p, li, h2, h3, h4, blockquote, pre')]
  // What comes before the first paragraph is the headline again.
  const first = elements.findIndex((element) => !/^H\d$/i.test(element.tagName))
  const text = elements
    .slice(Math.max(0, first))
    // A paragraph in a list or a quotation is told by what it is in.
    .filter((element) => !element.querySelector('p, li, blockquote'))
    .map((element) => (element.textContent ?? '').replaceAll(/\s+/g, ' ').trim())
    .filter((paragraph) => paragraph !== '')
    .join('\n\n')
  return text.length < minText ? undefined : text
}
