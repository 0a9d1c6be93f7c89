import { describe, test } from 'vitest'
import { goodDecorators, operation, ruleTester } from '../rule-testing.ts'
import { singleTagRule } from './single-tag.ts'

const code = '@onedoor/spec-lint/single-tag'

describe('an operation has one tag, and api.tsp describes it', async () => {
  const tester = await ruleTester(singleTagRule)

  test('the family is the tag', () => tester.expect(operation()).toBeValid())

  test('no tag is reported', () =>
    tester
      .expect(operation({ head: '@route("/notes")' }))
      .toEmitDiagnostics({ code, message: /^add has 0 tags \(none\)/ }))

  test('a second tag is reported', () =>
    tester
      .expect(operation({ decorators: `${goodDecorators} @tag("docs")` }))
      .toEmitDiagnostics({ code, message: /^add has 2 tags \(notes, docs\)/ }))

  test('a tag that api.tsp does not describe is reported', () =>
    tester
      .expect(operation({ head: '@family("diaries")' }))
      .toEmitDiagnostics({ code, message: /^The tag diaries of add is not in spec\/api.tsp/ }))
})
