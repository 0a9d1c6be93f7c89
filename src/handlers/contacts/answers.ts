import type { Result } from '#generated/server/handlers.ts'
import { iso } from '../../runtime/base/clock.ts'

type Contact = Result<'contacts.list'>['items'][number]

/** A row of `contacts` as it is answered. */
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

/** A card as callers see it; what it does not have is absent. */
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

/** One order for every machine and database, whatever language they are set to. */
const byName = new Intl.Collator('en', { numeric: true })

/** Cards as an address book shows them: by name, Émile beside Emily; equal names in the order they were made. */
export function addressBook(rows: ContactRow[]): { items: Contact[] } {
  const sorted = rows.toSorted((a, b) => byName.compare(a.name, b.name) || (a.id < b.id ? -1 : 1))
  return { items: sorted.map(contactOf) }
}
