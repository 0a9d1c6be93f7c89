import ts from 'typescript'

/** One small change of a source text that a test should notice. */
export interface Mutant {
  /** What kind of mistake it is. */
  readonly kind: string
  /** Offsets of what is replaced. */
  readonly start: number
  readonly end: number
  readonly text: string
  /** From 1. */
  readonly line: number
  /** Offsets of the expression or statement that has to run before the mutant can do anything. */
  readonly reachStart: number
  readonly reachEnd: number
  readonly isStatement: boolean
}

const K = ts.SyntaxKind

/** Operators, and what people write in their place by mistake. */
const operators: ReadonlyMap<ts.SyntaxKind, readonly string[]> = new Map([
  [K.LessThanToken, ['<=', '>']],
  [K.LessThanEqualsToken, ['<', '>=']],
  [K.GreaterThanToken, ['>=', '<']],
  [K.GreaterThanEqualsToken, ['>', '<=']],
  [K.EqualsEqualsEqualsToken, ['!==']],
  [K.ExclamationEqualsEqualsToken, ['===']],
  [K.AmpersandAmpersandToken, ['||']],
  [K.BarBarToken, ['&&']],
  [K.PlusToken, ['-']],
  [K.MinusToken, ['+']],
  [K.AsteriskToken, ['/']],
  [K.SlashToken, ['*']],
  [K.PlusEqualsToken, ['-=', '=']],
  [K.MinusEqualsToken, ['+=', '=']],
  [K.BarBarEqualsToken, ['=']],
  [K.AmpersandAmpersandEqualsToken, ['=']],
  [K.QuestionQuestionEqualsToken, ['=']],
])

/**
 * Every mutant of a source text, in the order of their places: comparisons and other operators exchanged, conditions
 * that always or never hold, `await` and whole statements left out, booleans and numbers changed, `??=` and the like made `=`.
 *
 * @param file its name, for the parser
 */
export function mutantsOf(file: string, source: string): Mutant[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true)
  const found: Mutant[] = []

  function add(kind: string, node: ts.Node, text: string, around: ts.Node): void {
    const start = node.getStart(tree)
    const line = tree.getLineAndCharacterOfPosition(start).line + 1
    const reach = ts.isStatement(node) || ts.isExpression(node) ? node : around
    found.push({
      kind,
      start,
      end: node.getEnd(),
      text,
      line,
      reachStart: reach.getStart(tree),
      reachEnd: reach.getEnd(),
      isStatement: ts.isStatement(reach),
    })
  }

  function visit(node: ts.Node): void {
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return
    // What an error says is for people: its words are not behaviour that a test should pin.
    if (ts.isTemplateExpression(node) || ts.isTaggedTemplateExpression(node)) return
    for (const [kind, at, text] of changesOf(node)) add(kind, at, text, node)
    ts.forEachChild(node, visit)
  }

  visit(tree)
  return found.sort((a, b) => a.start - b.start || a.end - b.end)
}

type Change = readonly [kind: string, at: ts.Node, text: string]

function changesOf(node: ts.Node): Change[] {
  if (ts.isBinaryExpression(node)) {
    const others = operators.get(node.operatorToken.kind) ?? []
    return others.map((text) => ['operator', node.operatorToken, text] as const)
  }
  if (ts.isAwaitExpression(node)) return [['await left out', node, node.expression.getText()]]
  if (ts.isIfStatement(node)) return conditions(node.expression)
  if (ts.isConditionalExpression(node)) return conditions(node.condition)
  if (ts.isWhileStatement(node))
    return node.expression.kind === K.TrueKeyword ? [] : [['condition', node.expression, 'false']]
  if (ts.isPrefixUnaryExpression(node) && node.operator === K.ExclamationToken) {
    return [['negation left out', node, node.operand.getText()]]
  }
  if (node.kind === K.TrueKeyword) return [['boolean', node, 'false']]
  if (node.kind === K.FalseKeyword) return [['boolean', node, 'true']]
  if (ts.isNumericLiteral(node)) return [['number', node, node.text === '0' ? '1' : `(${node.getText()} + 1)`]]
  if (ts.isExpressionStatement(node) && !isSuper(node)) return [['statement left out', node, ';']]
  if (ts.isThrowStatement(node) && ts.isBlock(node.parent)) return [['throw left out', node, ';']]
  return []
}

function conditions(condition: ts.Expression): Change[] {
  return [
    ['condition', condition, 'true'],
    ['condition', condition, 'false'],
  ]
}

function isSuper({ expression }: ts.ExpressionStatement): boolean {
  return ts.isCallExpression(expression) && expression.expression.kind === K.SuperKeyword
}

/** The source text with the mutant in it. */
export function mutated(source: string, { start, end, text }: Mutant): string {
  return source.slice(0, start) + text + source.slice(end)
}

/** The lines that a mutant changes, before and after. */
export function differenceOf(source: string, { start, end, text }: Mutant): string {
  const from = source.lastIndexOf('\n', start - 1) + 1
  const next = source.indexOf('\n', end)
  const to = next < 0 ? source.length : next
  const shown = (sign: string, lines: string) => lines.split('\n').map((line) => `    ${sign} ${line.trim()}`)
  const after = source.slice(from, start) + text + source.slice(end, to)
  return [...shown('-', source.slice(from, to)), ...shown('+', after)].join('\n')
}
