/** A text of at most `maxLength` characters (code points), never split; a longer one ends in `…`. */
export function truncate(text: string, maxLength: number): string {
  let end = 0
  for (let count = 0; count < maxLength && end < text.length; count++)
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1
  return end < text.length ? `${text.slice(0, end)}…` : text
}

/** A caller's text for a sentence about it: in quotation marks, escaped as in JSON, truncated. */
export function quote(text: string, maxLength = 64): string {
  return JSON.stringify(truncate(text, maxLength))
}
