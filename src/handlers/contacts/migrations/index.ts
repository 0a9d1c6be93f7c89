import type { Migration } from '#runtime/store/types.ts'
import * as contacts from './0004-contacts.ts'
import * as contactsSearch from './0041-contacts-search.ts'

/** Oldest first. */
export const migrations: readonly Migration[] = [
  { name: '0004-contacts', up: contacts.up },
  { name: '0041-contacts-search', up: contactsSearch.up },
]
