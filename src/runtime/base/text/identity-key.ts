/** A dotless i folds to itself (Unicode CaseFolding.txt, status C and F), although its capital is the plain I. */
const DOTLESS_I = 'ı'

/**
 * One character with its case folded. Lower, upper, lower once more reaches the same letter from every form of it: the
 * capital sharp s has no capital but a lower case, the final sigma no lower case but a capital.
 */
function foldCharacter(character: string): string {
  return character === DOTLESS_I ? character : character.toLowerCase().toUpperCase().toLowerCase()
}

/**
 * A title or name as it is compared for being the same one: case, composition of accents and the amount of blank space do
 * not count; everything else does. Compatibility forms count too: writing a note `CO₂` must not replace the note `CO2`.
 *
 * Each character is folded by itself, because a language's rules for whole words (the Greek final sigma) would let the key
 * depend on its neighbours.
 */
export function identityKey(text: string): string {
  const single = text.replace(/[\s\u0085]+/gu, ' ').trim()
  return Array.from(single.normalize('NFD'), foldCharacter).join('').normalize('NFC')
}
