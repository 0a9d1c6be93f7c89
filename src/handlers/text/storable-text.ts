/** A text without what databases cannot store: U+0000 and lone surrogates. */
export function storable(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed()
}
