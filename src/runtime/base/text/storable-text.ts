/** A text from outside that every database can store, with line feeds only. */
export function storableText(text: string): string {
  return text.replaceAll('\u0000', '').replace(/\r\n?/g, '\n').toWellFormed()
}
