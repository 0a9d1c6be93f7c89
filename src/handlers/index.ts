import type { Handlers } from '../runtime/calls/pipeline.ts'
import { bookmarks } from './bookmarks/bookmarks.ts'
import { contacts } from './contacts/contacts.ts'
import { notes } from './notes.ts'

/** The families that this server serves. A family that stands here without one of its methods does not compile. */
export const handlers: Handlers = { bookmarks, contacts, notes }
