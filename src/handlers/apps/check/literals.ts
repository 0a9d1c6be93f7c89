import type { Expression, Pattern, PrivateIdentifier, Property, SpreadElement, Super } from 'acorn'

/** A value as far as the source says what it is. */
export interface Literal {
  readonly value: unknown
  /** Paths, within the value, of what is not literal. `''` is the value itself. */
  readonly unknown: readonly string[]
  /** Whether an object may have further members. */
  readonly isOpen: boolean
}

const opaque: Literal = { value: null, unknown: [''], isOpen: true }

type Node = Expression | Pattern | PrivateIdentifier | Super | SpreadElement

/** The value of an expression of literals; what else it holds is null, and its path is listed. */
export function literalOf(node: Node | null | undefined): Literal {
  if (!node) return opaque
  switch (node.type) {
    case 'Literal':
      return node.value === undefined || node.value instanceof RegExp || typeof node.value === 'bigint'
        ? opaque
        : known(node.value)
    case 'TemplateLiteral':
      return node.expressions.length === 0 ? known(node.quasis[0]?.value.cooked ?? '') : opaque
    case 'UnaryExpression':
      return signed(node.operator, literalOf(node.argument))
    case 'ArrayExpression':
      return listOf(node.elements)
    case 'ObjectExpression':
      return objectOf(node.properties)
    default:
      return opaque
  }
}

function known(value: unknown): Literal {
  return { value, unknown: [], isOpen: false }
}

function signed(operator: string, { value, unknown }: Literal): Literal {
  if (unknown.length > 0) return opaque
  if (operator === '-' && typeof value === 'number') return known(-value)
  if (operator === '+' && typeof value === 'number') return known(value)
  if (operator === '!' && (value === 0 || value === 1 || typeof value === 'boolean')) return known(!value)
  return opaque
}

function listOf(elements: readonly (Expression | SpreadElement | null)[]): Literal {
  if (elements.some((element) => element?.type === 'SpreadElement')) return opaque
  const literals = elements.map((element) => literalOf(element))
  return {
    value: literals.map(({ value }) => value),
    unknown: literals.flatMap(({ unknown }, index) => unknown.map((path) => `[${index}]${joined(path)}`)),
    isOpen: false,
  }
}

function objectOf(properties: readonly (Property | SpreadElement)[]): Literal {
  const members: [string, unknown][] = []
  const unknown: string[] = []
  let isOpen = false
  for (const property of properties) {
    const key = property.type === 'Property' ? keyOf(property) : undefined
    if (key === undefined || property.type !== 'Property') {
      isOpen = true
      continue
    }
    const literal = property.kind === 'init' ? literalOf(property.value) : opaque
    members.push([key, literal.value])
    unknown.push(...literal.unknown.map((path) => `${key}${joined(path)}`))
  }
  // Without a prototype that a member named __proto__ could change.
  return { value: Object.fromEntries(members), unknown, isOpen }
}

function keyOf({ key, computed }: Property): string | undefined {
  if (!computed && key.type === 'Identifier') return key.name
  const { value, unknown } = literalOf(key)
  return unknown.length === 0 && (typeof value === 'string' || typeof value === 'number') ? String(value) : undefined
}

function joined(path: string): string {
  return path === '' || path.startsWith('[') ? path : `.${path}`
}
