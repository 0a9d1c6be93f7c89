import type { Token } from 'parse5'
import type { InlinePicture } from './parsed-message.ts'
import { type MarkupReader, readMarkup } from './read-markup.ts'

/** Characters of all pictures in a document, which may name the same picture any number of times. */
export const maxPictureCharacters = 12 * 1024 * 1024

/** Elements of text and tables. Only pictures and styles connect, and the policy of the frame governs those. */
const elements: ReadonlySet<string> = new Set(
  (
    'a abbr address article aside b bdi bdo big blockquote body br caption center cite code col colgroup dd del details dfn div ' +
    'dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark nav ol p pre q rp rt ruby ' +
    's samp section small span strike strong style sub summary sup table tbody td tfoot th thead time tr tt u ul var wbr'
  ).split(' '),
)
const attributes: ReadonlySet<string> = new Set(
  (
    'abbr align alt background bgcolor border cellpadding cellspacing class clear color colspan compact datetime dir face ' +
    'headers height href hspace id lang media name noshade nowrap open reversed role rowspan rules scope size sizes span src srcset start ' +
    'style summary title type valign value vspace width'
  ).split(' '),
)
/** Where links may lead. Other addresses would fail, or are not for people. */
const linkForm = /^\s*(?:https?:|mailto:|tel:|#|\/\/)/i

/**
 * The document of the frame that shows the HTML of a message. Browsers may connect even for what the policy of the
 * frame blocks, such as frames, so only known elements and attributes are written to it. Links open a new tab, because
 * in the frame they would fail.
 *
 * @param pictures attached to the message, embedded wherever the document names them, until the bound is reached
 */
export function frameDocument(html: string, pictures: readonly InlinePicture[]): string {
  const shown = new MessageMarkup(pictures)
  readMarkup(html, shown)
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Message</title><meta name="viewport" content="width=device-width"><style>html{background:#fff;color:#111;font:16px/1.5 system-ui,sans-serif}body{margin:12px;overflow-wrap:anywhere}img{max-width:100%;height:auto}</style></head><body>${shown.whole()}</body></html>`
}

/** Writes the allowed tokens of a message again. */
class MessageMarkup implements MarkupReader {
  readonly #addresses: ReadonlyMap<string, string>
  readonly #written: string[] = []
  #charactersLeft = maxPictureCharacters

  constructor(pictures: readonly InlinePicture[]) {
    this.#addresses = new Map(pictures.map(({ id, address }) => [id, address]))
  }

  whole(): string {
    return this.#written.join('')
  }

  begin(tag: string, attrs: Token.Attribute[]): void {
    if (!elements.has(tag)) return
    const link = tag === 'a' ? ' target="_blank" rel="noopener noreferrer"' : ''
    const rest = attrs
      .filter(({ name, value }) => attributes.has(name) && (name !== 'href' || linkForm.test(value)))
      .map(({ name, value }) => ` ${name}="${escaped(this.#withPictures(value))}"`)
    this.#written.push(`<${tag}${link}${rest.join('')}>`)
  }

  end(tag: string): void {
    if (elements.has(tag) && tag !== 'body') this.#written.push(`</${tag}>`)
  }

  text(chars: string, raw: string): void {
    if (raw === '') this.#written.push(escaped(chars))
    // The content of a style sheet cannot contain its own end tag.
    else if (raw === 'style') this.#written.push(this.#withPictures(chars))
  }

  #withPictures(text: string): string {
    if (this.#addresses.size === 0) return text
    return text.replace(/\bcid:([^\s"'<>()]{1,998})/gi, (named, id: string) => {
      const address = this.#addresses.get(id)
      if (address === undefined || address.length > this.#charactersLeft) return named
      this.#charactersLeft -= address.length
      return address
    })
  }
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => escapes[character] ?? '')
}
