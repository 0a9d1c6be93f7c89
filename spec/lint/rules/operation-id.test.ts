import { describe, test } from 'vitest'
import { goodDecorators, operation, ruleTester } from '../rule-testing.ts'
import { operationIdRule } from './operation-id.ts'

const code = '@onedoor/spec-lint/operation-id'

describe('an operation id is <family>.<method>', async () => {
  const tester = await ruleTester(operationIdRule)

  test('a family gives it', () => tester.expect(operation()).toBeValid())

  test('a door may join words', () =>
    tester
      .expect(
        operation({
          head: '@route("/notes") @door("notes", "tools")',
          signature: 'add_named is Change<NotesAddArgs, NoteSaved>;',
        }),
      )
      .toBeValid())

  test('an interface that is not mounted is reported', () =>
    tester.expect(operation({ head: '@route("/notes")' })).toEmitDiagnostics({ code, message: /^add has no family/ }))

  test.each(['addNote', 'add_note', 'Add'])('the method name %s is reported in a family', (method) =>
    tester
      .expect(operation({ signature: `${method} is Change<NotesAddArgs, NoteSaved>;` }))
      .toEmitDiagnostics({ code, message: /must be lower case/ }),
  )

  test('a custom id is reported', () =>
    tester
      .expect(`${operation()} @@operationId(Notes.add, "writeNote");`)
      .toEmitDiagnostics({ code, message: /^The operation id must be notes.add. Remove @operationId/ }))

  test('a body form is named after its method', () =>
    tester
      .expect(
        operation({
          decorators: goodDecorators.replace('@idempotent', '@bodyFormOf("notes.find")'),
          signature: 'find_body is Change<NotesAddArgs, NoteSaved>;',
        }),
      )
      .toBeValid())

  test('a body form with another name is reported', () =>
    tester
      .expect(operation({ decorators: goodDecorators.replace('@idempotent', '@bodyFormOf("notes.find")') }))
      .toEmitDiagnostics({ code, message: /so name it notes.find_body/ }))
})
