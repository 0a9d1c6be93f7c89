import { describe, test } from 'vitest'
import { ruleTester } from '../rule-testing.ts'
import { noUnknownRule } from './no-unknown.ts'

const code = '@onedoor/spec-lint/no-unknown'

describe('nothing is of type unknown', async () => {
  const tester = await ruleTester(noUnknownRule)

  test('described fields, lists and maps are accepted', () =>
    tester.expect('model Part { size: int32 } model Whole { parts: Part[]; sizes: Record<int32>; }').toBeValid())

  test.each([
    ['a field', 'unknown'],
    ['a list', 'unknown[]'],
    ['a map', 'Record<unknown>'],
    ['a list of maps', 'Record<unknown>[]'],
    ['a union', 'string | unknown'],
    ['an object without a name', '{ inner: unknown }'],
  ])('%s of unknown is reported', (_, type) =>
    tester
      .expect(`model Whole { part: ${type} }`)
      .toEmitDiagnostics({ code, message: /^Whole\.part is of type unknown/ }),
  )

  test('a model that is a map of unknown is reported', () =>
    tester.expect('model Whole is Record<unknown>;').toEmitDiagnostics({ code, message: /^Whole is of type unknown/ }))

  test('a named union of unknown is reported', () =>
    tester.expect('union Whole { string, unknown }').toEmitDiagnostics({ code, message: /^Whole is of type unknown/ }))

  test('a result of unknown is reported', () =>
    tester
      .expect('interface Whole { @route("/whole") get(): unknown }')
      .toEmitDiagnostics({ code, message: /^The result of get is of type unknown/ }))

  test('an argument of unknown is reported', () =>
    tester
      .expect('interface Whole { @route("/whole") @post put(part: unknown): void }')
      .toEmitDiagnostics({ code, message: /^put\.part is of type unknown/ }))
})
