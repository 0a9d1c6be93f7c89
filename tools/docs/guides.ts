import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** A command or program in a guide, and the output it shows. */
export interface GuideStep {
  readonly language: 'sh' | 'js'
  readonly code: string
  /** As shown in the guide; empty if it shows none. */
  readonly output: string
}

/** The steps of a guide: its `sh` and `js` blocks, each with the `text` or `json` block that follows it. */
export function guideSteps(markdown: string): GuideStep[] {
  const blocks = [...markdown.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language, text]) => ({
    language: language as string,
    text: (text as string).trimEnd(),
  }))
  return blocks.flatMap(({ language, text }, index) => {
    if (language !== 'sh' && language !== 'js') return []
    const next = blocks[index + 1]
    const output = next?.language === 'text' || next?.language === 'json' ? next.text : ''
    return [{ language, code: text, output }]
  })
}

/**
 * The shell command for a step. A module is written into the folder, where it finds the client under its published
 * name.
 *
 * @param name file name for a module, without its extension
 */
export function commandOf({ language, code }: GuideStep, folder: string, name: string): string {
  if (language === 'sh') return code
  const file = join(folder, `${name}.mjs`)
  writeFileSync(file, code)
  return `node '${file}'`
}

/** Makes the client importable as `@onedoor/client` for modules in that folder. */
export function linkClient(folder: string): void {
  mkdirSync(join(folder, 'node_modules/@onedoor'), { recursive: true })
  symlinkSync(join(root, 'generated/client'), join(folder, 'node_modules/@onedoor/client'))
}
