// Written by `npm run generate` from spec/. Do not edit.
import type { Handler } from './handlers.ts'
import type { OperationId } from './operations.ts'

/** Loads the file that serves an operation. */
export const methods = {
  'payments.topup': () => import('#handlers/payments/methods/topup.ts'),
  'agent.ask': () => import('#handlers/agent/methods/ask.ts'),
  'agent.ask_named': () => import('#handlers/agent/methods/ask-named.ts'),
  'agent.add': () => import('#handlers/agent/methods/add.ts'),
  'agent.approvals': () => import('#handlers/agent/methods/approvals.ts'),
  'agent.decide': () => import('#handlers/agent/methods/decide.ts'),
  'agent.delete': () => import('#handlers/agent/methods/delete.ts'),
  'agent.list': () => import('#handlers/agent/methods/list.ts'),
  'apps.build': () => import('#handlers/apps/methods/build.ts'),
  'apps.builds': () => import('#handlers/apps/methods/builds.ts'),
  'apps.buildstatus': () => import('#handlers/apps/methods/buildstatus.ts'),
  'apps.collection': () => import('#handlers/apps/methods/collection.ts'),
  'apps.create': () => import('#handlers/apps/methods/create.ts'),
  'apps.edit': () => import('#handlers/apps/methods/edit.ts'),
  'apps.embed': () => import('#handlers/apps/methods/embed.ts'),
  'apps.fork': () => import('#handlers/apps/methods/fork.ts'),
  'apps.read': () => import('#handlers/apps/methods/read.ts'),
  'apps.test': () => import('#handlers/apps/methods/test.ts'),
  'archive.list': () => import('#handlers/archive/methods/list.ts'),
  'blog.create': () => import('#handlers/blog/methods/create.ts'),
  'blog.delete': () => import('#handlers/blog/methods/delete.ts'),
  'blog.list': () => import('#handlers/blog/methods/list.ts'),
  'blog.read': () => import('#handlers/blog/methods/read.ts'),
  'blog.update': () => import('#handlers/blog/methods/update.ts'),
  'bookmarks.add': () => import('#handlers/bookmarks/methods/add.ts'),
  'bookmarks.annotate': () => import('#handlers/bookmarks/methods/annotate.ts'),
  'bookmarks.delete': () => import('#handlers/bookmarks/methods/delete.ts'),
  'bookmarks.get': () => import('#handlers/bookmarks/methods/get.ts'),
  'bookmarks.list': () => import('#handlers/bookmarks/methods/list.ts'),
  'browser.read': () => import('#handlers/browser/methods/read.ts'),
  'browser.shot': () => import('#handlers/browser/methods/shot.ts'),
  'calls.list': () => import('#handlers/calls/methods/list.ts'),
  'chat.messages': () => import('#handlers/chat/methods/messages.ts'),
  'chat.rooms': () => import('#handlers/chat/methods/rooms.ts'),
  'chat.send': () => import('#handlers/chat/methods/send.ts'),
  'chat.source': () => import('#handlers/chat/methods/source.ts'),
  'chat.sources': () => import('#handlers/chat/methods/sources.ts'),
  'contacts.add': () => import('#handlers/contacts/methods/add.ts'),
  'contacts.delete': () => import('#handlers/contacts/methods/delete.ts'),
  'contacts.find': () => import('#handlers/contacts/methods/find.ts'),
  'contacts.list': () => import('#handlers/contacts/methods/list.ts'),
  'docs.delete': () => import('#handlers/docs/methods/delete.ts'),
  'docs.list': () => import('#handlers/docs/methods/list.ts'),
  'docs.read': () => import('#handlers/docs/methods/read.ts'),
  'docs.write': () => import('#handlers/docs/methods/write.ts'),
  'events.create': () => import('#handlers/events/methods/create.ts'),
  'events.delete': () => import('#handlers/events/methods/delete.ts'),
  'events.free': () => import('#handlers/events/methods/free.ts'),
  'events.list': () => import('#handlers/events/methods/list.ts'),
  'events.read': () => import('#handlers/events/methods/read.ts'),
  'events.update': () => import('#handlers/events/methods/update.ts'),
  'files.delete': () => import('#handlers/files/methods/delete.ts'),
  'files.driveread': () => import('#handlers/files/methods/driveread.ts'),
  'files.drivesearch': () => import('#handlers/files/methods/drivesearch.ts'),
  'files.get': () => import('#handlers/files/methods/get.ts'),
  'files.list': () => import('#handlers/files/methods/list.ts'),
  'files.put': () => import('#handlers/files/methods/put.ts'),
  'files.share': () => import('#handlers/files/methods/share.ts'),
  'flights.airport': () => import('#handlers/flights/methods/airport.ts'),
  'flights.overhead': () => import('#handlers/flights/methods/overhead.ts'),
  'flights.status': () => import('#handlers/flights/methods/status.ts'),
  'flights.track': () => import('#handlers/flights/methods/track.ts'),
  'food.hygiene': () => import('#handlers/food/methods/hygiene.ts'),
  'food.product': () => import('#handlers/food/methods/product.ts'),
  'groups.create': () => import('#handlers/groups/methods/create.ts'),
  'groups.list': () => import('#handlers/groups/methods/list.ts'),
  'groups.read': () => import('#handlers/groups/methods/read.ts'),
  'groups.update': () => import('#handlers/groups/methods/update.ts'),
  'hazards.alerts': () => import('#handlers/hazards/methods/alerts.ts'),
  'hazards.floods': () => import('#handlers/hazards/methods/floods.ts'),
  'hazards.quakes': () => import('#handlers/hazards/methods/quakes.ts'),
  'images.daily': () => import('#handlers/images/methods/daily.ts'),
  'images.delete': () => import('#handlers/images/methods/delete.ts'),
  'images.generate': () => import('#handlers/images/methods/generate.ts'),
  'images.get': () => import('#handlers/images/methods/get.ts'),
  'images.list': () => import('#handlers/images/methods/list.ts'),
  'images.share': () => import('#handlers/images/methods/share.ts'),
  'images.update': () => import('#handlers/images/methods/update.ts'),
  'images.upload': () => import('#handlers/images/methods/upload.ts'),
  'islam.read': () => import('#handlers/islam/methods/read.ts'),
  'mail.inbox': () => import('#handlers/mail/methods/inbox.ts'),
  'mail.info': () => import('#handlers/mail/methods/info.ts'),
  'mail.markread': () => import('#handlers/mail/methods/markread.ts'),
  'mail.read': () => import('#handlers/mail/methods/read.ts'),
  'mail.send': () => import('#handlers/mail/methods/send.ts'),
  'mail.source': () => import('#handlers/mail/methods/source.ts'),
  'mail.sources': () => import('#handlers/mail/methods/sources.ts'),
  'mail.webmailread': () => import('#handlers/mail/methods/webmailread.ts'),
  'mail.webmailsearch': () => import('#handlers/mail/methods/webmailsearch.ts'),
  'maps.area': () => import('#handlers/maps/methods/area.ts'),
  'maps.tile': () => import('#handlers/maps/methods/tile.ts'),
  'markets.convert': () => import('#handlers/markets/methods/convert.ts'),
  'markets.history': () => import('#handlers/markets/methods/history.ts'),
  'markets.list': () => import('#handlers/markets/methods/list.ts'),
  'markets.quote': () => import('#handlers/markets/methods/quote.ts'),
  'news.headlines': () => import('#handlers/news/methods/headlines.ts'),
  'news.list': () => import('#handlers/news/methods/list.ts'),
  'news.read': () => import('#handlers/news/methods/read.ts'),
  'notes.add': () => import('#handlers/notes/methods/add.ts'),
  'notes.delete': () => import('#handlers/notes/methods/delete.ts'),
  'notes.get': () => import('#handlers/notes/methods/get.ts'),
  'notes.list': () => import('#handlers/notes/methods/list.ts'),
  'notify.devices': () => import('#handlers/notify/methods/devices.ts'),
  'notify.send': () => import('#handlers/notify/methods/send.ts'),
  'places.address': () => import('#handlers/places/methods/address.ts'),
  'places.elevation': () => import('#handlers/places/methods/elevation.ts'),
  'places.geocode': () => import('#handlers/places/methods/geocode.ts'),
  'places.nearby': () => import('#handlers/places/methods/nearby.ts'),
  'prayer.qibla': () => import('#handlers/prayer/methods/qibla.ts'),
  'prayer.reflection': () => import('#handlers/prayer/methods/reflection.ts'),
  'prayer.saying': () => import('#handlers/prayer/methods/saying.ts'),
  'prayer.times': () => import('#handlers/prayer/methods/times.ts'),
  'prayer.verse': () => import('#handlers/prayer/methods/verse.ts'),
  'recall.conversation': () => import('#handlers/recall/methods/conversation.ts'),
  'recall.list': () => import('#handlers/recall/methods/list.ts'),
  'routes.directions': () => import('#handlers/routes/methods/directions.ts'),
  'routes.eta': () => import('#handlers/routes/methods/eta.ts'),
  'routes.nearest': () => import('#handlers/routes/methods/nearest.ts'),
  'shell.run': () => import('#handlers/shell/methods/run.ts'),
  'shell.write': () => import('#handlers/shell/methods/write.ts'),
  'sms.history': () => import('#handlers/sms/methods/history.ts'),
  'sms.number': () => import('#handlers/sms/methods/number.ts'),
  'sms.send': () => import('#handlers/sms/methods/send.ts'),
  'sms.source': () => import('#handlers/sms/methods/source.ts'),
  'sms.sources': () => import('#handlers/sms/methods/sources.ts'),
  'sms.verify': () => import('#handlers/sms/methods/verify.ts'),
  'social.list': () => import('#handlers/social/methods/list.ts'),
  'stream.list': () => import('#handlers/stream/methods/list.ts'),
  'tasks.create': () => import('#handlers/tasks/methods/create.ts'),
  'tasks.delete': () => import('#handlers/tasks/methods/delete.ts'),
  'tasks.list': () => import('#handlers/tasks/methods/list.ts'),
  'tasks.next': () => import('#handlers/tasks/methods/next.ts'),
  'tasks.read': () => import('#handlers/tasks/methods/read.ts'),
  'tasks.update': () => import('#handlers/tasks/methods/update.ts'),
  'text.classify': () => import('#handlers/text/methods/classify.ts'),
  'text.extract': () => import('#handlers/text/methods/extract.ts'),
  'text.summarise': () => import('#handlers/text/methods/summarise.ts'),
  'text.translate': () => import('#handlers/text/methods/translate.ts'),
  'inbox.read': () => import('#handlers/inbox/methods/read.ts'),
  'inbox.mark': () => import('#handlers/inbox/methods/mark.ts'),
  'url.create': () => import('#handlers/url/methods/create.ts'),
  'url.create_many': () => import('#handlers/url/methods/create-many.ts'),
  'url.delete': () => import('#handlers/url/methods/delete.ts'),
  'url.export': () => import('#handlers/url/methods/export.ts'),
  'url.get': () => import('#handlers/url/methods/get.ts'),
  'url.list': () => import('#handlers/url/methods/list.ts'),
  'url.qr': () => import('#handlers/url/methods/qr.ts'),
  'url.resolve': () => import('#handlers/url/methods/resolve.ts'),
  'url.shorten': () => import('#handlers/url/methods/shorten.ts'),
  'url.stats': () => import('#handlers/url/methods/stats.ts'),
  'url.update': () => import('#handlers/url/methods/update.ts'),
  'work.read': () => import('#handlers/work/methods/read.ts'),
  'work.submit': () => import('#handlers/work/methods/submit.ts'),
} as const satisfies { readonly [Id in OperationId]?: () => Promise<{ readonly default: (deps: never) => Handler<Id> }> }

