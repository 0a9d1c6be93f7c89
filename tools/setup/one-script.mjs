import { parseSync } from 'rolldown/utils'

/** @typedef {{ type: string, start: number, end: number, [part: string]: unknown }} Node */

/** Packages that a start loads and that `require` returns as an `import` would; others it could give in another shape. */
const required = new Set(['sqlite3'])

/**
 * The module that every start loads, as a script that V8 gives the compiled code of after it has run. Of a module it gives it
 * only before, without the functions that are compiled when they are first called.
 *
 * @param {string} code of a module that rolldown made, without `await` outside functions and without `import.meta`
 * @param {{ name: string, code: string }} [helpers] the module of rolldown's own functions, if the other one imports it
 * @returns {{ script: string, names: string[] }} the value of the script is a function of a `require`, which returns what the
 * module exported, in the order of the names
 * @throws {Error} when the module cannot be a script, or changes what it exports after it has run
 */
export function asScript(code, helpers = { name: '', code: '' }) {
  const own = bodyOf(helpers.code)
  const { body, exported, imported } = bodyOf(code, { [`./${helpers.name}`]: '__helpers' })
  const script = [
    "(function (__given) { 'use strict';\n",
    `const __helpers = (function () {\n${constants(own.imported)}${own.body}\n`,
    `return { ${own.exported.map(({ local, name }) => `${JSON.stringify(name)}: ${local}`).join(', ')} } })()\n`,
    `${constants(imported)}${body}\n`,
    `return [${exported.map(({ local }) => local).join(', ')}]\n})\n`,
  ].join('')
  const [error] = parseSync('start.cjs', script, { sourceType: 'script' }).errors
  if (error !== undefined) throw new Error(`it is no script: ${error.message}`)
  return { script, names: exported.map(({ name }) => name) }
}

/** @typedef {{ local: string, value: string }} Imported an expression for what an import gives */

/** @param {Imported[]} imported */
function constants(imported) {
  return imported.map(({ local, value }) => `const ${local} = ${value}; `).join('')
}

/**
 * @param {string} code
 * @param {Readonly<Record<string, string>>} [present] variables that hold modules, by their names in imports
 */
function bodyOf(code, present = {}) {
  const { program, errors } = parseSync('start.mjs', code, { sourceType: 'module' })
  if (errors.length > 0) throw new Error(`it cannot be read: ${errors[0]?.message}`)
  const statements = /** @type {Node[]} */ (/** @type {unknown} */ (program.body))
  const imports = statements.filter(({ type }) => type === 'ImportDeclaration')
  const exports = statements.filter(({ type }) => type.startsWith('Export'))
  const exported = exports.flatMap(exportedBy)
  const changed = changedNames(statements, new Set(exported.map(({ local }) => local)))
  if (changed.length > 0) throw new Error(`it changes what it exports: ${changed.join(', ')}`)
  let body = code
  for (const { start, end } of [...imports, ...exports]) {
    body = body.slice(0, start) + body.slice(start, end).replace(/[^\n]/g, ' ') + body.slice(end)
  }
  return { body, exported, imported: imports.flatMap((each) => importedBy(each, present)) }
}

/**
 * @param {Node} statement
 * @param {Readonly<Record<string, string>>} present
 * @returns {Imported[]}
 */
function importedBy({ source, specifiers }, present) {
  const from = /** @type {{ value: string }} */ (source).value
  if (!(from in present) && !from.startsWith('node:') && !required.has(from)) throw new Error(`it imports ${from}`)
  const module = present[from] ?? `__given(${JSON.stringify(from)})`
  const list = /** @type {{ type: string, local: { name: string }, imported?: { name: string } }[]} */ (specifiers)
  return list.map(({ type, local, imported }) => {
    if (type === 'ImportNamespaceSpecifier') throw new Error(`it imports all of ${from}`)
    const name = imported === undefined || imported.name === 'default' ? undefined : imported.name
    return { local: local.name, value: name === undefined ? module : `${module}.${name}` }
  })
}

