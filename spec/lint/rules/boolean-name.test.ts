import { describe, test } from 'vitest'
import { ruleTester } from '../rule-testing.ts'
import { booleanNameRule } from './boolean-name.ts'

const code = '@onedoor/spec-lint/boolean-name'
const withField = (field: string) => `model Trip { /** Said here. */ ${field}: boolean }`

describe('a boolean reads as yes or no', async () => {
  const tester = await ruleTester(booleanNameRule)

  test.each(['is_estimate', 'has_pages', 'can_repeat', 'public', 'stale', 'timed_out', 'on_ground', 'sender_verified'])(
    '%s does',
    (name) => tester.expect(withField(name)).toBeValid(),
  )

  test.each(['estimate', 'agent', 'truncated', 'summary_only', 'earlier_day'])('%s is reported', (name) =>
    tester
      .expect(withField(name))
      .toEmitDiagnostics({ code, message: new RegExp(`^The boolean Trip\\.${name} .* Call it is_${name}`) }),
  )

  test('an optional one is looked at, another type is not', () =>
    tester
      .expect('model Trip { /** Minutes. */ estimate: int32; /** Guess. */ guess?: boolean }')
      .toEmitDiagnostics({ code, message: /^The boolean Trip\.guess/ }))

  test('the older services keep their names', () =>
    tester.expect(`namespace Legacy { ${withField('forwardQuery')} }`).toBeValid())
})
