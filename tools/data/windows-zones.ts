import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { filesOfNpmPackage } from './package.ts'
import type { Renewal } from './renewal.ts'

/*
 * Builds the list of the time zones of Windows: one a line, its name and its main zone of IANA.
 */

const source = 'cldr-core'
const target = join(import.meta.dirname, '../../src/handlers/events/calendar/windows-zones.tsv')
/** The territory of the main zone: the world. */
const world = '001'

interface WindowsZones {
  readonly supplemental: {
    readonly windowsZones: { readonly mapTimezones: readonly { readonly mapZone: Readonly<Record<string, string>> }[] }
  }
}

/** Writes the file from the newest version of its source. */
export async function renewWindowsZones(): Promise<Renewal> {
  const [file] = await filesOfNpmPackage(source, ['supplemental/windowsZones.json'])
  if (!file) throw new Error(`${source} has no zones of Windows`)
  const { mapTimezones } = (JSON.parse(file.text) as WindowsZones).supplemental.windowsZones
  const main = mapTimezones.map(({ mapZone }) => mapZone).filter(({ _territory }) => _territory === world)
  await writeFile(target, main.map(({ _other, _type }) => `${_other}\t${_type}\n`).join(''))
  return { contentDate: file.date, source: `${source} ${file.version}` }
}
