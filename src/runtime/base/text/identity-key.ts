/** A dotless i folds to itself (Unicode CaseFolding.txt, status C and F), although its upper case is the plain I. */
const DOTLESS_I = 'ı'

/**
 * One character with its case folded. Lower, upper, lower again reaches the same letter from each of its forms: the capital
 * sharp s has only a lower case, the final sigma only an upper case.
 */
function foldCharacter(character: string): string {
  return character === DOTLESS_I ? character : character.toLowerCase().toUpperCase().toLowerCase()
}

/**
 * The key by which titles and names are compared: case, composition of accents and the amount of white space do not matter;
 * everything else does, including compatibility forms: writing a note `CO₂` must not replace the note `CO2`.
 *
 * Each character is folded separately, because rules for whole words (the Greek final sigma) would make the key depend on
 * neighbouring characters.
 */
export function identityKey(text: string): string {
  const single = text.replace(/[\s\u0085]+/gu, ' ').trim()
  return Array.from(single.normalize('NFD'), foldCharacter).join('').normalize('NFC')
}