/**
 * @param {Node} statement
 * @returns {{ local: string, name: string }[]}
 */
function exportedBy({ type, specifiers, source, declaration }) {
  if (type !== 'ExportNamedDeclaration' || source || declaration) {
    throw new Error('it exports in another way than by a list of its names')
  }
  const list = /** @type {{ local: { name: string }, exported: { name?: string, value: string } }[]} */ (specifiers)
  return list.map(({ local, exported }) => ({
    local: local.name,
    name: exported.name ?? JSON.stringify(exported.value),
  }))
}

/**
 * Names of the outermost scope to which a function assigns. What is assigned outside functions is done when the code has run.
 *
 * @param {Node[]} statements
 * @param {ReadonlySet<string>} names
 */
function changedNames(statements, names) {
  const found = new Set()
  /** @type {Node[]} */
  const around = []
  /** @param {unknown} part */
  const walk = (part) => {
    if (Array.isArray(part)) return part.forEach(walk)
    if (!isNode(part)) return
    if (around.some(runsLater)) {
      for (const name of assignedBy(part)) {
        if (names.has(name) && !around.some((each) => declaredBy(each).includes(name))) found.add(name)
      }
    }
    around.push(part)
    for (const each of Object.values(part)) walk(each)
    around.pop()
  }
  walk(statements)
  return [...found]
}

/** @param {unknown} part @returns {part is Node} */
function isNode(part) {
  return typeof part === 'object' && part !== null && 'type' in part && typeof part.type === 'string'
}

/** @param {Node} node */
function runsLater({ type }) {
  return type.includes('Function') || type === 'PropertyDefinition'
}

/** @param {Node} node @returns {string[]} */
function assignedBy({ type, left, argument }) {
  if (type === 'AssignmentExpression' || type === 'ForOfStatement' || type === 'ForInStatement') return namesIn(left)
  return type === 'UpdateExpression' ? namesIn(argument) : []
}

/**
 * What a scope declares by itself. A `var` counts where it is written; as it is valid in more places, a name can be
 * taken for one of the outermost scope, never the other way round.
 *
 * @param {Node} node
 * @returns {string[]}
 */
function declaredBy({ type, id, params, body, cases, param, init, left }) {
  if (type.includes('Function')) return [...namesIn(params), ...(type === 'FunctionExpression' ? namesIn(id) : [])]
  if (type === 'ClassExpression') return namesIn(id)
  if (type === 'CatchClause') return namesIn(param)
  if (type === 'ForStatement') return declarations([init])
  if (type === 'ForOfStatement' || type === 'ForInStatement') return declarations([left])
  if (type === 'BlockStatement' || type === 'FunctionBody' || type === 'StaticBlock') return declarations(body)
  if (type === 'SwitchStatement') {
    return /** @type {{ consequent: unknown }[]} */ (cases).flatMap((each) => declarations(each.consequent))
  }
  return []
}

/** @param {unknown} statements @returns {string[]} */
function declarations(statements) {
  return /** @type {unknown[]} */ (statements).filter(isNode).flatMap(({ type, declarations, id }) => {
    if (type === 'VariableDeclaration') return /** @type {Node[]} */ (declarations).flatMap((each) => namesIn(each.id))
    return type === 'FunctionDeclaration' || type === 'ClassDeclaration' ? namesIn(id) : []
  })
}

/** The names in a pattern, a parameter or a list of them. @param {unknown} pattern @returns {string[]} */
function namesIn(pattern) {
  if (Array.isArray(pattern)) return pattern.flatMap(namesIn)
  if (!isNode(pattern)) return []
  const { type, name, properties, elements, left, argument, value } = pattern
  if (type === 'Identifier') return [/** @type {string} */ (name)]
  if (type === 'ObjectPattern') return namesIn(properties)
  if (type === 'Property') return namesIn(value)
  if (type === 'ArrayPattern') return namesIn(elements)
  if (type === 'AssignmentPattern') return namesIn(left)
  return type === 'RestElement' ? namesIn(argument) : []
}
