import { blog } from '../handlers/blog/blog.ts'
import { bookmarks } from '../handlers/bookmarks/bookmarks.ts'
import { contacts } from '../handlers/contacts/contacts.ts'
import { docs } from '../handlers/docs/docs.ts'
import { notes } from '../handlers/notes/notes.ts'
import { payments } from '../handlers/payments/payments.ts'
import { tasks } from '../handlers/tasks/tasks.ts'
import { linkPages } from '../handlers/url/pages/routes.ts'
import { url } from '../handlers/url/url.ts'
import type { Handlers } from '../runtime/calls/pipeline.ts'
import type { CreateFamilyPages } from '../runtime/calls/site.ts'

/** The families that this server serves. A family that stands here without one of its methods does not compile. */
export const handlers: Handlers = { blog, bookmarks, contacts, docs, notes, payments, tasks, url }

/** What the families add to the settings of an account, in the order of the navigation. */
export const familyPages: readonly CreateFamilyPages[] = [linkPages]
