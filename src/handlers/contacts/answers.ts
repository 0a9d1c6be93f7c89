import type { Result } from '#generated/server/handlers.ts'
import { iso } from '../../runtime/base/clock.ts'

type Contact = Result<'contacts.list'>['items'][number]

/** The columns of `contacts` that a result is made of. */
export interface ContactRow {
  id: string
  name: string
  email: string | null
  phone: string | null
  note: string | null
  created_at: number | string
  updated_at: number | string
}

/** The columns of a ContactRow. */
export const contactColumns = ['id', 'name', 'email', 'phone', 'note', 'created_at', 'updated_at']

/** A card as callers see it; empty fields are absent. */
export function contactOf({ id, name, email, phone, note, created_at, updated_at }: ContactRow): Contact {
  return {
    id,
    name,
    ...(email === null ? {} : { email }),
    ...(phone === null ? {} : { phone }),
    ...(note === null ? {} : { note }),
    created: iso(created_at),
    updated: iso(updated_at),
  }
}
