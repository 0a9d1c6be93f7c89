// Written by `npm run generate` from spec/. Do not edit.
import type { Context } from '#runtime/calls/context.ts'
import type { StreamedResult } from '#runtime/calls/streamed.ts'
import type { operations } from './types.ts'
import type { OperationId } from './operations.ts'

type Simplify<T> = { [Key in keyof T]: T[Key] } & {}
type Given<T> = [NonNullable<T>] extends [never] ? unknown : NonNullable<T>
type QueryOf<Id extends OperationId> = Given<operations[Id]['parameters']['query']>
type PathOf<Id extends OperationId> = Given<operations[Id]['parameters']['path']>
type BodyOf<Id extends OperationId> = operations[Id] extends {
  requestBody?: { content: { 'application/json': infer Body } }
}
  ? Body
  : unknown

type AnswerOf<Id extends OperationId> = operations[Id]['responses'] extends {
  200: { content: { 'application/json': infer Body } }
}
  ? Body
  : never

/** The arguments of an operation as a caller gives them. */
export type CallArgs<Id extends OperationId> = Simplify<QueryOf<Id> & PathOf<Id> & BodyOf<Id>>

type Certain<T, Keys extends PropertyKey> = Simplify<T & Required<Pick<T, Keys & keyof T>>>

/** The arguments of an operation after validation, defaults filled in. */
export type Args<Id extends OperationId> = Id extends keyof DefaultedArguments
  ? Certain<CallArgs<Id>, DefaultedArguments[Id]>
  : CallArgs<Id>

/**
 * What a handler of the operation returns: the `result` if the response has that envelope, otherwise the whole body.
 */
export type Result<Id extends OperationId> = AnswerOf<Id> extends { result: infer Inner } ? Inner : AnswerOf<Id>

type Returned<Id extends OperationId> = Id extends FreeRead ? Result<Id> | StreamedResult<Result<Id>> : Result<Id>

/** What serves an operation. A free read is neither charged nor stored, so its result may be streamed. */
export type Handler<Id extends OperationId> = (
  args: Args<Id>,
  ctx: Context,
) => Promise<Returned<Id>> | Returned<Id>

type OldHandler<Id extends OperationId, Context> = (args: Args<Id>, ctx: Context) => Promise<Result<Id>> | Result<Id>
type ReadHandler<Id extends OperationId, Context> = (
  args: Args<Id>,
  ctx: Context,
) => Promise<Result<Id> | StreamedResult<Result<Id>>> | Result<Id> | StreamedResult<Result<Id>>

/** The reads that cost nothing. */
type FreeRead =
  | 'apps.builds'
  | 'apps.buildstatus'
  | 'apps.collection'
  | 'apps.embed'
  | 'apps.read'
  | 'apps.test'
  | 'archive.list'
  | 'blog.list'
  | 'blog.read'
  | 'bookmarks.get'
  | 'bookmarks.list'
  | 'chat.messages'
  | 'chat.rooms'
  | 'chat.source'
  | 'chat.sources'
  | 'contacts.find'
  | 'contacts.list'
  | 'docs.list'
  | 'docs.read'
  | 'events.free'
  | 'events.list'
  | 'events.read'
  | 'files.driveread'
  | 'files.drivesearch'
  | 'files.get'
  | 'files.list'
  | 'flights.airport'
  | 'flights.overhead'
  | 'flights.track'
  | 'food.hygiene'
  | 'food.product'
  | 'groups.list'
  | 'groups.read'
  | 'hazards.alerts'
  | 'hazards.floods'
  | 'hazards.quakes'
  | 'images.daily'
  | 'images.get'
  | 'images.list'
  | 'islam.read'
  | 'mail.inbox'
  | 'mail.info'
  | 'mail.read'
  | 'mail.source'
  | 'mail.sources'
  | 'mail.webmailread'
  | 'mail.webmailsearch'
  | 'maps.area'
  | 'maps.tile'
  | 'markets.convert'
  | 'markets.history'
  | 'markets.list'
  | 'markets.quote'
  | 'news.headlines'
  | 'news.list'
  | 'news.read'
  | 'notes.get'
  | 'notes.list'
  | 'notify.devices'
  | 'places.address'
  | 'places.elevation'
  | 'places.geocode'
  | 'prayer.qibla'
  | 'prayer.reflection'
  | 'prayer.saying'
  | 'prayer.times'
  | 'prayer.verse'
  | 'recall.conversation'
  | 'recall.list'
  | 'sms.history'
  | 'sms.number'
  | 'sms.source'
  | 'sms.sources'
  | 'social.list'
  | 'stream.list'
  | 'tasks.list'
  | 'tasks.next'
  | 'tasks.read'
  | 'inbox.read'
  | 'work.read'

