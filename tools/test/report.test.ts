import { expect, test } from 'vitest'
import { closingLine, shownOutput, single, stepLine } from './report.ts'

test('the closing line counts every step and every test', () => {
  const results = [single(true, ''), single(false, 'why'), { passed: 40, failed: 2, output: '' }]
  expect(closingLine(results)).toBe('41 passed, 3 failed')
})

test('a run without steps claims nothing', () => {
  expect(closingLine([])).toBe('0 passed, 0 failed')
})

test('a line names the step, its time in seconds, and counts where there is more than one', () => {
  expect(stepLine('types', single(true, ''), 1234)).toBe('✓ types  1.2 s')
  expect(stepLine('tests', { passed: 3, failed: 1, output: '' }, 60_000)).toBe('✗ tests (3 passed, 1 failed)  60.0 s')
})

test('all output of a failed step is shown, and of one that passed its notes', () => {
  const output = 'note: the list has grown\nall is well\nnote: commit it'
  expect(shownOutput(single(false, output))).toBe(output.replace(/^/gm, '    '))
  expect(shownOutput(single(true, output))).toBe('    note: the list has grown\n    note: commit it')
  expect(shownOutput(single(true, 'all is well'))).toBe('')
})
