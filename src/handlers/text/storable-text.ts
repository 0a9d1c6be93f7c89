/** A text of a model without what no database stores: U+0000 and halves of surrogate pairs. */
export function storable(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed()
}