/** The arguments of each operation that have a default. */
interface DefaultedArguments {
  'apps.create': 'public' | 'private' | 'price'
  'archive.list': 'limit'
  'blog.create': 'private'
  'bookmarks.list': 'kind' | 'offset' | 'limit'
  'browser.shot': 'full'
  'chat.rooms': 'limit'
  'chat.sources': 'offset' | 'limit'
  'docs.list': 'limit'
  'events.create': 'minutes'
  'events.free': 'minutes' | 'day_start' | 'day_end'
  'events.list': 'offset' | 'limit'
  'files.drivesearch': 'limit'
  'flights.overhead': 'radius'
  'flights.status': 'direction'
  'food.hygiene': 'limit'
  'groups.create': 'encrypted'
  'hazards.alerts': 'level'
  'hazards.floods': 'severe'
  'hazards.quakes': 'min' | 'period'
  'images.list': 'scope' | 'limit'
  'mail.inbox': 'offset' | 'limit'
  'mail.read': 'offset' | 'limit'
  'mail.sources': 'offset' | 'limit'
  'mail.webmailsearch': 'limit'
  'maps.area': 'north' | 'south' | 'east' | 'west' | 'zoom' | 'style'
  'maps.tile': 'z' | 'x' | 'y' | 'style'
  'markets.convert': 'amount'
  'markets.history': 'offset' | 'limit'
  'markets.list': 'offset' | 'limit' | 'category'
  'news.list': 'limit'
  'places.nearby': 'radius'
  'prayer.times': 'tz' | 'method' | 'asr' | 'high_latitude'
  'recall.conversation': 'limit'
  'recall.list': 'limit'
  'routes.directions': 'mode'
  'routes.eta': 'mode'
  'routes.nearest': 'mode'
  'shell.run': 'dir' | 'timeout'
  'sms.history': 'limit'
  'sms.send': 'channel'
  'sms.sources': 'offset' | 'limit'
  'stream.list': 'limit'
  'tasks.create': 'assignee'
  'tasks.list': 'offset' | 'limit'
  'text.summarise': 'style'
  'text.summarise_body': 'style'
  'inbox.read': 'offset' | 'limit'
  'url.create': 'forwardQuery'
  'url.export': 'format' | 'limit' | 'offset'
  'url.qr': 'format' | 'size' | 'margin' | 'errorCorrection'
  'url.stats': 'days'
  'work.read': 'offset' | 'limit'
}

export interface PaymentsHandlers<Context> {
  topup: OldHandler<'payments.topup', Context>
}

export interface AgentHandlers<Context> {
  ask: OldHandler<'agent.ask', Context>
  ask_named: OldHandler<'agent.ask_named', Context>
}

export interface AppsHandlers<Context> {
  build: OldHandler<'apps.build', Context>
  builds: ReadHandler<'apps.builds', Context>
  buildstatus: ReadHandler<'apps.buildstatus', Context>
  collection: ReadHandler<'apps.collection', Context>
  create: OldHandler<'apps.create', Context>
  edit: OldHandler<'apps.edit', Context>
  embed: ReadHandler<'apps.embed', Context>
  fork: OldHandler<'apps.fork', Context>
  read: ReadHandler<'apps.read', Context>
  test: ReadHandler<'apps.test', Context>
}

export interface ArchiveHandlers<Context> {
  list: ReadHandler<'archive.list', Context>
}

export interface BlogHandlers<Context> {
  create: OldHandler<'blog.create', Context>
  delete: OldHandler<'blog.delete', Context>
  list: ReadHandler<'blog.list', Context>
  read: ReadHandler<'blog.read', Context>
  update: OldHandler<'blog.update', Context>
}

export interface BookmarksHandlers<Context> {
  add: OldHandler<'bookmarks.add', Context>
  annotate: OldHandler<'bookmarks.annotate', Context>
  delete: OldHandler<'bookmarks.delete', Context>
  get: ReadHandler<'bookmarks.get', Context>
  list: ReadHandler<'bookmarks.list', Context>
}

export interface BrowserHandlers<Context> {
  read: OldHandler<'browser.read', Context>
  shot: OldHandler<'browser.shot', Context>
}

export interface ChatHandlers<Context> {
  messages: ReadHandler<'chat.messages', Context>
  rooms: ReadHandler<'chat.rooms', Context>
  send: OldHandler<'chat.send', Context>
  source: ReadHandler<'chat.source', Context>
  sources: ReadHandler<'chat.sources', Context>
}

