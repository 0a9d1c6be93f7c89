import type { Token } from 'parse5'
import { HiddenMarkup } from './hidden-markup.ts'
import { type MarkupReader, readMarkup } from './read-markup.ts'

const withoutContent = new Set('area base br col embed hr img input link meta source track wbr'.split(' '))
/** Elements that the next one of their kind ends. */
const endedByNext = new Set('p li dt dd tr td th option'.split(' '))
const lines = new Set('br tr li hr div dt dd section article header footer address caption'.split(' '))
const paragraphs = new Set('p h1 h2 h3 h4 h5 h6 ul ol dl table blockquote pre form'.split(' '))

const leftOut = '[Text that this message hides was left out.]'

/**
 * The text of the HTML of a message, for readers without HTML. What mail programs do not show is left out, and the text
 * says so.
 */
export function textOfHtml(html: string): string {
  const text = new MessageText()
  readMarkup(html, text)
  return text.whole()
}

class MessageText implements MarkupReader {
  readonly #hiddenMarkup = new HiddenMarkup()
  readonly #out: string[] = []
  #styles = ''
  /** The hidden element that is open, and how many of its kind are open inside. */
  #hidden: { readonly tag: string; depth: number } | undefined
  #hasHidden = false

  whole(): string {
    const text = this.#out
      .join('')
      .replace(/[ \t\u00a0]+/g, ' ')
      .replace(/ ?\n ?/g, '\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim()
    return this.#hasHidden ? `${text}\n\n${leftOut}`.trim() : text
  }

  begin(tag: string, attrs: Token.Attribute[]): void {
    if (this.#hidden && !this.#isEndedBy(tag)) {
      if (tag === this.#hidden.tag) this.#hidden.depth += 1
      return
    }
    this.#hidden = undefined
    if (!withoutContent.has(tag) && (tag === 'template' || this.#hiddenMarkup.has(attrs))) {
      this.#hidden = { tag, depth: 1 }
    } else this.#breakBefore(tag)
  }

  #isEndedBy(tag: string): boolean {
    return this.#hidden?.tag === tag && this.#hidden.depth === 1 && endedByNext.has(tag)
  }

  end(tag: string): void {
    if (tag === 'style') this.#hiddenMarkup.addStyles(this.#styles)
    this.#styles = ''
    if (this.#hidden) {
      if (tag === this.#hidden.tag) this.#hidden.depth -= 1
      if (this.#hidden.depth === 0) this.#hidden = undefined
    } else if (paragraphs.has(tag)) this.#out.push('\n\n')
    else if (lines.has(tag) && tag !== 'br') this.#out.push('\n')
    else if (tag === 'td' || tag === 'th') this.#out.push(' ')
  }

  #breakBefore(tag: string): void {
    if (tag === 'li') this.#out.push('\n- ')
    else if (paragraphs.has(tag)) this.#out.push('\n\n')
    else if (lines.has(tag)) this.#out.push('\n')
  }

  text(chars: string, raw: string): void {
    if (raw === 'style') this.#styles += chars
    if (raw !== '') return
    if (!this.#hidden) this.#out.push(chars.replace(/[\u00ad\u200c]/g, '').replace(/\s+/g, ' '))
    // Newsletters fill the line after their subject with characters that nobody sees.
    else if (this.#hidden.tag !== 'template' && /[\p{L}\p{N}]/u.test(chars)) this.#hasHidden = true
  }
}
