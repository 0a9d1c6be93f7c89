import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { once } from '#runtime/base/once.ts'

interface Airline {
  readonly iata: string
  readonly icao: string
  readonly name: string
}

/** The bundled codes of airlines and types of aircraft. */
export interface Codes {
  /** By the first three letters of callsigns. */
  readonly airlineByIcao: ReadonlyMap<string, Airline>
  /** By the first two characters of flight numbers. */
  readonly airlineByIata: ReadonlyMap<string, Airline>
  /** Names by ICAO designator. */
  readonly types: ReadonlyMap<string, string>
}

/** Read at the first use. */
export const codes = once(async (): Promise<Codes> => {
  const airlines = (await linesOf('airlines.tsv')).map(([iata = '', icao = '', name = '']) => ({ iata, icao, name }))
  const types = (await linesOf('types.tsv')).map(([code = '', name = '']) => [code, name] as const)
  return {
    airlineByIcao: new Map(airlines.map((airline) => [airline.icao, airline])),
    airlineByIata: new Map(airlines.map((airline) => [airline.iata, airline])),
    types: new Map(types),
  }
})

async function linesOf(file: string): Promise<string[][]> {
  const text = await readFile(join(import.meta.dirname, '../bundled', file), 'utf8')
  return text
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'))
}
