import { expect, test } from 'vitest'
import { asEnvironment, budgetOf, readBudget } from './budget.ts'

test('the tests run with the given budget', () => {
  const budget = readBudget(['--runs', '500', '--seed', '42', '--only', 'notes.'], 7)
  expect(budget).toEqual({ seed: 42, runs: 500, only: 'notes.' })
  expect(budgetOf(asEnvironment(budget))).toEqual(budget)
})

test('without a seed, a random one is used, and test runs share a fixed one', () => {
  expect(readBudget([], 7)).toMatchObject({ seed: 7 })
  expect(budgetOf({})).toEqual(budgetOf({}))
})

test('unknown and invalid arguments are reported', () => {
  expect(() => readBudget(['--sed', '1'], 7)).toThrow("Unknown option '--sed'")
  expect(() => readBudget(['--seed'], 7)).toThrow("Option '--seed <value>' argument missing")
  expect(() => readBudget(['--runs', 'many'], 7)).toThrow('--runs takes a whole number, not many')
})