type Load = typeof methods
type Made<Id extends keyof Load> = Parameters<Awaited<ReturnType<Load[Id]>>['default']>
type DepsOf<Id extends keyof Load> = {
  [Each in Id]: (deps: Made<Each> extends [infer Deps] ? Deps : unknown) => void
}[Id] extends (deps: infer Deps) => void
  ? Deps
  : never

/** What the methods of each family are made with. */
export interface MethodDeps {
  payments: DepsOf<'payments.topup'>
  agent: DepsOf<'agent.ask' | 'agent.ask_named' | 'agent.add' | 'agent.approvals' | 'agent.decide' | 'agent.delete' | 'agent.list'>
  apps: DepsOf<'apps.build' | 'apps.builds' | 'apps.buildstatus' | 'apps.collection' | 'apps.create' | 'apps.edit' | 'apps.embed' | 'apps.fork' | 'apps.read' | 'apps.test'>
  archive: DepsOf<'archive.list'>
  blog: DepsOf<'blog.create' | 'blog.delete' | 'blog.list' | 'blog.read' | 'blog.update'>
  bookmarks: DepsOf<'bookmarks.add' | 'bookmarks.annotate' | 'bookmarks.delete' | 'bookmarks.get' | 'bookmarks.list'>
  browser: DepsOf<'browser.read' | 'browser.shot'>
  calls: DepsOf<'calls.list'>
  chat: DepsOf<'chat.messages' | 'chat.rooms' | 'chat.send' | 'chat.source' | 'chat.sources'>
  contacts: DepsOf<'contacts.add' | 'contacts.delete' | 'contacts.find' | 'contacts.list'>
  docs: DepsOf<'docs.delete' | 'docs.list' | 'docs.read' | 'docs.write'>
  events: DepsOf<'events.create' | 'events.delete' | 'events.free' | 'events.list' | 'events.read' | 'events.update'>
  files: DepsOf<'files.delete' | 'files.driveread' | 'files.drivesearch' | 'files.get' | 'files.list' | 'files.put' | 'files.share'>
  flights: DepsOf<'flights.airport' | 'flights.overhead' | 'flights.status' | 'flights.track'>
  food: DepsOf<'food.hygiene' | 'food.product'>
  groups: DepsOf<'groups.create' | 'groups.list' | 'groups.read' | 'groups.update'>
  hazards: DepsOf<'hazards.alerts' | 'hazards.floods' | 'hazards.quakes'>
  images: DepsOf<'images.daily' | 'images.delete' | 'images.generate' | 'images.get' | 'images.list' | 'images.share' | 'images.update' | 'images.upload'>
  islam: DepsOf<'islam.read'>
  mail: DepsOf<'mail.inbox' | 'mail.info' | 'mail.markread' | 'mail.read' | 'mail.send' | 'mail.source' | 'mail.sources' | 'mail.webmailread' | 'mail.webmailsearch'>
  maps: DepsOf<'maps.area' | 'maps.tile'>
  markets: DepsOf<'markets.convert' | 'markets.history' | 'markets.list' | 'markets.quote'>
  news: DepsOf<'news.headlines' | 'news.list' | 'news.read'>
  notes: DepsOf<'notes.add' | 'notes.delete' | 'notes.get' | 'notes.list'>
  notify: DepsOf<'notify.devices' | 'notify.send'>
  places: DepsOf<'places.address' | 'places.elevation' | 'places.geocode' | 'places.nearby'>
  prayer: DepsOf<'prayer.qibla' | 'prayer.reflection' | 'prayer.saying' | 'prayer.times' | 'prayer.verse'>
  recall: DepsOf<'recall.conversation' | 'recall.list'>
  routes: DepsOf<'routes.directions' | 'routes.eta' | 'routes.nearest'>
  shell: DepsOf<'shell.run' | 'shell.write'>
  sms: DepsOf<'sms.history' | 'sms.number' | 'sms.send' | 'sms.source' | 'sms.sources' | 'sms.verify'>
  social: DepsOf<'social.list'>
  stream: DepsOf<'stream.list'>
  tasks: DepsOf<'tasks.create' | 'tasks.delete' | 'tasks.list' | 'tasks.next' | 'tasks.read' | 'tasks.update'>
  text: DepsOf<'text.classify' | 'text.extract' | 'text.summarise' | 'text.translate'>
  inbox: DepsOf<'inbox.read' | 'inbox.mark'>
  url: DepsOf<'url.create' | 'url.create_many' | 'url.delete' | 'url.export' | 'url.get' | 'url.list' | 'url.qr' | 'url.resolve' | 'url.shorten' | 'url.stats' | 'url.update'>
  work: DepsOf<'work.read' | 'work.submit'>
}
