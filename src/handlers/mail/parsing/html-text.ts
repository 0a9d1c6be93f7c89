/** Elements whose content is not text. */
const skipped = new Set(['style', 'script', 'title', 'template'])
const lines = new Set('br tr li hr div dt dd section article header footer address caption'.split(' '))
const paragraphs = new Set('p h1 h2 h3 h4 h5 h6 ul ol dl table blockquote pre form'.split(' '))
const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  copy: '©',
  reg: '®',
  trade: '™',
  euro: '€',
  pound: '£',
  hellip: '…',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  laquo: '«',
  raquo: '»',
  bull: '•',
  middot: '·',
  zwnj: '',
  shy: '',
  auml: 'ä',
  ouml: 'ö',
  uuml: 'ü',
  Auml: 'Ä',
  Ouml: 'Ö',
  Uuml: 'Ü',
  szlig: 'ß',
  eacute: 'é',
  egrave: 'è',
  agrave: 'à',
  ccedil: 'ç',
  ntilde: 'ñ',
}

/**
 * The text of the HTML of a message, for readers without HTML. Reads the markup once, even if it is malformed.
 */
export function textOfHtml(html: string): string {
  const out: string[] = []
  let at = 0
  while (at < html.length) {
    const open = html.indexOf('<', at)
    const end = open < 0 ? html.length : open
    if (end > at) out.push(decoded(html.slice(at, end).replace(/\s+/g, ' ')))
    if (open < 0) break
    at = afterTag(html, open, out)
  }
  return out
    .join('')
    .replace(/[ \t\u00a0]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** Reads a tag, and returns where the text continues. */
function afterTag(html: string, open: number, out: string[]): number {
  if (html.startsWith('<!--', open)) return endOf(html, '-->', open + 4)
  const name = /^<(\/?)([a-zA-Z][a-zA-Z0-9]*)/.exec(html.slice(open, open + 40))
  if (!name && !/^<[!?/]/.test(html.slice(open, open + 2))) {
    out.push('<')
    return open + 1
  }
  const close = html.indexOf('>', open)
  if (close < 0) return html.length
  if (!name) return close + 1
  const [, slash, tag = ''] = name
  const element = tag.toLowerCase()
  if (slash === '' && skipped.has(element)) return afterElement(html, element, close + 1)
  if (element === 'li' && slash === '') out.push('\n- ')
  else if (paragraphs.has(element)) out.push('\n\n')
  else if (lines.has(element) && (slash === '' || element !== 'br')) out.push('\n')
  else if (/^t[dh]$/.test(element) && slash === '/') out.push(' ')
  return close + 1
}

function afterElement(html: string, element: string, from: number): number {
  const found = new RegExp(`</${element}\\s*>`, 'gi')
  found.lastIndex = from
  const match = found.exec(html)
  return match ? match.index + match[0].length : html.length
}

function endOf(html: string, mark: string, from: number): number {
  const found = html.indexOf(mark, from)
  return found < 0 ? html.length : found + mark.length
}

function decoded(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|([a-zA-Z]{2,8}));?/g, (whole, decimal, hex, name) => {
    if (name !== undefined) return entities[name as string] ?? whole
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : '�'
  })
}
