import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { DiagnosticMessages, LinterRuleDefinition } from '@typespec/compiler'
import { createLinterRuleTester, createTester, type LinterRuleTester, mockFile } from '@typespec/compiler/testing'
import * as access from '../common/access.ts'
import * as aliases from '../common/aliases.ts'
import * as deprecation from '../common/deprecation.ts'
import * as effects from '../common/effects.ts'
import * as errorExamples from '../common/error-examples.ts'
import * as patternMessages from '../common/pattern-messages.ts'
import * as relations from '../common/relations.ts'
import * as synonyms from '../common/synonyms.ts'
import * as undo from '../common/undo.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** The real spec/api.tsp and spec/common, so that the rules are tested on the decorators and templates they check. */
function commonFiles(): Record<string, string | ReturnType<typeof mockFile.js>> {
  const read = (path: string) => readFileSync(`${root}spec/${path}`, 'utf8')
  const common = readdirSync(`${root}spec/common`)
    .filter((name) => name.endsWith('.tsp'))
    .map((name) => [`common/${name}`, read(`common/${name}`)])
  return {
    ...Object.fromEntries(common),
    'api.tsp': read('api.tsp'),
    'common/access.ts': mockFile.js({ ...access }),
    'common/aliases.ts': mockFile.js({ ...aliases }),
    'common/deprecation.ts': mockFile.js({ ...deprecation }),
    'common/effects.ts': mockFile.js({ ...effects }),
    'common/error-examples.ts': mockFile.js({ ...errorExamples }),
    'common/pattern-messages.ts': mockFile.js({ ...patternMessages }),
    'common/relations.ts': mockFile.js({ ...relations }),
    'common/synonyms.ts': mockFile.js({ ...synonyms }),
    'common/undo.ts': mockFile.js({ ...undo }),
  }
}

/** A tester for one rule; its code is inside `namespace Onedoor`, with all of spec/common in scope. */
export async function ruleTester(
  // biome-ignore lint/suspicious/noExplicitAny: the options of a rule do not matter here
  rule: LinterRuleDefinition<string, DiagnosticMessages, any>,
): Promise<LinterRuleTester> {
  const tester = createTester(root, { libraries: ['@typespec/http', '@typespec/openapi'] })
    .files(commonFiles())
    .import('./api.tsp')
    .using('TypeSpec.Http', 'TypeSpec.OpenAPI')
    .wrap((code) => `namespace Onedoor;\n${code}`)
  return createLinterRuleTester(await tester.createInstance(), rule, '@onedoor/spec-lint')
}

/** An operation that every rule accepts, with one part replaced or left out. */
export function operation(parts: { decorators?: string; head?: string; signature?: string } = {}): string {
  return `
    model NotesAddArgs {
      /** The title. */
      title: Line;
    }
    model NoteSaved {
      /** The note's title. */
      title: string;
    }
    ${parts.head ?? '@family("notes")'}
    interface Notes {
      ${parts.decorators ?? goodDecorators}
      ${parts.signature ?? 'add is Change<NotesAddArgs, NoteSaved>;'}
    }`
}

export const goodDecorators = `
  /** Write a note. */
  @summary("Write a note")
  @needs(Caller.account)
  @idempotent
  @opExample(#{ parameters: #{ title: "Groceries" }, returnType: #{ _: 200, result: #{ title: "Groceries" } } })`
