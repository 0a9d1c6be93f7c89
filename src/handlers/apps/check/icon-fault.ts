import { parseFragment } from 'parse5'
import { type Element, elementsIn } from './read-source.ts'

/** Elements that an icon draws, counting those it refers to each time. */
const maxDrawn = 10_000
const notOneSvg = 'must be a single SVG document with nothing outside the svg element'
const drawing = new Set(
  'svg g path rect circle ellipse line polyline polygon text tspan title desc defs symbol use linearGradient radialGradient stop clipPath mask pattern filter feGaussianBlur feOffset feMerge feMergeNode feColorMatrix feFlood feComposite feBlend feDropShadow marker'.split(
    ' ',
  ),
)

/**
 * Why an icon is rejected, as the end of a sentence that begins with "icon"; undefined for an SVG document that only draws.
 *
 * Declarations are rejected because browsers read an icon as XML, where they could define other content than HTML parsing shows.
 */
export function iconFault(icon: string): string | undefined {
  const text = icon.trim()
  if (!/^<svg[\s>]/.test(text) || !/<\/svg>$/.test(text)) return notOneSvg
  if (/<[!?]/.test(text.replace(/<!--[\s\S]*?-->/g, '')))
    return 'must not contain declarations, CDATA sections or processing instructions'
  const elements = [...elementsIn(parseFragment(text))]
  for (const { tagName, attrs } of elements) {
    if (!drawing.has(tagName)) return `must not contain <${tagName.slice(0, 40)}>, because an icon may only draw`
    for (const { name, value } of attrs) {
      if (/^on/i.test(name))
        return `must not have the attribute ${name.slice(0, 40)}, because an icon may not run scripts`
      if (/(?:^|:)(?:href|src)$/i.test(name) && !/^\s*#/.test(value)) return 'must refer only to its own parts, using #'
      if (/url\(\s*['"]?\s*(?!['"]?\s*#)/i.test(value) || /@import|expression|\\/i.test(value))
        return 'must refer only to its own parts, using url(#…)'
    }
  }
  if (elements.filter(({ tagName }) => tagName === 'svg').length !== 1) return notOneSvg
  return drawnBy(elements) > maxDrawn ? 'must draw at most 10,000 elements, including repeated elements' : undefined
}

/**
 * How many elements a browser draws; infinity for a part that contains itself. Parts that use others ten times each, which use
 * others again, would freeze every page that shows the icon.
 */
function drawnBy(elements: readonly Element[]): number {
  const parts = Map.groupBy(elements, ({ attrs }) => attrs.find(({ name }) => name === 'id')?.value)
  const counts = new Map<Element, number>()
  const countOf = (element: Element): number => {
    const known = counts.get(element)
    if (known !== undefined) return known
    // Until it is counted: a part that refers to it is inside of it.
    counts.set(element, Number.POSITIVE_INFINITY)
    let count = 1
    for (const { id, times } of usesOf(element)) count += times * Math.max(0, ...(parts.get(id) ?? []).map(countOf))
    for (const child of element.childNodes) if ('tagName' in child) count += countOf(child)
    counts.set(element, count)
    return count
  }
  return elements[0] ? countOf(elements[0]) : 0
}

/** The parts that an element refers to. A marker is drawn at every point of a line. */
function* usesOf({ attrs }: Element): Generator<{ id: string; times: number }> {
  const line = attrs.find(({ name }) => name === 'd' || name === 'points')?.value ?? ''
  for (const { name, value } of attrs) {
    const times = /marker/i.test(name) || /marker/i.test(value) ? Math.max(1, line.length / 2) : 1
    const references = [...value.matchAll(/url\(\s*['"]?\s*#([^'")]*)/gi)].map(([, id = '']) => id.trim())
    for (const id of name === 'href' ? [value.trim().slice(1), ...references] : references)
      yield { id: decoded(id), times }
  }
}

function decoded(id: string): string {
  try {
    return decodeURIComponent(id)
  } catch {
    return id
  }
}
