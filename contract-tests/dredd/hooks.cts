import type { Transaction, TransactionRules } from './transactions.ts'

type Done = () => void

interface Hooks {
  beforeEach(hook: (transaction: Transaction, done: Done) => void): void
  beforeEachValidation(hook: (transaction: Transaction, done: Done) => void): void
}

// Dredd provides this module itself while it loads a hook file, which it only does the CommonJS way.
const hooks = require('hooks') as Hooks

const rules: Promise<TransactionRules> = import('./transactions.ts').then(({ transactionRules }) =>
  transactionRules(process.env.CONTRACT_BASE_URL ?? '', JSON.parse(process.env.CONTRACT_CREDENTIALS ?? '{}')),
)

/** Runs a rule; an error fails the transaction instead of ending Dredd. */
function run(rule: (rules: TransactionRules, transaction: Transaction) => unknown) {
  return (transaction: Transaction, done: Done) => {
    rules
      .then((ready) => rule(ready, transaction))
      .catch((failure: Error) => {
        transaction.fail = failure.message
      })
      .finally(done)
  }
}

hooks.beforeEach(run((ready, transaction) => ready.prepare(transaction)))
hooks.beforeEachValidation(run((ready, transaction) => ready.judge(transaction)))
