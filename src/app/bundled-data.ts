import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Finding } from '../runtime/kit/finding.ts'

/** One set of the data that the server has from elsewhere and needs no network for. */
export interface DataSet {
  readonly name: string
  /** The day of its content: `2026-02-28`. If it has several sources, that of the older one. */
  readonly contentDate: string
  /** Its sources with their versions. */
  readonly source: string
  /** The bundled files that have it, unless it is a package. */
  readonly files?: readonly string[]
  /** The npm package that is the data, if it is one. */
  readonly package?: string
  /** Whether it stays right: what it describes does not change, or not visibly. */
  readonly lasting?: true
}

const maxAgeYears = 1

/** Where the sets are listed, by their names for `npm run data:renew`. */
export const bundledDataFile = join(import.meta.dirname, 'bundled-data.json')

/** All sets, and the rules of time zones that come with Node.js. */
export async function bundledData(): Promise<Readonly<Record<string, DataSet>>> {
  const listed = JSON.parse(await readFile(bundledDataFile, 'utf8')) as Record<string, DataSet>
  return { ...listed, ...zoneRules(process.versions.tz) }
}

/** The releases of the rules are named for their year, such as `2026c`. */
function zoneRules(release: string | undefined): Record<string, DataSet> {
  if (release === undefined) return {}
  const contentDate = `${release.slice(0, 4)}-12-31`
  return {
    'zone-rules': { name: 'Rules of time zones', contentDate, source: `Node.js ${process.version}, ${release}` },
  }
}

/** The sets whose content is more than a year old, oldest first. */
export function outdatedData(sets: Readonly<Record<string, DataSet>>, nowMs: number): DataSet[] {
  return Object.values(sets)
    .filter(({ contentDate, lasting }) => lasting !== true && expiryMs(contentDate) < nowMs)
    .sort((one, other) => (one.contentDate < other.contentDate ? -1 : 1))
}

function expiryMs(contentDate: string): number {
  const date = new Date(contentDate)
  return date.setUTCFullYear(date.getUTCFullYear() + maxAgeYears)
}

/** The age of the data, for operators and before a release. */
export async function dataFinding(nowMs: number): Promise<Finding> {
  const what = 'bundled data'
  const outdated = outdatedData(await bundledData(), nowMs)
  if (outdated.length === 0) return { what, state: 'works', detail: 'none is older than a year' }
  const list = outdated.map(({ name, contentDate }) => `${name} (${contentDate})`).join(', ')
  const detail = `older than a year: ${list}. Install a newer version of the server, or renew them: see docs/data.md.`
  return { what, state: 'outdated', detail }
}
