/**
 * A search in Gmail's query language that finds nothing older, regardless of its words: unpaired brackets would end the enclosing
 * ones, so they are dropped.
 *
 * @param words as a person typed them; empty for everything
 * @param sinceS epoch seconds
 */
export function gmailQuery(words: string, sinceS: number): string {
  const window = `after:${sinceS}`
  const inside = (arePaired(words) ? words : words.replace(/[(){}"]/g, ' ')).trim()
  return inside === '' ? window : `${window} (${inside})`
}

function arePaired(text: string): boolean {
  const open: string[] = []
  let isQuoted = false
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted
    else if (isQuoted) continue
    else if (character === '(') open.push(')')
    else if (character === '{') open.push('}')
    else if ((character === ')' || character === '}') && open.pop() !== character) return false
  }
  return open.length === 0 && !isQuoted
}
