/** A text without what databases cannot store: U+0000 and lone surrogates. */
export function storable(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed()
}

/** The same for a text from another system, with line feeds only. */
export function storableLines(text: string): string {
  return storable(text).replace(/\r\n?/g, '\n')
}
