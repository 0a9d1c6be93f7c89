import { Parser } from 'htmlparser2'
import { webAddress } from './web-link.ts'

/** Elements inside each other. */
const maxDepth = 100
/** Characters of a document type. */
const maxDocumentType = 32 * 1024

const roots: ReadonlySet<string> = new Set(['rss', 'feed', 'rdf'])
/** The elements that contain items. */
const containers: ReadonlySet<string> = new Set([...roots, 'channel'])

interface OpenElement {
  readonly name: string
  /** The name without a prefix. */
  readonly local: string
  /** The base of the relative addresses in it; undefined if the document names none. */
  readonly base: string | undefined
}

interface Options {
  /** The address of the document. */
  readonly url: string
  /** Items that are kept; later ones are left out. */
  readonly maxItems: number
}

/**
 * An XML feed as its author meant it: many are not well-formed. Elements that are never closed get an end, and text before the feed,
 * comments and the document type are left out, so that no entity that it declares is ever expanded. An item in which the
 * document ends is left out, because its last address or title may be cut.
 *
 * Addresses of links and items are resolved by `xml:base` (XML Base, second edition): every item gets the base that holds
 * for it as an absolute address.
 *
 * @throws Error for a document that is nested deeper than any feed, and for one that ends before its first item
 */
export function wellFormed(text: string, options: Options): string {
  const writer = new FeedWriter(options)
  const parser = new Parser(
    {
      onopentag: (name, attributes) => writer.begin(name, attributes),
      onclosetag: (name) => writer.end(name),
      ontext: (data) => writer.text(data),
      oncdatastart: () => writer.beginCdata(),
      oncdataend: () => writer.endCdata(),
    },
    { xmlMode: true, decodeEntities: false, lowerCaseTags: true, lowerCaseAttributeNames: true },
  )
  // What the parser still holds after this is the beginning of a tag or of a text that is cut.
  parser.write(withoutDocumentType(text))
  return writer.finish()
}

class FeedWriter {
  readonly #options: Options
  readonly #out: string[] = []
  readonly #open: OpenElement[] = []
  #items = 0
  /** Where the item that is open begins in `#open` and `#out`. */
  #item: { readonly depth: number; readonly start: number; readonly isKept: boolean } | undefined
  #isCdata = false

  constructor(options: Options) {
    this.#options = options
  }

  begin(name: string, attributes: Readonly<Record<string, string>>): void {
    const local = name.slice(name.indexOf(':') + 1)
    const isItem = !this.#item && (local === 'item' || local === 'entry')
    // Something in the channel before it was never closed.
    while (isItem && this.#open.length > 0 && !containers.has(this.#open.at(-1)?.local ?? '')) this.#close()
    const parent = this.#open.at(-1)
    if (!parent && !roots.has(local)) return
    if (this.#open.length >= maxDepth) throw new Error('the feed is nested too deeply')
    if (isItem) {
      this.#items += 1
      const isKept = this.#items <= this.#options.maxItems
      this.#item = { depth: this.#open.length, start: this.#out.length, isKept }
    }
    const { 'xml:base': own, ...rest } = attributes
    const inherited = parent?.base
    const base = own === undefined ? inherited : (webAddress(own, inherited ?? this.#options.url) ?? inherited)
    this.#open.push({ name, local, base })
    const href = local === 'link' && base !== undefined ? webAddress(rest.href, base) : undefined
    const written = {
      ...rest,
      ...(href === undefined ? {} : { href }),
      ...(isItem && base !== undefined ? { 'xml:base': base } : {}),
    }
    this.#write(`<${name}${attributesText(written)}>`)
  }

  end(name: string): void {
    // Another name is that of an element before the feed.
    if (this.#open.at(-1)?.name === name) this.#close()
  }

  text(data: string): void {
    this.#write(this.#isCdata ? data : data.replaceAll('<', '&lt;'))
  }

  beginCdata(): void {
    this.#isCdata = true
    this.#write('<![CDATA[')
  }

  endCdata(): void {
    this.#isCdata = false
    this.#write(']]>')
  }

  /** The document without the item that is open, and with the ends of all other elements. */
  finish(): string {
    if (this.#open.length > 0 && this.#items === (this.#item ? 1 : 0)) {
      throw new Error('the feed ends before its first item')
    }
    if (this.#item) {
      this.#out.length = this.#item.start
      this.#open.length = this.#item.depth
      this.#item = undefined
    }
    while (this.#open.length > 0) this.#close()
    return this.#out.join('')
  }

  #close(): void {
    this.#write(`</${this.#open.at(-1)?.name}>`)
    this.#open.pop()
    if (this.#item?.depth === this.#open.length) this.#item = undefined
  }

  #write(text: string): void {
    if (this.#open.length > 0 && this.#item?.isKept !== false) this.#out.push(text)
  }
}

/** Values keep their entities. */
function attributesText(attributes: Readonly<Record<string, string>>): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${value.replaceAll('<', '&lt;').replaceAll('"', '&quot;')}"`)
    .join('')
}

/** The text without its document type, whose internal subset may contain brackets and quotes in quotes and comments. */
function withoutDocumentType(text: string): string {
  const start = text.search(/<!DOCTYPE\b/i)
  const root = text.search(/<(?:\w+:)?(?:rss|feed|rdf)[\s>]/i)
  if (start < 0 || (root >= 0 && root < start)) return text
  const beginning = text.slice(start, start + maxDocumentType)
  let isInSubset = false
  for (const { 0: part, index } of beginning.matchAll(/<!--[\s\S]*?-->|<\?[\s\S]*?\?>|"[^"]*"|'[^']*'|[[\]>]/g)) {
    if (part === '[') isInSubset = true
    else if (part === ']') isInSubset = false
    else if (part === '>' && !isInSubset) return text.slice(0, start) + text.slice(start + index + 1)
  }
  throw new Error('the document type of the feed is too long or has no end')
}
