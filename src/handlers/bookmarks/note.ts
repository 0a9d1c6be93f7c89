/** A note as it is stored: null for one without text. */
export function noteOf(note: string | undefined): string | null {
  return note?.trim() ? note : null
}
