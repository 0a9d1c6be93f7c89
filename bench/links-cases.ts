/** Links in the measured database. */
export const linkCount = 1_000_000

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const idLength = 7
const space = alphabet.length ** idLength
/** Odd and not a multiple of 31, so that multiplying by it visits every id once. */
const stride = 1_618_033_988_749

/** The id of the n-th link: as spread out as random ones are, and the same in every run. */
export function linkId(index: number): string {
  let rest = Number((BigInt(index + 1) * BigInt(stride)) % BigInt(space))
  let id = ''
  for (let i = 0; i < idLength; i++) {
    id += alphabet[rest % alphabet.length]
    rest = Math.floor(rest / alphabet.length)
  }
  return id
}

/** Where the n-th link leads: about a hundred characters, as shortened addresses often have. */
export function linkDestination(index: number): string {
  return `https://ferries.example/timetable/${index}?season=winter&from=harbour&utm_source=newsletter&utm_medium=mail`
}
