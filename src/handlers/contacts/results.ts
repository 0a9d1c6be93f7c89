import type { Result } from '#generated/server/handlers.ts'
import { originOf } from '#runtime/kit/origin.ts'
import { iso } from '../../runtime/base/clock.ts'
import type { ContactRow } from './rows.ts'

/** A card as callers see it; empty fields are absent. */
export function contactOf(row: ContactRow): Result<'contacts.list'>['items'][number] {
  const { id, name, email, phone, note, created_at, updated_at } = row
  return {
    id,
    name,
    ...(email === null ? {} : { email }),
    ...(phone === null ? {} : { phone }),
    ...(note === null ? {} : { note }),
    created: iso(created_at),
    updated: iso(updated_at),
    ...originOf(row),
  }
}
