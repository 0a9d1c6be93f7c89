import { describe, test } from 'vitest'
import { goodDecorators, operation, ruleTester } from '../rule-testing.ts'
import { noHttpRule } from './no-http.ts'

const code = '@onedoor/spec-lint/no-http'
const describedAs = (text: string) => goodDecorators.replace('Write a note.', text)

describe('a method is described without HTTP', async () => {
  const tester = await ruleTester(noHttpRule)

  test.each([
    'Fails with `not_found` if the caller has no such note.',
    'At most 400 tiles; the 500 newest notes are kept, with 404 words each.',
    'It costs a 430-thousandth of a credit.',
  ])('%s', (text) => tester.expect(operation({ decorators: describedAs(text) })).toBeValid())

  test.each([
    ['An unknown note is a 400.', 'a 400'],
    ['An unknown note fails with 404.', 'with 404'],
    ['Returns 409 if it is there.', 'Returns 409'],
    ['Without it the call returns 402 with what to pay.', 'returns 402'],
    ['The same 400 as for a missing note.', 'same 400'],
  ])('a status is reported: %s', (text, words) =>
    tester
      .expect(operation({ decorators: describedAs(text) }))
      .toEmitDiagnostics({ code, message: new RegExp(`^The description of add mentions "${words}"`, 'i') }),
  )

  test('a verb is reported', () =>
    tester
      .expect(operation({ decorators: describedAs('Longer texts fit better in the POST form.') }))
      .toEmitDiagnostics({ code, message: /^The description of add mentions POST/ }))

  test('fields and values of enums are also checked', () =>
    tester
      .expect(`
        model Note {
          /** Its title; without one the call is a 400. */
          title: string;
        }
        enum Colour {
          /** Fails with 400. */
          red,
        }`)
      .toEmitDiagnostics([
        { code, message: /^The description of Note\.title/ },
        { code, message: /^The description of Colour\.red/ },
      ]))

  test('the older services and the doors have statuses', () =>
    tester
      .expect(`
        namespace Legacy {
          model Link {
            /** Returns 410 once it has expired. */
            id: string;
          }
        }
        namespace Doors {
          model Page {
            /** Anyone else gets a 404. */
            id: string;
          }
        }`)
      .toBeValid())
})
