import { agent } from '../handlers/agent/index.ts'
import { apps } from '../handlers/apps/index.ts'
import { archive } from '../handlers/archive/index.ts'
import { blog } from '../handlers/blog/index.ts'
import { bookmarks } from '../handlers/bookmarks/index.ts'
import { browser } from '../handlers/browser/index.ts'
import { calls } from '../handlers/calls/index.ts'
import { chat } from '../handlers/chat/index.ts'
import { contacts } from '../handlers/contacts/index.ts'
import { docs } from '../handlers/docs/index.ts'
import { events } from '../handlers/events/index.ts'
import { files } from '../handlers/files/index.ts'
import { flights } from '../handlers/flights/index.ts'
import { food } from '../handlers/food/index.ts'
import { groups } from '../handlers/groups/index.ts'
import { hazards } from '../handlers/hazards/index.ts'
import { images } from '../handlers/images/index.ts'
import { inbox } from '../handlers/inbox/index.ts'
import { islam } from '../handlers/islam/index.ts'
import { mail } from '../handlers/mail/index.ts'
import { maps } from '../handlers/maps/index.ts'
import { markets } from '../handlers/markets/index.ts'
import { news } from '../handlers/news/index.ts'
import { notes } from '../handlers/notes/index.ts'
import { notify } from '../handlers/notify/index.ts'
import { payments } from '../handlers/payments/index.ts'
import { places } from '../handlers/places/index.ts'
import { prayer } from '../handlers/prayer/index.ts'
import { recall } from '../handlers/recall/index.ts'
import { routes } from '../handlers/routes/index.ts'
import { shell } from '../handlers/shell/index.ts'
import { sms } from '../handlers/sms/index.ts'
import { social } from '../handlers/social/index.ts'
import { stream } from '../handlers/stream/index.ts'
import { tasks } from '../handlers/tasks/index.ts'
import { text } from '../handlers/text/index.ts'
import { url } from '../handlers/url/index.ts'
import { work } from '../handlers/work/index.ts'
import type { AnyFamily } from '../runtime/kit/family.ts'
import type { ProviderDescription } from '../runtime/outbound/description.ts'

/**
 * The families that this server serves.
 */
export const families: readonly AnyFamily[] = [
  agent,
  apps,
  archive,
  blog,
  bookmarks,
  browser,
  calls,
  chat,
  contacts,
  docs,
  events,
  files,
  food,
  flights,
  groups,
  hazards,
  images,
  inbox,
  mail,
  maps,
  islam,
  markets,
  news,
  notes,
  notify,
  payments,
  places,
  prayer,
  recall,
  routes,
  shell,
  sms,
  social,
  stream,
  tasks,
  text,
  url,
  work,
]

/** Their names. */
export const servedFamilies: ReadonlySet<string> = new Set(families.map(({ name }) => name))

/** Whether this server serves the operation. */
export function isServed({ family }: { readonly id: string; readonly family: string }): boolean {
  return servedFamilies.has(family)
}

/** The settings of all families. */
export const familySettings = {
  ...apps.settings,
  ...browser.settings,
  ...chat.settings,
  ...files.settings,
  ...food.settings,
  ...flights.settings,
  ...hazards.settings,
  ...images.settings,
  ...islam.settings,
  ...mail.settings,
  ...maps.settings,
  ...markets.settings,
  ...news.settings,
  ...notify.settings,
  ...places.settings,
  ...prayer.settings,
  ...routes.settings,
  ...shell.settings,
  ...sms.settings,
  ...url.settings,
} as const

/** The providers of a family: its fixed ones, and those that the settings name. */
export function providersOf(family: AnyFamily, settings: object): readonly ProviderDescription[] {
  return [...(family.providers ?? []), ...(family.providersOf?.(settings as never) ?? [])]
}
