/** Markup that may stand in a page as it is. Only `html` makes it, so that no text of somebody else's can pass for it. */
export class Html {
  readonly #markup: string

  constructor(markup: string) {
    this.#markup = markup
  }

  toString(): string {
    return this.#markup
  }
}

type Part = string | number | Html | undefined | false | readonly Part[]

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function markupOf(part: Part): string {
  if (part === undefined || part === false) return ''
  if (part instanceof Html) return part.toString()
  if (typeof part === 'object') return part.map(markupOf).join('')
  return String(part).replace(/[&<>"']/g, (character) => entities[character] as string)
}

/**
 * Markup with values in it: html`<b>${name}</b>`. Values are escaped, other markup is taken as it is, lists are joined,
 * `undefined` and `false` are nothing. Attribute values must stand in double quotes.
 */
export function html(texts: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(texts.reduce((markup, text, index) => markup + markupOf(parts[index - 1]) + text))
}
