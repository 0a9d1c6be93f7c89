import * as auth from '../framework/services/auth/migrations/0014-auth.ts'
import * as events from '../framework/services/events/migrations/0016-events.ts'
import * as runtime from '../framework/services/runtime/migrations/0017-runtime.ts'
import * as kv from '../framework/services/store/migrations/0015-kv.ts'
import * as blog from '../handlers/blog/migrations/0008-blog.ts'
import * as bookmarks from '../handlers/bookmarks/migrations/0007-bookmarks.ts'
import * as contacts from '../handlers/contacts/migrations/0004-contacts.ts'
import * as docs from '../handlers/docs/migrations/0005-docs.ts'
import * as notes from '../handlers/notes/migrations/0003-notes.ts'
import * as tasks from '../handlers/tasks/migrations/0006-tasks.ts'
import * as links from '../handlers/url/migrations/0013-links.ts'
import * as linkVisits from '../handlers/url/migrations/0018-link-visits.ts'
import * as identity from '../runtime/accounts/migrations/0001-identity.ts'
import * as sessions from '../runtime/accounts/migrations/0011-sessions.ts'
import * as limits from '../runtime/limits/migrations/0012-limits.ts'
import * as ledger from '../runtime/money/migrations/0009-ledger.ts'
import * as payments from '../runtime/money/migrations/0010-payments.ts'
import * as search from '../runtime/search/migrations/0002-search.ts'
import type { Migration } from '../runtime/store/types.ts'

/** Every step of the schema, oldest first. Steps are only ever added at the end. */
export const migrations: readonly Migration[] = [
  { name: '0001-identity', up: identity.up },
  { name: '0002-search', up: search.up },
  { name: '0003-notes', up: notes.up },
  { name: '0004-contacts', up: contacts.up },
  { name: '0005-docs', up: docs.up },
  { name: '0006-tasks', up: tasks.up },
  { name: '0007-bookmarks', up: bookmarks.up },
  { name: '0008-blog', up: blog.up },
  { name: '0009-ledger', up: ledger.up },
  { name: '0010-payments', up: payments.up },
  { name: '0011-sessions', up: sessions.up },
  { name: '0012-limits', up: limits.up },
  { name: '0013-links', up: links.up },
  { name: '0014-auth', up: auth.up },
  { name: '0015-kv', up: kv.up },
  { name: '0016-events', up: events.up },
  { name: '0017-runtime', up: runtime.up },
  { name: '0018-link-visits', up: linkVisits.up },
]
