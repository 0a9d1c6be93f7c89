import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const guide = join(import.meta.dirname, '../../docs/guides/several-processes.md')
/** What the guide calls `at once` takes the next call. */
const atOnceS = 2

/** How soon the guide says that others take over from a killed process, in seconds. */
export interface Bound {
  readonly sameMachine: number
  readonly otherMachine: number
}

/** The bound in the row of the guide that begins with these words. @throws Error if the guide has no such row */
export function boundOf(what: string): Bound {
  const row = readFileSync(guide, 'utf8')
    .split('\n')
    .find((line) => line.startsWith(`| ${what}`))
  const [, , same = '', other = ''] = row?.split('|').map((cell) => cell.trim()) ?? []
  const sameMachine = secondsOf(same)
  const otherMachine = other === 'the same' ? sameMachine : secondsOf(other)
  if (Number.isNaN(sameMachine + otherMachine)) throw new Error(`${guide} has no bound for "${what}".`)
  return { sameMachine, otherMachine }
}

function secondsOf(text: string): number {
  return text === 'at once' ? atOnceS : Number(/^(\d+) seconds?$/.exec(text)?.[1])
}
