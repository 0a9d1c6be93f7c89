import { describe, test } from 'vitest'
import { goodDecorators, operation, ruleTester } from '../rule-testing.ts'
import { ownArgumentsRule } from './own-arguments.ts'

const code = '@onedoor/spec-lint/own-arguments'

describe('an operation has its own model of arguments', async () => {
  const tester = await ruleTester(ownArgumentsRule)

  test('one model for one operation is accepted', () => tester.expect(operation()).toBeValid())

  test('a spread model is accepted, also one that spreads another', () =>
    tester
      .expect(`
        model Base { offset?: int32 }
        model OneArgs { ...Base; id: string }
        model TwoArgs { ...Base; name: string }
        @door("notes", "tools")
        interface Notes {
          @route("/one") @post one(...OneArgs): void;
          @route("/two") @post two(...TwoArgs): void;
        }`)
      .toBeValid())

  test('a model that two operations use is reported', () =>
    tester
      .expect(
        operation({ signature: 'add is Change<NotesAddArgs, NoteSaved>; put is Change<NotesAddArgs, NoteSaved>;' }),
      )
      .toEmitDiagnostics({ code, message: /^notes\.put shares its arguments NotesAddArgs with notes\.add/ }))

  test('operations without arguments share the model that says so', () =>
    tester
      .expect(
        operation({
          decorators: '',
          signature: 'add is Change<NoArguments, NoteSaved>; put is Change<NoArguments, NoteSaved>;',
        }),
      )
      .toBeValid())

  test('a body form shares the arguments of its method', () =>
    tester
      .expect(
        operation({
          decorators: '',
          signature: `
            find is Read<NotesAddArgs, NoteSaved>;
            ${goodDecorators.replace('@idempotent', '@bodyFormOf("notes.find")')}
            find_body is Change<NotesAddArgs, NoteSaved>;`,
        }),
      )
      .toBeValid())

  test('arguments outside a model are reported', () =>
    tester
      .expect(operation({ signature: '@route("/x") @post add(title: Line): Ok<NoteSaved>;' }))
      .toEmitDiagnostics({ code, message: /^notes\.add does not take title from its own model.*NotesAddArgs/ }))

  test('arguments of two models are reported', () =>
    tester
      .expect(`
        model One { id: string }
        model Two { name: string }
        @door("notes", "tools")
        interface Notes {
          @route("/one") @post one(...One, ...Two): void;
        }`)
      .toEmitDiagnostics({ code, message: /^notes\.one does not take One and Two from its own model/ }))
})
