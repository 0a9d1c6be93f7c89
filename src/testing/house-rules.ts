import { basename } from 'node:path'
import ts from 'typescript'
import { operations } from '../../generated/server/operations.ts'
import { folderCycles, type Import, importsIn, parse, type SourceFile, walk } from './import-graph.ts'
import { tableOwners } from './table-owners.ts'

/**
 * Lowest first: a layer imports itself and those before it. Families import only the runtime, and doors no other door;
 * see below.
 */
const layers = [
  'runtime/base',
  'runtime/graphics',
  'runtime/store',
  'runtime/search',
  'runtime/blobs',
  'runtime/backup',
  'runtime/jobs',
  'runtime/bus',
  'runtime/limits',
  'runtime/money',
  'runtime/accounts',
  'runtime/alerts',
  'runtime/budgets',
  'runtime/outbound',
  'runtime/oauth',
  'runtime/isolation',
  'runtime/live',
  'runtime/approvals',
  'runtime/policy',
  'runtime/calls',
  'runtime/agent',
  'runtime/kit',
  'http',
  'doors/http',
  'doors/mcp',
  'doors/pages',
  'doors/cli',
  'framework',
  'handlers',
  'app',
  'worlds',
  'main.ts',
  'cli.ts',
]

/** Family names that are also everyday words of code, such as the column type `text`. */
const homonyms = new Set(
  'agent browser calls chat docs events files images inbox mail payments places routes shell sms stream text url work'.split(
    ' ',
  ),
)
const families: ReadonlySet<string> = new Set(operations.map(({ family }) => family))
const operationIds: ReadonlySet<string> = new Set(operations.map(({ id }) => id))
const methodFiles: ReadonlySet<string> = new Set(
  operations
    .filter(({ formOf }) => formOf === undefined)
    .map(({ family, method }) => `handlers/${family}/methods/${method.replaceAll('_', '-')}.ts`),
)

/** Where a module is loaded by a computed name: one generated file for each family. */
const computedLoads = new Set(['runtime/calls/validators.ts'])

function layerOf(file: string): number {
  return layers.findIndex((layer) => file === layer || file.startsWith(`${layer}/`))
}

const familyOf = (file: string) => /^handlers\/([^/]+)\//.exec(file)?.[1]
const doorOf = (file: string) => /^doors\/([^/]+)\//.exec(file)?.[1]
const isContract = (file: string) => /^handlers\/[^/]+\/contracts\.ts$/.test(file)

/** What is wrong with an import, and where the code belongs; undefined if it is allowed. */
function faultOf({ from, to }: Import): string | undefined {
  if (to === undefined) {
    return computedLoads.has(from)
      ? undefined
      : `src/${from} loads a computed module: name each, so that the layers can be checked.`
  }
  const arrow = `src/${from} imports src/${to}`
  const [family, other] = [familyOf(from), familyOf(to)]
  if (isContract(from) && !to.startsWith('runtime/base/'))
    return `${arrow}: contracts import only src/runtime/base and zod.`
  if (family !== undefined && family !== other && !to.startsWith('runtime/') && !isContract(to)) {
    return other === undefined
      ? `${arrow}: a family imports only src/runtime and generated/. Take it from FamilyWorld or Site, or move what it needs to a layer of src/runtime.`
      : `${arrow}: a family imports only the contracts of another. What both need belongs in src/runtime.`
  }
  if (layerOf(from) < 0)
    return `src/${from} is in no layer: put it in one of those that src/testing/house-rules.ts lists.`
  if (layerOf(to) < 0) return `${arrow}, which is not part of the product.`
  if (doorOf(from) !== undefined && doorOf(to) !== undefined && doorOf(from) !== doorOf(to)) {
    return `${arrow}: a door imports no other door. What both need belongs in src/http or src/runtime.`
  }
  if (layerOf(to) > layerOf(from)) {
    return `${arrow}, which is above it: pass it in from src/app, or move it down to ${layers[layerOf(from)]}.`
  }
  return undefined
}

/** The texts of a file: string literals of any quotes, and the fixed parts of templates. */
function textsIn(source: ts.SourceFile): { readonly text: string; readonly node: ts.Node }[] {
  const found: { text: string; node: ts.Node }[] = []
  walk(source, (node) => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node))
      found.push({ text: node.text, node })
  })
  return found
}

/** Whether a text is compared with a variable named family or service. */
function isComparedFamily({ parent }: ts.Node): boolean {
  if (!parent || !ts.isBinaryExpression(parent)) return false
  return /(?:^|\.)(?:family|service)$/.test(parent.left.getText()) && /^[!=]==?$/.test(parent.operatorToken.getText())
}

