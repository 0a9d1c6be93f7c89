import { describe, test } from 'vitest'
import { ruleTester } from '../rule-testing.ts'
import { ownTextRule } from './own-text.ts'

const code = '@onedoor/spec-lint/own-text'

/** A method that reads a post. */
function reading({ decorators = '', who = 'author', doc = 'Who wrote it.', verb = 'Read', field = '' } = {}): string {
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
      ${field}
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

describe('a read without text by others says why', async () => {
  const tester = await ruleTester(ownTextRule)
  const own = '@ownText("Only the caller can write it.")'

  test('without @ownText, a read is marked anyway', () => tester.expect(reading()).toBeValid())

  test.each(['author', 'from', 'owner', 'publisher'])('a read that names its %s is reported, at any depth', (who) =>
    tester
      .expect(reading({ who, decorators: own }))
      .toEmitDiagnostics({ code, message: new RegExp(`^read has @ownText, but returns "text" written by "${who}"`) }),
  )

  test('a private search also reads', () =>
    tester
      .expect(reading({ verb: 'Change', decorators: `@privateSearch ${own}` }))
      .toEmitDiagnostics({ code, message: /^read has @ownText, but returns "text"/ }))

  test("what names no writer can be the caller's own text, and a currency is no writer", async () => {
    await tester.expect(reading({ who: 'created', decorators: own })).toBeValid()
    await tester.expect(reading({ who: 'from', doc: 'Code of the source currency.', decorators: own })).toBeValid()
  })

  test.each(['', ' ', '.', 'own'])('the reason %o is not a sentence', (reason) =>
    tester
      .expect(reading({ who: 'created', decorators: `@ownText("${reason}")` }))
      .toEmitDiagnostics({ code, message: /^read does not say why/ }),
  )

  test("a change without others' data needs none", () =>
    tester
      .expect(reading({ who: 'created', verb: 'Change', decorators: `@unsafe @effect(Effect.createsOwn) ${own}` }))
      .toEmitDiagnostics({ code, message: /^read returns no text by others anyway/ }))

  test("a change that returns others' data can have it", () =>
    tester
      .expect(reading({ who: 'created', verb: 'Change', decorators: `@unsafe @effect(Effect.readsOthers) ${own}` }))
      .toBeValid())

  const labelled = (name: string, reason = 'The server makes it.') =>
    reading({ field: `/** A field. */ @ownText("${reason}") ${name}: string;` })

  test('a field can have it, with a reason', async () => {
    await tester.expect(labelled('next_cursor')).toBeValid()
    await tester.expect(labelled('text')).toBeValid()
    await tester.expect(labelled('text', 'own')).toEmitDiagnostics({ code, message: /^text does not say why/ })
  })

  test.each(['title', 'subject', 'snippet', 'from'])('a field named %s cannot: somebody wrote it', (name) =>
    tester
      .expect(labelled(name))
      .toEmitDiagnostics({ code, message: /a field of this name has text that somebody wrote/ }),
  )
})
