import { describe, test } from 'vitest'
import { ruleTester } from '../rule-testing.ts'
import { foreignTextRule } from './foreign-text.ts'

const code = '@onedoor/spec-lint/foreign-text'

/** A method that reads a post. */
function reading({ decorators = '', who = 'author', doc = 'Who wrote it.', verb = 'Read' } = {}): string {
  return `
    model PostsReadArgs {
      /** Id of the post. */
      id: Id;
    }
    model PostBody {
      /** The text. */
      text: string;
    }
    model Post {
      /** ${doc} */
      ${who}: string;
      /** What it says. */
      bodies: PostBody[];
    }
    @family("posts")
    interface Posts {
      /** One post. */
      @summary("Read a post")
      @needs(Caller.open)
      ${decorators}
      @opExample(#{ parameters: #{ id: "post_1" } })
      read is ${verb}<PostsReadArgs, Post>;
    }`
}

describe('text by others is marked', async () => {
  const tester = await ruleTester(foreignTextRule)

  test.each(['author', 'from', 'owner', 'publisher'])('a read that names its %s is reported, at any depth', (who) =>
    tester
      .expect(reading({ who }))
      .toEmitDiagnostics({ code, message: new RegExp(`^read returns "text" written by "${who}"`) }),
  )

  test('a private search also reads', () =>
    tester
      .expect(reading({ verb: 'Change', decorators: '@privateSearch' }))
      .toEmitDiagnostics({ code, message: /^read returns "text"/ }))

  test('with the mark it is fine', () => tester.expect(reading({ decorators: '@foreignText' })).toBeValid())

  test('a change returns what the caller wrote', () =>
    tester.expect(reading({ verb: 'Change', decorators: '@unsafe' })).toBeValid())

  test('what names no writer needs none, nor does a currency', async () => {
    await tester.expect(reading({ who: 'created' })).toBeValid()
    await tester.expect(reading({ who: 'from', doc: 'Code of the source currency.' })).toBeValid()
  })
})