export interface ContactsHandlers<Context> {
  add: OldHandler<'contacts.add', Context>
  delete: OldHandler<'contacts.delete', Context>
  find: ReadHandler<'contacts.find', Context>
  list: ReadHandler<'contacts.list', Context>
}

export interface DocsHandlers<Context> {
  delete: OldHandler<'docs.delete', Context>
  list: ReadHandler<'docs.list', Context>
  read: ReadHandler<'docs.read', Context>
  write: OldHandler<'docs.write', Context>
}

export interface EventsHandlers<Context> {
  create: OldHandler<'events.create', Context>
  delete: OldHandler<'events.delete', Context>
  free: ReadHandler<'events.free', Context>
  list: ReadHandler<'events.list', Context>
  read: ReadHandler<'events.read', Context>
  update: OldHandler<'events.update', Context>
}

export interface FilesHandlers<Context> {
  delete: OldHandler<'files.delete', Context>
  driveread: ReadHandler<'files.driveread', Context>
  drivesearch: ReadHandler<'files.drivesearch', Context>
  get: ReadHandler<'files.get', Context>
  list: ReadHandler<'files.list', Context>
  put: OldHandler<'files.put', Context>
  share: OldHandler<'files.share', Context>
}

export interface FlightsHandlers<Context> {
  airport: ReadHandler<'flights.airport', Context>
  overhead: ReadHandler<'flights.overhead', Context>
  status: OldHandler<'flights.status', Context>
  track: ReadHandler<'flights.track', Context>
}

export interface FoodHandlers<Context> {
  hygiene: ReadHandler<'food.hygiene', Context>
  product: ReadHandler<'food.product', Context>
}

export interface GroupsHandlers<Context> {
  create: OldHandler<'groups.create', Context>
  list: ReadHandler<'groups.list', Context>
  read: ReadHandler<'groups.read', Context>
  update: OldHandler<'groups.update', Context>
}

export interface HazardsHandlers<Context> {
  alerts: ReadHandler<'hazards.alerts', Context>
  floods: ReadHandler<'hazards.floods', Context>
  quakes: ReadHandler<'hazards.quakes', Context>
}

export interface ImagesHandlers<Context> {
  daily: ReadHandler<'images.daily', Context>
  delete: OldHandler<'images.delete', Context>
  generate: OldHandler<'images.generate', Context>
  get: ReadHandler<'images.get', Context>
  list: ReadHandler<'images.list', Context>
  share: OldHandler<'images.share', Context>
  update: OldHandler<'images.update', Context>
  upload: OldHandler<'images.upload', Context>
}

export interface IslamHandlers<Context> {
  read: ReadHandler<'islam.read', Context>
}

export interface MailHandlers<Context> {
  inbox: ReadHandler<'mail.inbox', Context>
  info: ReadHandler<'mail.info', Context>
  markread: OldHandler<'mail.markread', Context>
  read: ReadHandler<'mail.read', Context>
  send: OldHandler<'mail.send', Context>
  source: ReadHandler<'mail.source', Context>
  sources: ReadHandler<'mail.sources', Context>
  webmailread: ReadHandler<'mail.webmailread', Context>
  webmailsearch: ReadHandler<'mail.webmailsearch', Context>
}

export interface MapsHandlers<Context> {
  area: ReadHandler<'maps.area', Context>
  tile: ReadHandler<'maps.tile', Context>
}

export interface MarketsHandlers<Context> {
  convert: ReadHandler<'markets.convert', Context>
  history: ReadHandler<'markets.history', Context>
  list: ReadHandler<'markets.list', Context>
  quote: ReadHandler<'markets.quote', Context>
}

export interface NewsHandlers<Context> {
  headlines: ReadHandler<'news.headlines', Context>
  list: ReadHandler<'news.list', Context>
  read: ReadHandler<'news.read', Context>
}

export interface NotesHandlers<Context> {
  add: OldHandler<'notes.add', Context>
  delete: OldHandler<'notes.delete', Context>
  get: ReadHandler<'notes.get', Context>
  list: ReadHandler<'notes.list', Context>
}

export interface NotifyHandlers<Context> {
  devices: ReadHandler<'notify.devices', Context>
  send: OldHandler<'notify.send', Context>
}

export interface PlacesHandlers<Context> {
  address: ReadHandler<'places.address', Context>
  elevation: ReadHandler<'places.elevation', Context>
  geocode: ReadHandler<'places.geocode', Context>
  nearby: OldHandler<'places.nearby', Context>
}

