import ts from 'typescript'

/** A function of a source text, with its first line counted from 1. */
export interface FunctionSize {
  readonly name: string
  readonly line: number
  readonly lines: number
}

/** The functions of a text that have more than `maxLines` lines, in the order of the text. */
export function longFunctions(text: string, maxLines: number): FunctionSize[] {
  // A shorter text need not be parsed.
  if (text.split('\n').length <= maxLines) return []
  const source = ts.createSourceFile('source.ts', text, ts.ScriptTarget.Latest, true)
  const found: FunctionSize[] = []
  const lineOf = (position: number) => source.getLineAndCharacterOfPosition(position).line + 1
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body) {
      const line = lineOf(node.getStart())
      const lines = lineOf(node.end) - line + 1
      if (lines > maxLines) found.push({ name: nameOf(node), line, lines })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

function nameOf(node: ts.SignatureDeclaration): string {
  const named = node.name ?? (ts.isVariableDeclaration(node.parent) ? node.parent.name : undefined)
  return named?.getText() ?? 'a function without a name'
}
