import { describe, test } from 'vitest'
import { goodDecorators, operation, ruleTester } from '../rule-testing.ts'
import { retryDeclaredRule } from './retry-declared.ts'

const code = '@onedoor/spec-lint/retry-declared'
const withRetry = (retry: string) => goodDecorators.replace('@idempotent', retry)

describe('an operation says whether it may be repeated', async () => {
  const tester = await ruleTester(retryDeclaredRule)

  test.each(['@idempotent', '@unsafe', '@privateSearch'])('%s is accepted', (retry) =>
    tester.expect(operation({ decorators: withRetry(retry) })).toBeValid(),
  )

  test('a POST that does not say is reported', () =>
    tester
      .expect(operation({ decorators: withRetry('') }))
      .toEmitDiagnostics({ code, message: /^add does not say whether it may be repeated/ }))

  test('two declarations are reported', () =>
    tester
      .expect(operation({ decorators: withRetry('@idempotent @unsafe') }))
      .toEmitDiagnostics({ code, message: /^add says @idempotent and @unsafe/ }))

  test('a GET needs none', () =>
    tester
      .expect(operation({ decorators: withRetry(''), signature: 'add is Read<NotesAddArgs, NoteSaved>;' }))
      .toBeValid())

  test('a GET that says it may not be repeated is reported', () =>
    tester
      .expect(operation({ decorators: withRetry('@unsafe'), signature: 'add is Read<NotesAddArgs, NoteSaved>;' }))
      .toEmitDiagnostics({ code, message: /^add is a GET, which may always be repeated. Remove @unsafe/ }))
})
