import { describe, test } from 'vitest'
import { ruleTester } from '../rule-testing.ts'
import { snakeCaseRule } from './snake-case.ts'

const code = '@onedoor/spec-lint/snake-case'

describe('fields are snake_case', async () => {
  const tester = await ruleTester(snakeCaseRule)

  test('words joined by underscores are accepted, with digits in them', () =>
    tester.expect('model Place { id: string; height_m: int32; pm2_5: int32; }').toBeValid())

  test.each([
    ['heightM', 'height_m'],
    ['Height', 'height'],
    ['height__m', 'height_m'],
    ['`height-m`', 'height_m'],
  ])('%s is reported, with the better name', (name, better) =>
    tester
      .expect(`model Place { ${name}: int32 }`)
      .toEmitDiagnostics({ code, message: new RegExp(`must be snake_case: rename it to ${better}\\.$`) }),
  )

  test('headers and statuses have the names of HTTP', () =>
    tester.expect('model Moved { @statusCode _: 302; @header cacheControl: string; }').toBeValid())

  test('the older forms keep their names, and only there', () =>
    tester
      .expect(
        'namespace Legacy { model Pair { hitCount: string } } namespace Other { model Pair { hitCount: string } }',
      )
      .toEmitDiagnostics({ code, message: /Pair\.hitCount/ }))

  test('only the payment models keep the names of x402', () =>
    tester
      .expect('model PaymentReceipt { payTo: string }')
      .toEmitDiagnostics({ code, message: /PaymentReceipt\.payTo must be snake_case: rename it to pay_to/ }))
})
