import { describe, test } from 'vitest'
import { ruleTester } from '../rule-testing.ts'
import { documentedFieldRule } from './documented-field.ts'

const code = '@onedoor/spec-lint/documented-field'

describe('a field is documented', async () => {
  const tester = await ruleTester(documentedFieldRule)

  test('a comment is enough, also when the model is spread', () =>
    tester
      .expect(`
        model Height {
          /** Height in metres. */
          height_m: float64;
        }
        model Hill { ...Height }`)
      .toBeValid())

  test('a field without a comment is reported', () =>
    tester
      .expect('model Hill { height_m: float64 }')
      .toEmitDiagnostics({ code, message: /^Hill\.height_m has no description/ }))

  test('statuses, bodies and fixed headers need none', () =>
    tester
      .expect(`
        model Picture {
          @statusCode _: 200;
          @header contentType: "image/png";
          @body bytes: bytes;
        }`)
      .toBeValid())

  test('a header that varies needs one', () =>
    tester
      .expect('model Moved { @statusCode _: 302; @header location: url; }')
      .toEmitDiagnostics({ code, message: /^Moved\.location has no description/ }))
})
