import { expect, test } from 'vitest'
import { closingLine, stepText } from './report.ts'

const passed = (output = '') => ({ passed: 1, failed: 0, output })
const failed = (output = '') => ({ passed: 0, failed: 1, output })

test('the closing line counts every step and every test', () => {
  expect(closingLine([passed(), failed('why'), { passed: 40, failed: 2, output: '' }])).toBe('41 passed, 3 failed')
  expect(closingLine([])).toBe('0 passed, 0 failed')
})

test('a line names the step, its time in seconds, and counts where there is more than one', () => {
  expect(stepText('types', passed(), 1234)).toBe('✓ types  1.2 s')
  expect(stepText('tests', { passed: 3, failed: 1, output: '' }, 60_000)).toBe('✗ tests (3 passed, 1 failed)  60.0 s')
})

test('all output of a failed step is shown, and only the notes of one that passed', () => {
  const output = 'note: the list has grown\nall is well\nnote: commit it'
  expect(stepText('gate', failed(output), 0)).toBe(`✗ gate  0.0 s\n\n${output.replace(/^/gm, '    ')}\n`)
  expect(stepText('gate', passed(output), 0)).toBe(
    '✓ gate  0.0 s\n\n    note: the list has grown\n    note: commit it\n',
  )
})
