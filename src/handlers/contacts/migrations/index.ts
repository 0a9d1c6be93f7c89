import type { Migration } from '#runtime/store/types.ts'
import * as contacts from './20261121-04-contacts.ts'
import * as contactsSearch from './20261122-16-contacts-search.ts'

/** Oldest first. */
export const migrations: readonly Migration[] = [
  { name: '0004-contacts', up: contacts.up },
  { name: '0041-contacts-search', up: contactsSearch.up },
]
