import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const guide = join(import.meta.dirname, '../../docs/guides/several-processes.md')
const heading = '## If a process is killed'
/** What the guide calls `at once` takes the next call. */
const atOnceS = 2

/** How soon the guide says that others take over from a killed process, in seconds. */
export interface Bound {
  readonly sameMachine: number
  readonly otherMachine: number
}

/** Settings and arguments that the guide's bounds depend on, in seconds, by their names there. */
export type BoundSettings = Readonly<Record<string, number>>

/** The bound in the row of the guide that begins with these words. @throws Error if the guide has no such row */
export function boundOf(what: string, settings: BoundSettings = {}): Bound {
  const [, section = ''] = readFileSync(guide, 'utf8').split(`${heading}\n`)
  const row = section.split('\n').find((line) => line.startsWith(`| ${what}`))
  const [, , same = '', other = ''] = row?.split('|').map((cell) => cell.trim()) ?? []
  const sameMachine = secondsOf(same, settings)
  const otherMachine = other === 'the same' ? sameMachine : secondsOf(other, settings)
  if (Number.isNaN(sameMachine + otherMachine)) throw new Error(`${guide} has no bound for "${what}".`)
  return { sameMachine, otherMachine }
}

function secondsOf(text: string, settings: BoundSettings): number {
  if (text === 'at once') return atOnceS
  const named = /^(?:after its )?`(\w+)`( and a minute)?$/.exec(text)
  if (!named) return Number(/^(\d+) seconds?$/.exec(text)?.[1])
  const [, name = '', minute] = named
  return Number(settings[name]) + (minute ? 60 : atOnceS)
}
