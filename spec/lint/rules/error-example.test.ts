import { describe, test } from 'vitest'
import { ruleTester } from '../rule-testing.ts'
import { errorExampleRule } from './error-example.ts'

describe('an error has an example', async () => {
  const tester = await ruleTester(errorExampleRule)

  test('one is enough', () =>
    tester
      .expect(
        '@error @example(#{ _: 418, error: "It is a teapot.", code: "teapot" }) model Teapot extends Problem { @statusCode _: 418 }',
      )
      .toBeValid())

  test('an error without one is reported, although its base has one', () =>
    tester.expect('@error model Teapot extends Problem { @statusCode _: 418 }').toEmitDiagnostics({
      code: '@onedoor/spec-lint/error-example',
      message: /^The error Teapot has no example/,
    }))

  test('other responses need none', () => tester.expect('model Tea { @statusCode _: 200 }').toBeValid())
})
