import { describe, test } from 'vitest'
import { goodDecorators, operation, ruleTester } from '../rule-testing.ts'
import { exampleRule } from './example.ts'

const code = '@onedoor/spec-lint/example'
const withExample = (example: string) => goodDecorators.replace(/@opExample.*/s, example)

describe('an operation has an example', async () => {
  const tester = await ruleTester(exampleRule)

  test('arguments and a result are enough', () => tester.expect(operation()).toBeValid())

  test('a missing example is reported', () =>
    tester
      .expect(operation({ decorators: withExample('') }))
      .toEmitDiagnostics({ code, message: /^add has no example/ }))

  test('an example without arguments is reported', () =>
    tester
      .expect(
        operation({
          decorators: withExample('@opExample(#{ returnType: #{ _: 200, result: #{ title: "Groceries" } } })'),
        }),
      )
      .toEmitDiagnostics({ code, message: /^The example of add has no arguments/ }))

  test('an operation without arguments needs none', () =>
    tester
      .expect(
        operation({
          decorators: withExample('@opExample(#{ returnType: #{ _: 200, result: #{ title: "Groceries" } } })'),
          signature: 'add is Change<NoArguments, NoteSaved>;',
        }),
      )
      .toBeValid())

  test('an example without a result is reported', () =>
    tester
      .expect(operation({ decorators: withExample('@opExample(#{ parameters: #{ title: "Groceries" } })') }))
      .toEmitDiagnostics({ code, message: /^The example of add has no result/ }))

  test('a door needs no result', () =>
    tester
      .expect(
        operation({
          decorators: withExample('@opExample(#{ parameters: #{ title: "Groceries" } }) @extension("x-door", true)'),
        }),
      )
      .toBeValid())
})
