import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../src/testing/program.ts'
import type { OperationFacts } from '../../tools/codegen/operations.ts'
import type { LanguageName, Samples } from '../../tools/codegen/targets/samples/index.ts'

const folder = join(root, 'generated/docs/samples')

/** The samples of an operation, as they are published. */
export function publishedSamples({ id, family }: OperationFacts): Samples {
  return JSON.parse(readFileSync(join(folder, `${family}.json`), 'utf8'))[id]
}

/** The operations that have a sample in a language, each with its text. */
export function publishedIn(
  language: LanguageName,
  operations: readonly OperationFacts[],
): { operation: OperationFacts; text: string }[] {
  return operations.flatMap((operation) => {
    const text = publishedSamples(operation)[language]
    return text === undefined ? [] : [{ operation, text }]
  })
}
