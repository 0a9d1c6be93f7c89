// Written by `npm run generate` from spec/. Do not edit.
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

export type Handler<Id extends OperationId, Context> = (args: Args<Id>, ctx: Context) => Promise<Result<Id>> | Result<Id>

/** A free read: its result is neither charged nor stored, so it may be streamed. */
export type ReadHandler<Id extends OperationId, Context> = (
  args: Args<Id>,
  ctx: Context,
) => Promise<Result<Id> | StreamedResult<Result<Id>>> | Result<Id> | StreamedResult<Result<Id>>

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
  topup: Handler<'payments.topup', Context>
}

export interface AgentHandlers<Context> {
  ask: Handler<'agent.ask', Context>
  ask_named: Handler<'agent.ask_named', Context>
}

export interface AppsHandlers<Context> {
  build: Handler<'apps.build', Context>
  builds: ReadHandler<'apps.builds', Context>
  buildstatus: ReadHandler<'apps.buildstatus', Context>
  collection: ReadHandler<'apps.collection', Context>
  create: Handler<'apps.create', Context>
  edit: Handler<'apps.edit', Context>
  embed: ReadHandler<'apps.embed', Context>
  fork: Handler<'apps.fork', Context>
  read: ReadHandler<'apps.read', Context>
  test: ReadHandler<'apps.test', Context>
}

export interface ArchiveHandlers<Context> {
  list: ReadHandler<'archive.list', Context>
}

export interface BlogHandlers<Context> {
  create: Handler<'blog.create', Context>
  delete: Handler<'blog.delete', Context>
  list: ReadHandler<'blog.list', Context>
  read: ReadHandler<'blog.read', Context>
  update: Handler<'blog.update', Context>
}

export interface BookmarksHandlers<Context> {
  add: Handler<'bookmarks.add', Context>
  annotate: Handler<'bookmarks.annotate', Context>
  delete: Handler<'bookmarks.delete', Context>
  get: ReadHandler<'bookmarks.get', Context>
  list: ReadHandler<'bookmarks.list', Context>
}

export interface BrowserHandlers<Context> {
  read: Handler<'browser.read', Context>
  shot: Handler<'browser.shot', Context>
}

export interface ChatHandlers<Context> {
  messages: ReadHandler<'chat.messages', Context>
  rooms: ReadHandler<'chat.rooms', Context>
  send: Handler<'chat.send', Context>
  source: ReadHandler<'chat.source', Context>
  sources: ReadHandler<'chat.sources', Context>
}

export interface ContactsHandlers<Context> {
  add: Handler<'contacts.add', Context>
  delete: Handler<'contacts.delete', Context>
  find: ReadHandler<'contacts.find', Context>
  list: ReadHandler<'contacts.list', Context>
}

export interface DocsHandlers<Context> {
  delete: Handler<'docs.delete', Context>
  list: ReadHandler<'docs.list', Context>
  read: ReadHandler<'docs.read', Context>
  write: Handler<'docs.write', Context>
}

export interface EventsHandlers<Context> {
  create: Handler<'events.create', Context>
  delete: Handler<'events.delete', Context>
  free: ReadHandler<'events.free', Context>
  list: ReadHandler<'events.list', Context>
  read: ReadHandler<'events.read', Context>
  update: Handler<'events.update', Context>
}

export interface FilesHandlers<Context> {
  delete: Handler<'files.delete', Context>
  driveread: ReadHandler<'files.driveread', Context>
  drivesearch: ReadHandler<'files.drivesearch', Context>
  get: ReadHandler<'files.get', Context>
  list: ReadHandler<'files.list', Context>
  put: Handler<'files.put', Context>
  share: Handler<'files.share', Context>
}

export interface FlightsHandlers<Context> {
  airport: ReadHandler<'flights.airport', Context>
  overhead: ReadHandler<'flights.overhead', Context>
  status: Handler<'flights.status', Context>
  track: ReadHandler<'flights.track', Context>
}

export interface FoodHandlers<Context> {
  hygiene: ReadHandler<'food.hygiene', Context>
  product: ReadHandler<'food.product', Context>
}

