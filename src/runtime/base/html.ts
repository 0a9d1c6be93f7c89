import { basePath, publicPath } from './base-path.ts'

/** Markup, created only by `html`, so that text from outside cannot pass for markup. */
class Html {
  readonly #markup: string

  constructor(markup: string) {
    this.#markup = markup
  }

  toString(): string {
    return this.#markup
  }
}

/** The attributes of an element, created by `attributes`. */
class Attributes {
  readonly #markup: string

  constructor(markup: string) {
    this.#markup = markup
  }

  toString(): string {
    return this.#markup
  }
}

export type { Attributes, Html }

type Text = string | number
type Nothing = undefined | null | false
type Part = Text | Html | Attributes | Nothing | readonly Part[]

/** The position of a value in a template. An address is a whole attribute value that a browser may request. */
type Place = 'text' | 'attribute value' | 'address' | 'tag'

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** A template whose addresses begin with the path of BASE_URL. */
interface Template {
  readonly basePath: string
  readonly texts: readonly string[]
  readonly places: readonly Place[]
}

const templates = new WeakMap<TemplateStringsArray, Template>()

const addressNames = ['href', 'src', 'action', 'formaction', 'poster']
/** The start of an address in a template, as in `<a href="/docs">`. */
const addressStart = new RegExp(`(?<=\\s(?:${addressNames.join('|')})=")(?=/(?!/))`, 'g')
const addressBegins = new RegExp(`\\s(?:${addressNames.join('|')})="$`)

/**
 * Markup with values in it: html`<b title="${title}">${name}</b>`. In text and in attribute values, strings and numbers are
 * escaped; in text, markup is inserted unchanged and arrays are joined; between attributes only the result of `attributes` is
 * allowed. `undefined`, `null` and `false` are nothing. Addresses on this server get the path of BASE_URL.
 *
 * @throws TypeError for a template with a value anywhere else, such as in an attribute without double quotes, a script or a
 *   comment, or that ends inside a tag; and for a value that is not allowed at its position
 */
export function html(texts: TemplateStringsArray, ...parts: Part[]): Html {
  let template = templates.get(texts)
  if (template?.basePath !== basePath()) {
    template = templateOf(texts)
    templates.set(texts, template)
  }
  let markup = template.texts[0] as string
  for (const [index, part] of parts.entries()) {
    markup += markupOf(part, template.places[index] as Place) + template.texts[index + 1]
  }
  return new Html(markup)
}

function templateOf(texts: TemplateStringsArray): Template {
  const places = placesIn(texts).map((place, index) => {
    return place === 'attribute value' && addressBegins.test(texts[index] as string) ? 'address' : place
  })
  return { basePath: basePath(), texts: texts.map((text) => text.replaceAll(addressStart, basePath())), places }
}

/**
 * Attributes of an element: html`<input${attributes({ type: 'text', required: true })}>`.
 *
 * @param values by name; `true` is written without a value, `false`, `null` and `undefined` leave the attribute out
 * @throws TypeError for an invalid name
 */
export function attributes(values: Readonly<Record<string, Text | boolean | undefined | null>>): Attributes {
  let markup = ''
  for (const [name, value] of Object.entries(values)) {
    if (!/^[a-z][a-z0-9-]*$/i.test(name)) throw new TypeError(`${JSON.stringify(name)} is not the name of an attribute`)
    if (value === true) markup += ` ${name}`
    else if (value !== undefined && value !== null && value !== false)
      markup += ` ${name}="${escaped(addressNames.includes(name) ? publicPath(String(value)) : value)}"`
  }
  return new Attributes(markup)
}

function markupOf(part: Part, place: Place): string {
  if (part === undefined || part === null || part === false) return ''
  if (place === 'tag') {
    if (part instanceof Attributes) return part.toString()
  } else if (typeof part === 'string' || typeof part === 'number') {
    return escaped(place === 'address' ? publicPath(String(part)) : part)
  } else if (place === 'text') {
    if (part instanceof Html) return part.toString()
    if (Array.isArray(part)) return part.map((each) => markupOf(each, place)).join('')
  }
  throw new TypeError(`html: a ${typeof part} cannot stand in this ${place}`)
}

function escaped(text: Text): string {
  return String(text).replace(/[&<>"']/g, (character) => entities[character] as string)
}

/** What an HTML parser is inside of: a position for a value, or a part where values are not allowed. */
type State = Exclude<Place, 'address'> | 'comment' | 'script'

/** What ends each state. */
const boundaries: Readonly<Record<State, RegExp>> = {
  text: /<!--|<[/!]?[a-z][^\s>"'<=]*|</gi,
  tag: /=\s*"|["'<=>]/g,
  'attribute value': /"/g,
  comment: /-->/g,
  script: /<\/(?:script|style)(?=[\s>])/gi,
}

/** The positions of the values of a template. */
function placesIn(texts: TemplateStringsArray): Place[] {
  let state: State = 'text'
  let isScript = false
  const places: Place[] = []
  for (const [index, text] of texts.entries()) {
    for (const token of tokensOf(text)) state = next(token)
    if (index === texts.length - 1) break
    if (state === 'comment' || state === 'script') {
      throw new TypeError(`html: no value can stand in a ${state}, after ${JSON.stringify(text)}`)
    }
    places.push(state)
  }
  if (state !== 'text')
    throw new TypeError(`html: a template ends inside a ${state}, after ${JSON.stringify(texts.at(-1))}`)
  return places

  function* tokensOf(text: string) {
    let at = 0
    for (;;) {
      const boundary = boundaries[state]
      boundary.lastIndex = at
      const found = boundary.exec(text)
      if (!found) return
      at = boundary.lastIndex
      yield found[0]
    }
  }

  function next(token: string): State {
    if (state === 'comment') return 'text'
    if (state === 'attribute value') return 'tag'
    if (state === 'tag') {
      if (token === '>') return isScript ? 'script' : 'text'
      if (token.startsWith('=') && token.endsWith('"')) return 'attribute value'
      throw new TypeError(`html: an attribute without double quotes in ${JSON.stringify(texts)}`)
    }
    if (token === '<!--') return 'comment'
    if (token === '<') throw new TypeError(`html: a "<" that begins no tag in ${JSON.stringify(texts)}`)
    isScript = /^<(?:script|style)$/i.test(token)
    return 'tag'
  }
}
