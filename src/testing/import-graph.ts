import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import ts from 'typescript'

/** One import of a source file. */
export interface Import {
  /** The importing file, relative to `src`: `runtime/calls/pipeline.ts`. */
  readonly from: string
  /** The imported file, relative to `src`: `../tools/status.ts` outside it; undefined if it is computed. */
  readonly to: string | undefined
  /** Whether only types are imported, so that nothing is loaded. */
  readonly isTypeOnly: boolean
}

export interface SourceFile {
  readonly file: string
  readonly text: string
}

/** Parses TypeScript or JavaScript. */
export function parse({ file, text }: SourceFile): ts.SourceFile {
  return ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
}

/** Calls `visit` with each node of a tree, parents first. */
export function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node)
  ts.forEachChild(node, (child) => walk(child, visit))
}

/** The imports of a source text that lead to files of this repository, or that are computed. */
export function importsIn(source: SourceFile): Import[] {
  const found: Import[] = []
  const add = (specifier: ts.Node | undefined, isTypeOnly = false) => {
    const name = specifier && ts.isStringLiteralLike(specifier) ? specifier.text : undefined
    const to = name === undefined ? undefined : placeOf(source.file, name)
    if (name === undefined || to !== undefined) found.push({ from: source.file, to, isTypeOnly })
  }
  const requires = new Set<string>()
  walk(parse(source), (node) => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, importsTypesOnly(node.importClause))
    else if (ts.isExportDeclaration(node) && node.moduleSpecifier) add(node.moduleSpecifier, exportsTypesOnly(node))
    else if (ts.isImportTypeNode(node))
      add(ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined, true)
    else if (ts.isVariableDeclaration(node) && isCreateRequire(node.initializer)) requires.add(node.name.getText())
    else if (ts.isCallExpression(node) && isLoad(node.expression, requires)) add(node.arguments[0])
  })
  return found
}

function importsTypesOnly(clause: ts.ImportClause | undefined): boolean {
  if (!clause) return false
  if (clause.isTypeOnly) return true
  const { name, namedBindings } = clause
  const names = namedBindings && ts.isNamedImports(namedBindings) ? namedBindings.elements : undefined
  return !name && names !== undefined && names.length > 0 && names.every((each) => each.isTypeOnly)
}

function exportsTypesOnly({ isTypeOnly, exportClause }: ts.ExportDeclaration): boolean {
  const names = exportClause && ts.isNamedExports(exportClause) ? exportClause.elements : undefined
  return isTypeOnly || (names !== undefined && names.length > 0 && names.every((each) => each.isTypeOnly))
}

function isCreateRequire(node: ts.Node | undefined): boolean {
  return node !== undefined && ts.isCallExpression(node) && /(?:^|\.)createRequire$/.test(node.expression.getText())
}

function isLoad(callee: ts.Expression, requires: ReadonlySet<string>): boolean {
  if (callee.kind === ts.SyntaxKind.ImportKeyword || isCreateRequire(callee)) return true
  return ts.isIdentifier(callee) && (callee.text === 'require' || requires.has(callee.text))
}

/** The imported file, relative to `src`; undefined for packages, generated code and assets that are no code. */
function placeOf(file: string, specifier: string): string | undefined {
  const alias = /^#(app|doors|framework|handlers|http|runtime|testing)\/(.*)$/.exec(specifier)
  const place = alias
    ? `${alias[1]}/${alias[2]}`
    : specifier.startsWith('.')
      ? normalize(join(dirname(file), specifier))
      : ''
  return /\.(?:[cm]?js|ts)$/.test(place) && !place.startsWith('../generated/') ? place : undefined
}

/** The source files below a folder that the product is made of, without tests and their fixtures. */
export function productFiles(root: string): SourceFile[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter(
      (file) =>
        /\.(?:[cm]?js|ts)$/.test(file) &&
        !/\.(?:test|d)\.ts$/.test(file) &&
        !/(?:^|\/)(?:fixtures|testing)\//.test(file),
    )
    .sort()
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
}

/** Groups of folders that import values from each other in a circle, each group sorted. */
export function folderCycles(imports: readonly Import[]): string[][] {
  const next = new Map<string, Set<string>>()
  for (const { from, to, isTypeOnly } of imports) {
    if (to === undefined || isTypeOnly) continue
    const [here, there] = [nodeOf(from), nodeOf(to)]
    if (here !== there) next.set(here, (next.get(here) ?? new Set()).add(there))
  }
  const reached = new Map([...next.keys()].map((folder) => [folder, reachedFrom(folder, next)]))
  const inCycle = [...next.keys()].filter((folder) => reached.get(folder)?.has(folder))
  const groups = inCycle.map((folder) =>
    inCycle.filter((other) => reached.get(folder)?.has(other) && reached.get(other)?.has(folder)).sort(),
  )
  return [...new Map(groups.map((group) => [group.join(), group])).values()]
}

/** A folder; the manifest of a family, which stands above its parts, and its contracts, which others import, are separate nodes. */
function nodeOf(file: string): string {
  return /^handlers\/[a-z]+\/(?:contracts|deps|index)\.ts$/.test(file) ? file : dirname(file)
}

function reachedFrom(start: string, next: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const seen = new Set<string>()
  const open = [...(next.get(start) ?? [])]
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    if (seen.has(folder)) continue
    seen.add(folder)
    open.push(...(next.get(folder) ?? []))
  }
  return seen
}