export interface PrayerHandlers<Context> {
  qibla: ReadHandler<'prayer.qibla', Context>
  reflection: ReadHandler<'prayer.reflection', Context>
  saying: ReadHandler<'prayer.saying', Context>
  times: ReadHandler<'prayer.times', Context>
  verse: ReadHandler<'prayer.verse', Context>
}

export interface RecallHandlers<Context> {
  conversation: ReadHandler<'recall.conversation', Context>
  list: ReadHandler<'recall.list', Context>
}

export interface RoutesHandlers<Context> {
  directions: OldHandler<'routes.directions', Context>
  eta: OldHandler<'routes.eta', Context>
  nearest: OldHandler<'routes.nearest', Context>
}

export interface ShellHandlers<Context> {
  run: OldHandler<'shell.run', Context>
  write: OldHandler<'shell.write', Context>
}

export interface SmsHandlers<Context> {
  history: ReadHandler<'sms.history', Context>
  number: ReadHandler<'sms.number', Context>
  send: OldHandler<'sms.send', Context>
  source: ReadHandler<'sms.source', Context>
  sources: ReadHandler<'sms.sources', Context>
  verify: OldHandler<'sms.verify', Context>
}

export interface SocialHandlers<Context> {
  list: ReadHandler<'social.list', Context>
}

export interface StreamHandlers<Context> {
  list: ReadHandler<'stream.list', Context>
}

export interface TasksHandlers<Context> {
  create: OldHandler<'tasks.create', Context>
  delete: OldHandler<'tasks.delete', Context>
  list: ReadHandler<'tasks.list', Context>
  next: ReadHandler<'tasks.next', Context>
  read: ReadHandler<'tasks.read', Context>
  update: OldHandler<'tasks.update', Context>
}

export interface TextHandlers<Context> {
  classify: OldHandler<'text.classify', Context>
  extract: OldHandler<'text.extract', Context>
  summarise: OldHandler<'text.summarise', Context>
  translate: OldHandler<'text.translate', Context>
}

export interface InboxHandlers<Context> {
  read: ReadHandler<'inbox.read', Context>
  mark: OldHandler<'inbox.mark', Context>
}

export interface UrlHandlers<Context> {
  create: OldHandler<'url.create', Context>
  create_many: OldHandler<'url.create_many', Context>
  delete: OldHandler<'url.delete', Context>
  export: OldHandler<'url.export', Context>
  get: OldHandler<'url.get', Context>
  list: OldHandler<'url.list', Context>
  qr: OldHandler<'url.qr', Context>
  resolve: OldHandler<'url.resolve', Context>
  shorten: OldHandler<'url.shorten', Context>
  stats: OldHandler<'url.stats', Context>
  update: OldHandler<'url.update', Context>
}

export interface WorkHandlers<Context> {
  read: ReadHandler<'work.read', Context>
  submit: OldHandler<'work.submit', Context>
}

/** Every family's handlers, by name. */
export interface FamilyHandlers<Context> {
  payments: PaymentsHandlers<Context>
  agent: AgentHandlers<Context>
  apps: AppsHandlers<Context>
  archive: ArchiveHandlers<Context>
  blog: BlogHandlers<Context>
  bookmarks: BookmarksHandlers<Context>
  browser: BrowserHandlers<Context>
  chat: ChatHandlers<Context>
  contacts: ContactsHandlers<Context>
  docs: DocsHandlers<Context>
  events: EventsHandlers<Context>
  files: FilesHandlers<Context>
  flights: FlightsHandlers<Context>
  food: FoodHandlers<Context>
  groups: GroupsHandlers<Context>
  hazards: HazardsHandlers<Context>
  images: ImagesHandlers<Context>
  islam: IslamHandlers<Context>
  mail: MailHandlers<Context>
  maps: MapsHandlers<Context>
  markets: MarketsHandlers<Context>
  news: NewsHandlers<Context>
  notes: NotesHandlers<Context>
  notify: NotifyHandlers<Context>
  places: PlacesHandlers<Context>
  prayer: PrayerHandlers<Context>
  recall: RecallHandlers<Context>
  routes: RoutesHandlers<Context>
  shell: ShellHandlers<Context>
  sms: SmsHandlers<Context>
  social: SocialHandlers<Context>
  stream: StreamHandlers<Context>
  tasks: TasksHandlers<Context>
  text: TextHandlers<Context>
  inbox: InboxHandlers<Context>
  url: UrlHandlers<Context>
  work: WorkHandlers<Context>
}
