import { describe, test } from 'vitest'
import { goodDecorators, operation, ruleTester } from '../rule-testing.ts'
import { documentedRule } from './documented.ts'

const code = '@onedoor/spec-lint/documented'

describe('an operation is documented', async () => {
  const tester = await ruleTester(documentedRule)

  test('a summary and a description are enough', () => tester.expect(operation()).toBeValid())

  test('an imperative may end with two s', () =>
    tester.expect(operation({ decorators: goodDecorators.replace('Write a note.', 'Dismiss a note.') })).toBeValid())

  test('a missing summary is reported', () =>
    tester
      .expect(operation({ decorators: goodDecorators.replace('@summary("Write a note")', '') }))
      .toEmitDiagnostics({ code, message: /^add has no summary/ }))

  test.each([
    ['longer than 50 characters', 'Write a note, or rewrite it when there is one with that title'],
    ['that ends with a full stop', 'Write a note.'],
    ['that begins in lower case', 'write a note'],
  ])('a summary %s is reported', (_, summary) =>
    tester
      .expect(operation({ decorators: goodDecorators.replace('Write a note"', `${summary}"`) }))
      .toEmitDiagnostics({ code, message: /^The summary of add must be at most 50 characters/ }),
  )

  test('a missing description is reported, although the template has one', () =>
    tester
      .expect(operation({ decorators: goodDecorators.replace('/** Write a note. */', '') }))
      .toEmitDiagnostics({ code, message: /^add has no description/ }))

  test.each(['Writes a note.', 'Permanently writes a note.', 'The note as written.', 'a note.'])(
    'a description that does not begin with an imperative is reported: %s',
    (description) =>
      tester
        .expect(operation({ decorators: goodDecorators.replace('Write a note.', description) }))
        .toEmitDiagnostics({ code, message: /^The description of add must begin with what it does/ }),
  )
})
