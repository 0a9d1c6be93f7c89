import { type DefaultTreeAdapterMap, parseFragment } from 'parse5'

type Node = DefaultTreeAdapterMap['node']

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
  let roots = 0
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (!('tagName' in node)) continue
    if (node.tagName === 'svg') roots += 1
    if (!drawing.has(node.tagName)) return `must not hold <${node.tagName.slice(0, 40)}>: an icon only draws`
    for (const { name, prefix, value } of node.attrs) {
      const fault = attributeFault(prefix ? `${prefix}:${name}` : name, value)
      if (fault !== undefined) return fault
    }
    waiting.push(...node.childNodes)
  }
  return roots === 1 ? undefined : 'must be one SVG document: an svg element and nothing around it'
}

function attributeFault(name: string, value: string): string | undefined {
  if (/^on/i.test(name)) return `must not hold the attribute ${name.slice(0, 40)}: an icon runs nothing`
  if (/(?:^|:)(?:href|src)$/i.test(name) && !/^\s*#/.test(value)) return 'must refer only to its own parts, with #'
  if (/url\(\s*['"]?\s*(?!['"]?\s*#)/i.test(value) || /@import|expression|\\/i.test(value)) {
    return 'must refer only to its own parts, with url(#…)'
  }
  return undefined
}