/** Families that a file of the runtime, a door or the framework names, as `notes`, `notes.` or `notes.add`. */
function namingFaults(source: SourceFile): string[] {
  if (!/^(?:runtime|http|doors|framework)\//.test(source.file)) return []
  const named = textsIn(parse(source)).filter(({ text, node }) => {
    const word = text.endsWith('.') ? text.slice(0, -1) : text
    return operationIds.has(text) || (families.has(word) && (!homonyms.has(word) || isComparedFamily(node)))
  })
  return named.map(
    ({ text }) =>
      `src/${source.file} names ${text}: only src/app and the family itself know it. Put it in the manifest, or read it from the operation table.`,
  )
}

const tableFunctions =
  /(?:^|\.)(?:sql|knex|trx|from|into|table|update|join|leftJoin|innerJoin|ownedRows|rowsWithIds|rowsWithJsonIds|changeTable)$/

/** Tables of others in the SQL of a family. */
function tableFaults(source: SourceFile, owners: ReadonlyMap<string, string>): string[] {
  const family = familyOf(source.file)
  if (family === undefined || source.file.includes('/migrations/')) return []
  const used = textsIn(parse(source)).flatMap(({ text, node }) => {
    const isArgument =
      ts.isCallExpression(node.parent) && tableFunctions.test(node.parent.expression.getText().split('(').at(-1) ?? '')
    if (isArgument) return [/^(\w+)(?: as \w+)?$/.exec(text)?.[1] ?? '']
    return [...text.matchAll(/\b(?:from|join|into|update) (\w+)\b/g)].map(([, table = '']) => table)
  })
  return used
    .filter((table) => owners.has(table) && owners.get(table) !== `handlers/${family}`)
    .map(
      (table) =>
        `src/${source.file} uses the table ${table} of src/${owners.get(table)}: ask its owner, or join accounts by runtime/accounts/usernames.ts.`,
    )
}

/** Method files without an operation, and those that only re-export from another file. */
function methodFaults(source: SourceFile): string[] {
  if (!/^handlers\/[^/]+\/methods\//.test(source.file)) return []
  if (!methodFiles.has(source.file))
    return [`src/${source.file} is the method of no operation: its path is its address.`]
  const names = new Set<string>()
  let isPassedOn = false
  walk(parse(source), (node) => {
    if (ts.isImportDeclaration(node)) for (const name of importedNames(node)) names.add(name)
    if (ts.isExportDeclaration(node) && node.moduleSpecifier) isPassedOn = true
    if (ts.isExportAssignment(node)) isPassedOn ||= isImported(node.expression, names)
  })
  return isPassedOn ? [`src/${source.file} only re-exports from another file: put the method here.`] : []
}

function importedNames({ importClause }: ts.ImportDeclaration): string[] {
  const { name, namedBindings } = importClause ?? {}
  const others =
    namedBindings && ts.isNamedImports(namedBindings) ? namedBindings.elements.map((each) => each.name.text) : []
  return [...(name ? [name.text] : []), ...others]
}

/** True of `createSend`, of `createSend(deps)`, and of `(deps) => createSend(deps)`. */
function isImported(expression: ts.Expression, names: ReadonlySet<string>): boolean {
  const made = ts.isArrowFunction(expression) && !ts.isBlock(expression.body) ? expression.body : expression
  const called = ts.isCallExpression(made) ? made.expression : made
  return ts.isIdentifier(called) && names.has(called.text)
}

export function faultsOf(files: readonly SourceFile[]): string[] {
  const imports = files.flatMap(importsIn)
  const owners = tableOwners(files)
  const cycles = folderCycles(imports).map(
    (folders) =>
      `${folders.map((folder) => `src/${folder}`).join(', ')} import values from each other in a cycle: move what both sides need below them.`,
  )
  const others = files.flatMap((source) => [
    ...namingFaults(source),
    ...tableFaults(source, owners),
    ...methodFaults(source),
  ])
  return [...imports.map(faultOf).filter((fault) => fault !== undefined), ...cycles, ...others]
}

/** Files whose name means the same in each folder. */
const fixedNames = [
  /(?:^|\/)(?:contracts|index|open|results|routes|rows|settings|subscriber|types)\.ts$/,
  /^handlers\/[^/]+\/(?:jobs|methods|pages|results|rows)\//,
  /^handlers\/.*\/(?:download-place|entry|on-account-deleted)\.ts$/,
  /^framework\/services\/[^/]+\/(?:bounds|embedded|engine|nats|service|tables)\.ts$/,
  /\/migrations\//,
]
/** Names that files with different meanings share. */
export function sharedNameFaults(files: readonly SourceFile[]): string[] {
  const byName = Map.groupBy(
    files.map(({ file }) => file).filter((file) => !fixedNames.some((fixed) => fixed.test(file))),
    (file) => basename(file),
  )
  return [...byName.values()]
    .filter((sharing) => sharing.length > 1)
    .map((sharing) => `${sharing.map((file) => `src/${file}`).join(', ')} share a name: name each for what it holds.`)
}
