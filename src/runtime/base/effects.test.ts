import { expect, test } from 'vitest'
import { canHaveEffect, conditionText } from './effects.ts'

const write = {
  effects: ['creates own', 'overwrites own', 'publishes', 'instructs'],
  effectWhen: {
    'overwrites own': [{ argument: 'title', exists: true }],
    publishes: [{ argument: 'public', is: true }],
    instructs: [{ argument: 'prompt' }, { argument: 'assignee', is: 'agent' }],
  },
} as const

test('an effect of every call does not depend on the arguments, and one that no call has never occurs', () => {
  expect(canHaveEffect(write, 'creates own', {})).toBe(true)
  expect(canHaveEffect(write, 'destroys', { destroys: true })).toBe(false)
})

test('an effect with conditions needs one of them', () => {
  const publishes = (args: object) => canHaveEffect(write, 'publishes', { ...args })
  expect([{ public: true }, { public: false }, { public: 'true' }, {}].map(publishes)).toEqual([
    true,
    false,
    false,
    false,
  ])
  const instructs = (args: object) => canHaveEffect(write, 'instructs', { ...args })
  expect([{ prompt: 'Go.' }, { assignee: 'agent' }].map(instructs)).toEqual([true, true])
  expect([{ prompt: '' }, { prompt: false }, { assignee: 'me' }, {}].map(instructs)).toEqual([
    false,
    false,
    false,
    false,
  ])
})

test('an effect on a record that may exist counts if the argument is given', () => {
  expect(canHaveEffect(write, 'overwrites own', { title: 'Diary' })).toBe(true)
  expect(canHaveEffect(write, 'overwrites own', {})).toBe(false)
})

test('conditions are described in words', () => {
  expect(conditionText()).toBe('')
  expect(conditionText(write.effectWhen.instructs)).toBe('if prompt is given or assignee is agent')
  expect(conditionText(write.effectWhen['overwrites own'])).toBe('if a record with this title exists')
})
