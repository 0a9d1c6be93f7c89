/** A note as the peers read it. */
export interface NoteRow {
  id: string
  title: string
  text: string
  created_at: number
  updated_at: number
}

export const noteColumns = ['id', 'title', 'text', 'created_at', 'updated_at'] as const

export const noteOf = ({ id, title, text, created_at, updated_at }: NoteRow) => ({
  id,
  title,
  text,
  created: new Date(created_at).toISOString(),
  updated: new Date(updated_at).toISOString(),
})
