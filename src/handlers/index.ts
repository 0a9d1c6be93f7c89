import type { Handlers } from '../runtime/calls/pipeline.ts'
import { blog } from './blog/blog.ts'
import { bookmarks } from './bookmarks/bookmarks.ts'
import { contacts } from './contacts/contacts.ts'
import { docs } from './docs/docs.ts'
import { notes } from './notes.ts'
import { payments } from './payments.ts'
import { tasks } from './tasks/tasks.ts'
import { url } from './url/url.ts'

/** The families that this server serves. A family that stands here without one of its methods does not compile. */
export const handlers: Handlers = { blog, bookmarks, contacts, docs, notes, payments, tasks, url }
