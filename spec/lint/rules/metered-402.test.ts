import { describe, test } from 'vitest'
import { goodDecorators, operation, ruleTester } from '../rule-testing.ts'
import { metered402Rule } from './metered-402.ts'

describe('a price is documented by a 402 response', async () => {
  const tester = await ruleTester(metered402Rule)

  test.each([
    ['a family', '@family("notes")'],
    ['a door with the errors of the tools', '@route("/notes") @door("notes", "tools")'],
    ['a door with the older errors', '@route("/notes") @door("notes", "legacy")'],
  ])('%s documents it on its own', (_, head) =>
    tester.expect(operation({ head, decorators: `${goodDecorators} @credits(3)` })).toBeValid(),
  )

  test('a metered operation without a 402 response is reported', () =>
    tester
      .expect(
        operation({ head: '@route("/notes") @door("notes", "own")', decorators: `${goodDecorators} @microCredits(1)` }),
      )
      .toEmitDiagnostics({ code: '@onedoor/spec-lint/metered-402', message: /^add has a price but no 402 response/ }))

  test('a price that varies is a price', () =>
    tester
      .expect(
        operation({
          head: '@route("/notes") @door("notes", "own")',
          decorators: `${goodDecorators} @variablePrice("for each note")`,
        }),
      )
      .toEmitDiagnostics({ code: '@onedoor/spec-lint/metered-402', message: /^add has a price but no 402 response/ }))

  test('a free operation needs none', () =>
    tester.expect(operation({ head: '@route("/notes") @door("notes", "own")' })).toBeValid())
})
