/**
 * Mutants of StrykerJS that leave something out: a statement that returns or ends something, or an `await`. Tests notice these
 * least. (StrykerJS itself empties the blocks of `finally`.) It has no plug-ins for mutators, so these join its own list, which
 * its package does not export, which is why they are imported by path.
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

if (process.env.ONEDOOR_MUTANTS === 'left-out') {
  const blocks = allMutators.filter(({ name }) => name === 'BlockStatement')
  allMutators.splice(0, allMutators.length, ...blocks)
}
allMutators.push(leftOutStatement, leftOutAwait)

export const strykerPlugins = []
