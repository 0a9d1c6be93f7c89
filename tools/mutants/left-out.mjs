/**
 * Mutants of StrykerJS that leave something out, a statement that returns or ends something, an `await`, or a part of what
 * identifies something, and those that exchange two steps. Tests notice these least. (StrykerJS itself empties the blocks of
 * `finally`.) It has no plug-ins for mutators, so these join its own list, which its package does not export, which is why
 * they are imported by path.
 */
// @ts-nocheck: installed when mutants are first asked for
import { types } from './node_modules/@babel/core/lib/index.js'
import { allMutators } from './node_modules/@stryker-mutator/instrumenter/dist/src/mutators/mutate.js'

/** Names of functions that return something that was taken, or end it. */
const ending =
  /^(?:abandon|abort|cancel|clear|close|defer|delete|destroy|dispose|drop|end|forget|free|kill|leave|off|release|remove|rm|stop|throwIfAborted|unlink|unref)(?![a-z])/

/** The name of the function that a statement calls. */
function calledBy({ type, argument, ...node }) {
  if (type === 'AwaitExpression' || type === 'UnaryExpression') return calledBy(argument)
  if (type !== 'CallExpression' && type !== 'OptionalCallExpression') return undefined
  const { name, property } = node.callee
  return name ?? property?.name ?? property?.id?.name
}

const leftOutStatement = {
  name: 'LeftOutStatement',
  *mutate(path) {
    if (path.isExpressionStatement() && ending.test(calledBy(path.node.expression) ?? '')) yield types.emptyStatement()
  },
}

/**
 * Whether it is a statement of a transaction. They run in order, and the transaction fails if one of them fails, or if the
 * last one is not awaited: src/runtime/store/work-transaction.test.ts tests this for all.
 */
function isOfTransaction({ type, callee }) {
  return type === 'CallExpression' && callee.object?.name === 'tx'
}

const leftOutAwait = {
  name: 'LeftOutAwait',
  *mutate(path) {
    if (!path.isExpressionStatement() || path.node.expression.type !== 'AwaitExpression') return
    if (isOfTransaction(path.node.expression.argument)) return
    yield types.expressionStatement(types.unaryExpression('void', path.node.expression.argument))
  },
}

/** Names of functions, variables and properties that identify something: the rows of a query, or by a digest or a key. */
const identifying =
  /^(?:and|or)?where(?:In|Not|NotIn)?$|^(?:canonicalJson|digest|etag|fingerprint|hash|key|sha256)|(?:digest|hash|(?<!private|public)key)(?:For|Of|Text)?$/i

/** The name of what takes a value: the function that is called with it or returns it, or the variable or the property. */
function takerOf({ parent, parentPath, listKey, key }) {
  if (listKey === 'arguments') return calledBy(parent)
  if (parent.type === 'VariableDeclarator') return parent.id.name
  if (parent.type === 'ObjectProperty' && key === 'value') return parent.key.name
  if (parent.type === 'ArrowFunctionExpression') return takerOf(parentPath)
  if (parent.type !== 'ReturnStatement') return undefined
  const path = parentPath.getFunctionParent()
  const { id, key: method } = path.node
  return id?.name ?? method?.name ?? method?.id?.name ?? takerOf(path)
}

/** A list without each of its elements in turn. */
const eachLeftOut = (list) => (list.length < 2 ? [] : list.map((left) => list.filter((each) => each !== left)))

function withoutParts({ type, properties, elements, quasis, expressions }) {
  if (type === 'ObjectExpression') return eachLeftOut(properties).map((kept) => types.objectExpression(kept))
  if (type === 'ArrayExpression') return eachLeftOut(elements).map((kept) => types.arrayExpression(kept))
  if (type !== 'TemplateLiteral') return []
  return expressions.map((_, left) => types.templateLiteral(quasis, expressions.with(left, types.stringLiteral(''))))
}

/** The calls of a chain before and after one: of `a().b().c()` beside `b()`, `a()` and `c()`. */
function* othersOfChain({ node, parentPath }) {
  for (let { object } = node.callee; object?.callee; { object } = object.callee) yield object
  for (let path = parentPath; path.key === 'callee'; path = path.parentPath.parentPath) yield path.parent
}

const isCondition = (call) => call.callee?.object && /^(?:and|or)?where/i.test(calledBy(call))

const leftOutPart = {
  name: 'LeftOutPart',
  *mutate(path) {
    const { node } = path
    if (isCondition(node) && othersOfChain(path).some(isCondition)) yield node.callee.object
    if (calledBy(node) === 'columns') {
      yield* eachLeftOut(node.arguments).map((kept) => types.callExpression(node.callee, kept))
    }
    if (identifying.test(takerOf(path) ?? '')) yield* withoutParts(node)
  },
}

/** The log, and what adds a listener or a route: their order makes no difference. */
const unordered = /^(?:debug|error|get|info|on|once|post|warn)$/

function isStep({ type, expression }) {
  const name = type === 'ExpressionStatement' ? calledBy(expression) : undefined
  return name !== undefined && !unordered.test(name)
}

const exchangedSteps = {
  name: 'ExchangedSteps',
  *mutate(path) {
    if (!path.isBlockStatement()) return
    const { body, directives } = path.node
    for (const [index, step] of body.entries()) {
      const next = body[index + 1]
      if (next === undefined || !isStep(step) || !isStep(next)) continue
      yield types.blockStatement(body.with(index, next).with(index + 1, step), directives)
    }
  },
}

if (process.env.ONEDOOR_MUTANTS === 'left-out') {
  const blocks = allMutators.filter(({ name }) => name === 'BlockStatement')
  allMutators.splice(0, allMutators.length, ...blocks)
}
allMutators.push(leftOutStatement, leftOutAwait, leftOutPart, exchangedSteps)

export const strykerPlugins = []
