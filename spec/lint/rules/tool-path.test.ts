import { describe, test } from 'vitest'
import { goodDecorators, operation, ruleTester } from '../rule-testing.ts'
import { toolPathRule } from './tool-path.ts'

const code = '@onedoor/spec-lint/tool-path'

describe("a method's path is /api/v1/<family>/<method>", async () => {
  const tester = await ruleTester(toolPathRule)

  test('a family gives it', () => tester.expect(operation()).toBeValid())

  test('a body form shares the path of its method', () =>
    tester
      .expect(
        operation({
          decorators: goodDecorators.replace('@idempotent', '@bodyFormOf("notes.find")'),
          signature: 'find_body is Change<NotesAddArgs, NoteSaved>;',
        }),
      )
      .toBeValid())

  test('a custom path is reported in a family', () =>
    tester.expect(`@route("/elsewhere") namespace Other { ${operation()} }`).toEmitDiagnostics({
      code,
      message: /^The path is \/elsewhere\/api\/v1\/notes\/add, but must be \/api\/v1\/notes\/add/,
    }))

  test('a door has its own path', () =>
    tester.expect(operation({ head: '@route("/v1/notes") @door("notes", "tools")' })).toBeValid())

  test('a door among the paths of the tools is reported', () =>
    tester
      .expect(operation({ head: '@route("/api/v1/notes") @door("notes", "tools")' }))
      .toEmitDiagnostics({ code, message: /is among the paths of the tool API/ }))
})
