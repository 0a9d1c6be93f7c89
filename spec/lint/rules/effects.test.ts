import { describe, expect, test } from 'vitest'
import { ruleTester } from '../rule-testing.ts'
import { effectsRule } from './effects.ts'

const code = '@onedoor/spec-lint/effects'

interface Method {
  decorators: string
  name?: string
  verb?: 'Change' | 'Read'
  /** The decorator of its argument `id`. */
  id?: string
}

/** A family with one method, with the arguments `id` and `text`. */
function family({ decorators, name = 'put', verb = 'Change', id = '@object' }: Method, number: number): string {
  return `
    model Args${number} {
      /** The id. */
      ${id} id: Id;
      /** The text. */
      text?: string;
    }
    model Result${number} {
      /** The id. */
      id: string;
    }
    @family("family${number}")
    interface Family${number} {
      /** Puts a note. */
      @summary("Put a note")
      @needs(Caller.account)
      ${decorators}
      ${name} is ${verb}<Args${number}, Result${number}>;
    }`
}

const accepted: Method[] = [
  { decorators: '@effect(Effect.createsOwn)' },
  // A price is an effect.
  { decorators: '@credits(2)' },
  // An address that is no method.
  { decorators: '@extension("x-door", true)' },
  { verb: 'Read', decorators: '@effect(Effect.readsOwn)' },
  { verb: 'Read', decorators: '@effect(Effect.readsOthers, Effect.leavesInstance)', id: '@address' },
  { verb: 'Read', decorators: '@effect(Effect.readsOthers, Effect.leavesInstance)', id: '@object' },
  { name: 'delete', decorators: '@effect(Effect.destroys)' },
  { decorators: '@effect(Effect.createsOwn) @effectIf(Effect.publishes, "text")' },
  { decorators: '@effect(Effect.overwritesOwn)', id: '@object' },
  { decorators: '@effect(Effect.sendsToPerson)', id: '@recipient' },
  { decorators: '@effect(Effect.instructs)', id: '@instructions' },
  { decorators: '@effect(Effect.destroys) @notWithheld("It can be undone.")' },
  { decorators: '@effect(Effect.createsOwn) @withheld("It is shown to everyone.")' },
]

const reported: [Method, RegExp][] = [
  [{ decorators: '@idempotent' }, /^put does not say what it does/],
  [
    { verb: 'Read', decorators: '@effect(Effect.readsOwn, Effect.overwritesOwn)' },
    /^put only reads, but has the effect "overwrites own"/,
  ],
  [
    { decorators: '@privateSearch @effectIf(Effect.publishes, "text")' },
    /^put only reads, but has the effect "publishes"/,
  ],
  [{ decorators: '@effect(Effect.readsOwn)' }, /^put is a change, but only has effects of reads/],
  [{ name: 'delete', decorators: '@effect(Effect.overwritesOwn)' }, /^delete destroys something, by its name/],
  [{ name: 'remove_all', decorators: '@effect(Effect.overwritesOwn)' }, /^remove_all destroys something, by its name/],
  [
    { decorators: '@effect(Effect.createsOwn) @effectIf(Effect.publishes, "public")' },
    /^put makes "publishes" depend on "public", which is not one of its arguments/,
  ],
  [
    { decorators: '@effect(Effect.createsOwn) @overwritesExisting("title")' },
    /^put makes "overwrites own" depend on "title"/,
  ],
  [{ decorators: '@effect(Effect.overwritesOwn)', id: '@freeText' }, /"overwrites own", .* has the kind object\.$/],
  [{ decorators: '@effect(Effect.destroys)', id: '' }, /"destroys", .* has the kind object\.$/],
  [{ decorators: '@effect(Effect.sendsToPerson)' }, /"sends to a person", .* has the kind recipient\.$/],
  [{ decorators: '@effect(Effect.instructs)' }, /"instructs", .* has the kind instructions\.$/],
  [
    { verb: 'Read', decorators: '@effect(Effect.readsOthers, Effect.leavesInstance)', id: '' },
    /"leaves the instance", .* has the kind address or object\.$/,
  ],
  [{ decorators: '@effect(Effect.destroys) @withheld("It is final.")' }, /^put is withheld by its effects/],
  [{ decorators: '@effect(Effect.createsOwn) @notWithheld("It can be undone.")' }, /^put would not be withheld anyway/],
]

// One compilation for all cases: each costs most of a second.
describe('an operation says what it does, and on what', async () => {
  const tester = await ruleTester(effectsRule)

  test('what says so is accepted', () => tester.expect(accepted.map(family).join('\n')).toBeValid())

  test('what does not is reported, each with what to do', () =>
    tester
      .expect(reported.map(([method], number) => family(method, number)).join('\n'))
      .toEmitDiagnostics(reported.map(([, message]) => ({ code, message }))))

  test('a kind of argument that does not exist is an error of the compiler', () =>
    expect(
      tester.expect(family({ decorators: '@effect(Effect.createsOwn)', id: '@receiver' }, 0)).toBeValid(),
    ).rejects.toThrow('Unknown decorator @receiver'))
})
