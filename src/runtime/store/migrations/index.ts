import type { Migration } from '../types.ts'
import * as identity from './0001-identity.ts'
import * as search from './0002-search.ts'
import * as notes from './0003-notes.ts'
import * as contacts from './0004-contacts.ts'
import * as docs from './0005-docs.ts'
import * as tasks from './0006-tasks.ts'
import * as bookmarks from './0007-bookmarks.ts'
import * as blog from './0008-blog.ts'
import * as ledger from './0009-ledger.ts'
import * as payments from './0010-payments.ts'
import * as sessions from './0011-sessions.ts'
import * as limits from './0012-limits.ts'
import * as links from './0013-links.ts'
import * as auth from './0014-auth.ts'
import * as kv from './0015-kv.ts'
import * as events from './0016-events.ts'
import * as runtime from './0017-runtime.ts'
import * as linkVisits from './0018-link-visits.ts'

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