export interface GroupsHandlers<Context> {
  create: Handler<'groups.create', Context>
  list: ReadHandler<'groups.list', Context>
  read: ReadHandler<'groups.read', Context>
  update: Handler<'groups.update', Context>
}

export interface HazardsHandlers<Context> {
  alerts: ReadHandler<'hazards.alerts', Context>
  floods: ReadHandler<'hazards.floods', Context>
  quakes: ReadHandler<'hazards.quakes', Context>
}

export interface ImagesHandlers<Context> {
  daily: ReadHandler<'images.daily', Context>
  delete: Handler<'images.delete', Context>
  generate: Handler<'images.generate', Context>
  get: ReadHandler<'images.get', Context>
  list: ReadHandler<'images.list', Context>
  share: Handler<'images.share', Context>
  update: Handler<'images.update', Context>
  upload: Handler<'images.upload', Context>
}

export interface IslamHandlers<Context> {
  read: ReadHandler<'islam.read', Context>
}

export interface MailHandlers<Context> {
  inbox: ReadHandler<'mail.inbox', Context>
  info: ReadHandler<'mail.info', Context>
  markread: Handler<'mail.markread', Context>
  read: ReadHandler<'mail.read', Context>
  send: Handler<'mail.send', Context>
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
  add: Handler<'notes.add', Context>
  delete: Handler<'notes.delete', Context>
  get: ReadHandler<'notes.get', Context>
  list: ReadHandler<'notes.list', Context>
}

export interface NotifyHandlers<Context> {
  devices: ReadHandler<'notify.devices', Context>
  send: Handler<'notify.send', Context>
}

export interface PlacesHandlers<Context> {
  address: ReadHandler<'places.address', Context>
  elevation: ReadHandler<'places.elevation', Context>
  geocode: ReadHandler<'places.geocode', Context>
  nearby: Handler<'places.nearby', Context>
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
  directions: Handler<'routes.directions', Context>
  eta: Handler<'routes.eta', Context>
  nearest: Handler<'routes.nearest', Context>
}

export interface ShellHandlers<Context> {
  run: Handler<'shell.run', Context>
  write: Handler<'shell.write', Context>
}

export interface SmsHandlers<Context> {
  history: ReadHandler<'sms.history', Context>
  number: ReadHandler<'sms.number', Context>
  send: Handler<'sms.send', Context>
  source: ReadHandler<'sms.source', Context>
  sources: ReadHandler<'sms.sources', Context>
  verify: Handler<'sms.verify', Context>
}

export interface SocialHandlers<Context> {
  list: ReadHandler<'social.list', Context>
}

export interface StreamHandlers<Context> {
  list: ReadHandler<'stream.list', Context>
}

export interface TasksHandlers<Context> {
  create: Handler<'tasks.create', Context>
  delete: Handler<'tasks.delete', Context>
  list: ReadHandler<'tasks.list', Context>
  next: ReadHandler<'tasks.next', Context>
  read: ReadHandler<'tasks.read', Context>
  update: Handler<'tasks.update', Context>
}

export interface TextHandlers<Context> {
  classify: Handler<'text.classify', Context>
  extract: Handler<'text.extract', Context>
  summarise: Handler<'text.summarise', Context>
  translate: Handler<'text.translate', Context>
}

export interface InboxHandlers<Context> {
  read: ReadHandler<'inbox.read', Context>
  mark: Handler<'inbox.mark', Context>
}

export interface UrlHandlers<Context> {
  create: Handler<'url.create', Context>
  create_many: Handler<'url.create_many', Context>
  delete: Handler<'url.delete', Context>
  export: Handler<'url.export', Context>
  get: Handler<'url.get', Context>
  list: Handler<'url.list', Context>
  qr: Handler<'url.qr', Context>
  resolve: Handler<'url.resolve', Context>
  shorten: Handler<'url.shorten', Context>
  stats: Handler<'url.stats', Context>
  update: Handler<'url.update', Context>
}

export interface WorkHandlers<Context> {
  read: ReadHandler<'work.read', Context>
  submit: Handler<'work.submit', Context>
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
