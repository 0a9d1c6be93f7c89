import { describe, test } from 'vitest'
import { ruleTester } from '../rule-testing.ts'
import { aliasRule } from './alias.ts'

const code = '@onedoor/spec-lint/alias'
const main = '/** Whether it is unread. */ is_unread: boolean;'
const withFields = (...fields: string[]) => `model Letter { ${fields.join(' ')} }`

describe('an alias has its main name beside it', async () => {
  const tester = await ruleTester(aliasRule)

  test('one of the same type is accepted, also where both come from another model', () =>
    tester
      .expect(`${withFields(main, '@aliasOf("is_unread") unread: boolean;')} model Parcel { ...Letter }`)
      .toBeValid())

  test('a field that is not there is reported', () =>
    tester.expect(withFields(main, '@aliasOf("is_undread") unread: boolean;')).toEmitDiagnostics({
      code,
      message: /^unread is an alias of is_undread, but Letter has no field of that name/,
    }))

  test('an alias of an alias is reported', () =>
    tester
      .expect(withFields(main, '@aliasOf("is_unread") unread: boolean;', '@aliasOf("unread") fresh: boolean;'))
      .toEmitDiagnostics({ code, message: /^fresh is an alias of unread, but/ }))

  test.each(['unread: string', 'unread?: boolean'])('%s differs from its main name', (field) =>
    tester
      .expect(withFields(main, `@aliasOf("is_unread") ${field};`))
      .toEmitDiagnostics({ code, message: /their types or their requiredness differ/ }),
  )

  test('a required argument is reported: both names would be needed', () =>
    tester
      .expect('model SearchArgs { radius_m: float64; @aliasOf("radius_m") radius: float64; }')
      .toEmitDiagnostics({ code, message: /^radius is a required argument and an alias/ }))

  test('a separate default is reported: it would be a second value', () =>
    tester
      .expect('model SearchArgs { radius_m?: float64 = 1000; @aliasOf("radius_m") radius?: float64 = 1000; }')
      .toEmitDiagnostics({ code, message: /^radius has a default/ }))
})
