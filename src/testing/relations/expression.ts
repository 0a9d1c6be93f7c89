/** A value, or a calculation with values, on one side of a relation. */
export type Expression =
  | { readonly kind: 'literal'; readonly value: unknown }
  | { readonly kind: 'path'; readonly isArgument: boolean; readonly segments: readonly string[] }
  | { readonly kind: 'call'; readonly name: string; readonly parameters: readonly Expression[] }
  | { readonly kind: 'calculation'; readonly operator: string; readonly left: Expression; readonly right: Expression }

/** What must hold between two values. */
export interface Comparison {
  readonly left: Expression
  readonly operator: string
  readonly right: Expression
  /** The largest allowed difference of two numbers. */
  readonly tolerance?: Expression
  /** Only where these hold. */
  readonly conditions?: readonly Comparison[]
}

const token = /\s*(?:(\d+(?:\.\d+)?)|'([^']*)'|([A-Za-z_][\w.]*)|(<=|>=|!=|[<>=()+\-*/,]))/y
const comparing = new Set(['=', '!=', '<=', '<', '>=', '>', 'contains', 'says'])
const constants: ReadonlyMap<string, unknown> = new Map([
  ['true', true],
  ['false', false],
])

type Token =
  | { readonly kind: 'number' | 'text' | 'name' | 'sign'; readonly text: string }
  | { readonly kind: 'end'; readonly text: '' }

function tokensOf(source: string): Token[] {
  const tokens: Token[] = []
  token.lastIndex = 0
  while (token.lastIndex < source.trimEnd().length) {
    const at = token.lastIndex
    const found = token.exec(source)
    if (!found) throw new Error(`Unexpected ${source.slice(at)} in the relation ${source}`)
    const [, number, text, name, sign] = found
    if (number !== undefined) tokens.push({ kind: 'number', text: number })
    else if (text !== undefined) tokens.push({ kind: 'text', text })
    else if (name !== undefined) tokens.push({ kind: 'name', text: name })
    else tokens.push({ kind: 'sign', text: sign as string })
  }
  return tokens
}

/**
 * Reads a relation, such as `items.distance_m <= args.radius_m if args.query = 'cafe'`.
 *
 * @returns the comparisons in it: one for each value after the operator, as in `text says name, url`
 * @throws Error if it is not written in the language of docs/relations-and-effects.md
 */
export function parseRelation(source: string): Comparison[] {
  const tokens = tokensOf(source)
  let at = 0
  const peek = (): Token => tokens[at] ?? { kind: 'end', text: '' }
  const accept = (text: string): boolean => {
    if (peek().text !== text || peek().kind === 'text') return false
    at += 1
    return true
  }
  const expect = (text: string): void => {
    if (!accept(text)) throw new Error(`Expected ${text} before ${peek().text || 'the end'} in the relation ${source}`)
  }

  function chain(signs: readonly string[], inner: () => Expression): Expression {
    let left = inner()
    while (peek().kind === 'sign' && signs.includes(peek().text)) {
      const operator = peek().text
      at += 1
      left = { kind: 'calculation', operator, left, right: inner() }
    }
    return left
  }
  const sum = (): Expression => chain(['+', '-'], () => chain(['*', '/'], factor))

  function factor(): Expression {
    if (accept('(')) {
      const inner = sum()
      expect(')')
      return inner
    }
    const { kind, text } = peek()
    at += 1
    if (kind === 'number') return { kind: 'literal', value: Number(text) }
    if (kind === 'text') return { kind: 'literal', value: text }
    if (kind !== 'name') throw new Error(`Expected a value before ${text || 'the end'} in the relation ${source}`)
    if (constants.has(text)) return { kind: 'literal', value: constants.get(text) }
    if (!accept('(')) return pathOf(text)
    const parameters = [sum()]
    while (accept(',')) parameters.push(sum())
    expect(')')
    return { kind: 'call', name: text, parameters }
  }

  function comparisons(): Comparison[] {
    const left = sum()
    const operator = peek().text
    if (!comparing.has(operator)) throw new Error(`Expected a comparison after the first value of ${source}`)
    at += 1
    const rights = [sum()]
    while (accept(',')) rights.push(sum())
    const tolerance = accept('within') ? sum() : undefined
    return rights.map((right) => ({ left, operator, right, ...(tolerance && { tolerance }) }))
  }

  const all = comparisons()
  const conditions: Comparison[] = []
  if (accept('if')) {
    do conditions.push(...comparisons())
    while (accept('and'))
  }
  if (peek().kind !== 'end') throw new Error(`Unexpected ${peek().text} in the relation ${source}`)
  return all.map((each) => ({ ...each, ...(conditions.length > 0 && { conditions }) }))
}

/** The path with this name: of an argument if it begins with `args.`. */
export function pathOf(text: string): Expression & { kind: 'path' } {
  const segments = text.split('.')
  const isArgument = segments[0] === 'args'
  return { kind: 'path', isArgument, segments: isArgument ? segments.slice(1) : segments }
}

/** Every path in an expression, including those inside calls. */
export function pathsIn(expression: Expression): (Expression & { kind: 'path' })[] {
  switch (expression.kind) {
    case 'literal':
      return []
    case 'path':
      return [expression]
    case 'call':
      return expression.parameters.flatMap(pathsIn)
    case 'calculation':
      return [...pathsIn(expression.left), ...pathsIn(expression.right)]
  }
}

/** The expressions of a comparison and of its conditions. */
export function expressionsOf({ left, right, tolerance, conditions = [] }: Comparison): Expression[] {
  return [left, right, ...(tolerance ? [tolerance] : []), ...conditions.flatMap(expressionsOf)]
}
