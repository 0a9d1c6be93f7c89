import { describe, test } from 'vitest'
import { goodDecorators, operation, ruleTester } from '../rule-testing.ts'
import { needsDeclaredRule } from './needs-declared.ts'

describe('an operation says who may call it', async () => {
  const tester = await ruleTester(needsDeclaredRule)

  test.each(['open', 'caller', 'account'])('%s is accepted', (who) =>
    tester.expect(operation({ decorators: goodDecorators.replace('Caller.account', `Caller.${who}`) })).toBeValid(),
  )

  test('an operation that does not say is reported', () =>
    tester
      .expect(operation({ decorators: goodDecorators.replace('@needs(Caller.account)', '') }))
      .toEmitDiagnostics({ code: '@onedoor/spec-lint/needs-declared', message: /^add does not say who may call it/ }))
})
