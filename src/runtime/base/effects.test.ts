import { expect, test } from 'vitest'
import { conditionText } from './effects.ts'

test('conditions are described in words', () => {
  expect(conditionText()).toBe('')
  expect(conditionText([{ argument: 'prompt' }, { argument: 'assignee', is: 'agent' }])).toBe(
    'if prompt is given or assignee is agent',
  )
  expect(conditionText([{ argument: 'title', exists: true }])).toBe('if a record with this title exists')
})
