import { describe, test } from 'vitest'
import { goodDecorators, ruleTester } from '../rule-testing.ts'
import { cutListRule } from './cut-list.ts'

const code = '@onedoor/spec-lint/cut-list'

/** A method that lists notes. */
function listing({ argument = 'limit?: int32', items = 'The notes.', beside = '' } = {}): string {
  return `
    model Note {
      /** The title. */
      title: string;
    }
    model NotesListArgs {
      /** An argument. */
      ${argument};
    }
    model NoteList {
      /** ${items} */
      items: Note[];
      ${beside}
    }
    @family("notes")
    interface Notes {
      ${goodDecorators.replace('@idempotent', '').replace(/@opExample.*/s, '')}
      list is Read<NotesListArgs, NoteList>;
    }`
}

describe('a list that is cut says so, and with a limit leads to its end', async () => {
  const tester = await ruleTester(cutListRule)

  test('a list without a limit needs nothing', () => tester.expect(listing({ argument: 'tag?: string' })).toBeValid())

  test.each(['next_cursor?: string', 'next_offset?: Count'])('%s is enough', (field) =>
    tester.expect(listing({ items: 'The notes, at most 20.', beside: `/** More. */ ${field};` })).toBeValid(),
  )

  test.each(['total: Count', 'is_truncated: boolean', 'omitted: Count'])(
    '%s is enough without a limit; with one it is reported, because the other entries cannot be read',
    async (field) => {
      const list = { items: 'The notes, at most 20.', beside: `/** More. */ ${field};` }
      await tester.expect(listing({ ...list, argument: 'tag?: string' })).toBeValid()
      await tester.expect(listing(list)).toEmitDiagnostics({ code, message: /^notes\.list takes a limit/ })
    },
  )

  test.each(['The notes, at most 20.', 'The notes, at most twenty.', 'The latest 100 notes.'])(
    'a bound in words is reported: %s',
    (items) =>
      tester
        .expect(listing({ argument: 'tag?: string', items }))
        .toEmitDiagnostics({ code, message: /^NoteList\.items is cut/ }),
  )

  test('a limit that cuts a text is not a limit of a list', () =>
    tester
      .expect(listing().replace('items: Note[];', 'note: Note; /** Part of the text. */ text: string;'))
      .toBeValid())
})
