import { type Token, type TokenHandler, Tokenizer, TokenizerMode } from 'parse5'
import { HiddenMarkup } from './hidden-markup.ts'

/** Elements whose content is not markup, and how browsers tokenize it. None of it is text to read. */
const raw = new Map<string, Tokenizer['state']>([
  ['iframe', TokenizerMode.RAWTEXT],
  ['noembed', TokenizerMode.RAWTEXT],
  ['noframes', TokenizerMode.RAWTEXT],
  ['script', TokenizerMode.SCRIPT_DATA],
  ['style', TokenizerMode.RAWTEXT],
  ['textarea', TokenizerMode.RCDATA],
  ['title', TokenizerMode.RCDATA],
  ['xmp', TokenizerMode.RAWTEXT],
])
const withoutContent = new Set('area base br col embed hr img input link meta source track wbr'.split(' '))
/** Elements that the next one of their kind ends. */
const endedByNext = new Set('p li dt dd tr td th option'.split(' '))
const lines = new Set('br tr li hr div dt dd section article header footer address caption'.split(' '))
const paragraphs = new Set('p h1 h2 h3 h4 h5 h6 ul ol dl table blockquote pre form'.split(' '))

const leftOut = '[Text that this message hides was left out.]'

/**
 * The text of the HTML of a message, for readers without HTML. What mail programs do not show is left out, and the text
 * says so. Reads the markup once, even if it is malformed.
 */
export function textOfHtml(html: string): string {
  return new MessageText().read(html)
}

class MessageText implements TokenHandler {
  readonly #tokenizer = new Tokenizer({}, this)
  readonly #hiddenMarkup = new HiddenMarkup()
  readonly #out: string[] = []
  #raw = ''
  #styles = ''
  /** The hidden element that is open, and how many of its kind are open inside. */
  #hidden: { readonly tag: string; depth: number } | undefined
  #hasHidden = false

  read(html: string): string {
    this.#tokenizer.write(html, true)
    const text = this.#out
      .join('')
      .replace(/[ \t\u00a0]+/g, ' ')
      .replace(/ ?\n ?/g, '\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim()
    return this.#hasHidden ? `${text}\n\n${leftOut}`.trim() : text
  }

  onStartTag({ tagName: tag, attrs }: Token.TagToken): void {
    const mode = raw.get(tag)
    if (mode !== undefined) {
      this.#raw = tag
      this.#tokenizer.state = mode
      return
    }
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

  onEndTag({ tagName: tag }: Token.TagToken): void {
    if (this.#raw === 'style') this.#hiddenMarkup.addStyles(this.#styles)
    this.#raw = ''
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

  onCharacter({ chars }: Token.CharacterToken): void {
    if (this.#raw === 'style') this.#styles += chars
    if (this.#raw !== '') return
    if (!this.#hidden) this.#out.push(chars.replace(/[\u00ad\u200c]/g, '').replace(/\s+/g, ' '))
    // Newsletters fill the line after their subject with characters that nobody sees.
    else if (this.#hidden.tag !== 'template' && /[\p{L}\p{N}]/u.test(chars)) this.#hasHidden = true
  }

  onWhitespaceCharacter(token: Token.CharacterToken): void {
    this.onCharacter(token)
  }

  onNullCharacter(): void {}
  onComment(): void {}
  onDoctype(): void {}
  onEof(): void {}
}
