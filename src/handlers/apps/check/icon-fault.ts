import { type DefaultTreeAdapterMap, parseFragment } from 'parse5'

type Node = DefaultTreeAdapterMap['node']
type Element = DefaultTreeAdapterMap['element']

/** Elements that an icon draws, those that it refers to counted each time. */
const maxDrawn = 10_000

/** Elements that only draw. */
const drawing: ReadonlySet<string> = new Set(
  'svg g path rect circle ellipse line polyline polygon text tspan title desc defs symbol use linearGradient radialGradient stop clipPath mask pattern filter feGaussianBlur feOffset feMerge feMergeNode feColorMatrix feFlood feComposite feBlend feDropShadow marker'.split(
    ' ',
  ),
)

/**
 * Why an icon cannot be taken: as the end of a sentence that begins with "icon". Undefined for an SVG document that only draws.
 *
 * Declarations and processing instructions are refused, because browsers read an icon as XML, where they could define other
 * content than is seen here.
 */
export function iconFault(icon: string): string | undefined {
  const text = icon.trim()
  if (!/^<svg[\s>]/.test(text) || !/<\/svg>$/.test(text))
    return 'must be one SVG document: an svg element and nothing around it'
  if (/<[!?]/.test(text.replace(/<!--[\s\S]*?-->/g, ''))) return 'must hold no declarations, CDATA or instructions'
  const waiting: Node[] = [...parseFragment(text).childNodes]
  const elements: Element[] = []
  let roots = 0
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (!('tagName' in node)) continue
    elements.push(node)
    if (node.tagName === 'svg') roots += 1
    if (!drawing.has(node.tagName)) return `must not hold <${node.tagName.slice(0, 40)}>: an icon only draws`
    for (const { name, prefix, value } of node.attrs) {
      const fault = attributeFault(prefix ? `${prefix}:${name}` : name, value)
      if (fault !== undefined) return fault
    }
    waiting.push(...node.childNodes)
  }
  if (roots !== 1) return 'must be one SVG document: an svg element and nothing around it'
  if (drawnBy(elements) > maxDrawn) return 'must draw at most 10,000 elements, with those that are used again and again'
  return undefined
}

/**
 * How many elements a browser draws. Parts that use others ten times each, which use others again, are soon more than it can
 * draw, and it shows nothing else meanwhile.
 *
 * @param elements all of the document, the root first
 * @returns infinity for a part that is inside of itself
 */
function drawnBy(elements: readonly Element[]): number {
  const parts = Map.groupBy(elements, ({ attrs }) => attrs.find(({ name }) => name === 'id')?.value)
  const counts = new Map<Element, number>()
  const countOf = (element: Element): number => {
    const known = counts.get(element)
    if (known !== undefined) return known
    // Until it is counted: whoever comes here again is inside of it.
    counts.set(element, Number.POSITIVE_INFINITY)
    let count = 1
    for (const { id, times } of usesOf(element)) {
      count += times * Math.max(0, ...(parts.get(id) ?? []).map(countOf))
    }
    for (const child of element.childNodes) if ('tagName' in child) count += countOf(child)
    counts.set(element, count)
    return count
  }
  const [root] = elements
  return root ? countOf(root) : 0
}

/** The parts that an element refers to. A marker is drawn at every point of a line. */
function* usesOf({ attrs }: Element): Generator<{ id: string; times: number }> {
  const line = attrs.find(({ name }) => name === 'd' || name === 'points')?.value ?? ''
  for (const { name, value } of attrs) {
    const times = /marker/i.test(name) || /marker/i.test(value) ? Math.max(1, line.length / 2) : 1
    const own = name === 'href' ? [value.trim().slice(1)] : []
    const named = [...value.matchAll(/url\(\s*['"]?\s*#([^'")]*)/gi)].map(([, id = '']) => id.trim())
    for (const id of [...own, ...named]) yield { id: decoded(id), times }
  }
}

function decoded(id: string): string {
  try {
    return decodeURIComponent(id)
  } catch {
    return id
  }
}

function attributeFault(name: string, value: string): string | undefined {
  if (/^on/i.test(name)) return `must not hold the attribute ${name.slice(0, 40)}: an icon runs nothing`
  if (/(?:^|:)(?:href|src)$/i.test(name) && !/^\s*#/.test(value)) return 'must refer only to its own parts, with #'
  if (/url\(\s*['"]?\s*(?!['"]?\s*#)/i.test(value) || /@import|expression|\\/i.test(value)) {
    return 'must refer only to its own parts, with url(#…)'
  }
  return undefined
}
