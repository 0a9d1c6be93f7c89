import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../command.ts'

/** What docs/guides/production.md shows. */
export interface ProductionPage {
  /** The reader's own values: one assignment a line, which the reader replaces. */
  readonly values: readonly string[]
  /** The commands in order, each as it stands, with its further lines. */
  readonly commands: readonly string[]
}

/** Reads docs/guides/production.md: the first `sh` block has the values, the others have the commands. */
export function readProductionPage(): ProductionPage {
  const markdown = readFileSync(join(root, 'docs/guides/production.md'), 'utf8')
  const [values = '', ...blocks] = [...markdown.matchAll(/^```sh\n(.*?)\n^```$/gms)].map(([, text = '']) => text)
  return { values: values.split('\n'), commands: blocks.flatMap(commandsIn) }
}

/** The commands of a block. One goes on after `&&` at the end of a line, and until the end of its here-document. */
export function commandsIn(block: string): string[] {
  const commands: string[] = []
  let rest = block
  while (rest !== '') {
    const [found = rest] = /^(?:[^\n]*<<(\w+)\n.*?\n\1(?=\n|$)|(?:[^\n]* &&\n)*[^\n]*)/s.exec(rest) ?? []
    commands.push(found)
    rest = rest.slice(found.length + 1)
  }
  return commands
}
