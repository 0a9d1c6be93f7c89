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

/**
 * The bound in the row of the guide that begins with these words.
 *
 * @param settings seconds of the settings and arguments that bounds depend on, by their names in the guide
 * @throws Error if the guide has no such row
 */
export function boundOf(what: string, settings: Readonly<Record<string, number>> = {}): Bound {
  const [, section = ''] = readFileSync(guide, 'utf8').split('## If a process is killed\n')
  const row = section.split('\n').find((line) => line.startsWith(`| ${what}`))
  const [, , same = '', other = ''] = row?.split('|').map((cell) => cell.trim()) ?? []
  const sameMachine = secondsOf(same, settings)
  const otherMachine = other === 'the same' ? sameMachine : secondsOf(other, settings)
  if (Number.isNaN(sameMachine + otherMachine)) throw new Error(`${guide} has no bound for "${what}".`)
  return { sameMachine, otherMachine }
}

function secondsOf(text: string, settings: Readonly<Record<string, number>>): number {
  if (text === 'at once') return atOnceS
  const [, name, minute] = /^(?:after its )?`(\w+)`( and a minute)?$/.exec(text) ?? []
  if (name === undefined) return Number(/^(\d+) seconds?$/.exec(text)?.[1])
  return Number(settings[name]) + (minute ? 60 : 0) + atOnceS
}
