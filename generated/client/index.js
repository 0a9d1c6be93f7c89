// Written by `npm run generate` from spec/. Do not edit.
import { buildClient } from './runtime/client.js'
import { download } from './runtime/download.js'
import { follow, progress } from './runtime/streams.js'

export { OnedoorError } from './runtime/errors.js'

export const payments = {
  topup: { verb: 'POST', path: '/account/topup', retry: 'unsafe', bare: true },
}

export const agent = {
  ask: { verb: 'POST', path: '/agent', retry: 'unsafe', bare: true, events: progress },
  ask_named: { verb: 'POST', path: '/agent/{name}', retry: 'unsafe', bare: true, events: progress },
  add: { verb: 'POST', path: '/api/v1/agent/add', retry: 'idempotent' },
  approvals: { verb: 'GET', path: '/api/v1/agent/approvals', retry: 'safe', paging: { argument: 'offset', next: 'next_offset' } },
  decide: { verb: 'POST', path: '/api/v1/agent/decide', retry: 'idempotent' },
  delete: { verb: 'POST', path: '/api/v1/agent/delete', retry: 'idempotent' },
  list: { verb: 'GET', path: '/api/v1/agent/list', retry: 'safe' },
}

export const apps = {
  build: { verb: 'POST', path: '/api/v1/apps/build', retry: 'idempotent', metered: true },
  builds: { verb: 'GET', path: '/api/v1/apps/builds', retry: 'safe' },
  buildstatus: { verb: 'GET', path: '/api/v1/apps/buildstatus', retry: 'safe' },
  collection: { verb: 'GET', path: '/api/v1/apps/collection', retry: 'safe' },
  create: { verb: 'POST', path: '/api/v1/apps/create', retry: 'unsafe' },
  edit: { verb: 'POST', path: '/api/v1/apps/edit', retry: 'idempotent', metered: true },
  embed: { verb: 'GET', path: '/api/v1/apps/embed', retry: 'safe' },
  fork: { verb: 'POST', path: '/api/v1/apps/fork', retry: 'unsafe' },
  read: { verb: 'GET', path: '/api/v1/apps/read', retry: 'safe' },
  test: { verb: 'POST', path: '/api/v1/apps/test', retry: 'safe' },
}

export const archive = {
  list: { verb: 'GET', path: '/api/v1/archive/list', retry: 'safe', paging: { argument: 'cursor', next: 'next_cursor' } },
}

export const blog = {
  create: { verb: 'POST', path: '/api/v1/blog/create', retry: 'unsafe' },
  delete: { verb: 'POST', path: '/api/v1/blog/delete', retry: 'idempotent' },
  list: { verb: 'GET', path: '/api/v1/blog/list', retry: 'safe', paging: { argument: 'cursor', next: 'next_cursor' } },
  read: { verb: 'GET', path: '/api/v1/blog/read', retry: 'safe' },
  update: { verb: 'POST', path: '/api/v1/blog/update', retry: 'idempotent' },
}

export const bookmarks = {
  add: { verb: 'POST', path: '/api/v1/bookmarks/add', retry: 'idempotent' },
  annotate: { verb: 'POST', path: '/api/v1/bookmarks/annotate', retry: 'idempotent' },
  delete: { verb: 'POST', path: '/api/v1/bookmarks/delete', retry: 'idempotent' },
  get: { verb: 'GET', path: '/api/v1/bookmarks/get', retry: 'safe' },
  list: { verb: 'POST', path: '/api/v1/bookmarks/list', retry: 'safe', paging: { argument: 'cursor', next: 'next_cursor' } },
}

export const browser = {
  read: { verb: 'GET', path: '/api/v1/browser/read', retry: 'safe', metered: true },
  shot: { verb: 'GET', path: '/api/v1/browser/shot', retry: 'safe', metered: true },
  download: { verb: 'GET', path: '/browser/shot/{id}.png', retry: 'safe', call: download },
}

export const calls = {
  list: { verb: 'GET', path: '/api/v1/calls/list', retry: 'safe', paging: { argument: 'cursor', next: 'next_cursor' } },
}

export const chat = {
  messages: { verb: 'GET', path: '/api/v1/chat/messages', retry: 'safe' },
  rooms: { verb: 'GET', path: '/api/v1/chat/rooms', retry: 'safe', paging: { argument: 'cursor', next: 'next_cursor' } },
  send: { verb: 'POST', path: '/api/v1/chat/send', retry: 'unsafe' },
  source: { verb: 'GET', path: '/api/v1/chat/source', retry: 'safe' },
  sources: { verb: 'GET', path: '/api/v1/chat/sources', retry: 'safe', paging: { argument: 'cursor', next: 'next_cursor' } },
  stream: { verb: 'GET', path: '/chat/stream', retry: 'safe', call: follow },
}

export const contacts = {
  add: { verb: 'POST', path: '/api/v1/contacts/add', retry: 'idempotent' },
  delete: { verb: 'POST', path: '/api/v1/contacts/delete', retry: 'idempotent' },
  find: { verb: 'POST', path: '/api/v1/contacts/find', retry: 'safe' },
  list: { verb: 'GET', path: '/api/v1/contacts/list', retry: 'safe' },
}

export const docs = {
  delete: { verb: 'POST', path: '/api/v1/docs/delete', retry: 'idempotent' },
  list: { verb: 'POST', path: '/api/v1/docs/list', retry: 'safe', paging: { argument: 'cursor', next: 'next_cursor' } },
  read: { verb: 'GET', path: '/api/v1/docs/read', retry: 'safe' },
  write: { verb: 'POST', path: '/api/v1/docs/write', retry: 'unsafe' },
}

export const events = {
  create: { verb: 'POST', path: '/api/v1/events/create', retry: 'unsafe' },
  delete: { verb: 'POST', path: '/api/v1/events/delete', retry: 'idempotent' },
  free: { verb: 'GET', path: '/api/v1/events/free', retry: 'safe' },
  list: { verb: 'GET', path: '/api/v1/events/list', retry: 'safe', paging: { argument: 'offset', next: 'next_offset' } },
  read: { verb: 'GET', path: '/api/v1/events/read', retry: 'safe' },
  update: { verb: 'POST', path: '/api/v1/events/update', retry: 'idempotent' },
}

export const files = {
  delete: { verb: 'POST', path: '/api/v1/files/delete', retry: 'idempotent' },
  driveread: { verb: 'GET', path: '/api/v1/files/driveread', retry: 'safe' },
  drivesearch: { verb: 'POST', path: '/api/v1/files/drivesearch', retry: 'safe', paging: { argument: 'cursor', next: 'next_cursor' } },
  get: { verb: 'GET', path: '/api/v1/files/get', retry: 'safe' },
  list: { verb: 'GET', path: '/api/v1/files/list', retry: 'safe' },
  put: { verb: 'POST', path: '/api/v1/files/put', retry: 'unsafe', bytes: { content: { encoding: 'base64' } } },
  share: { verb: 'POST', path: '/api/v1/files/share', retry: 'idempotent' },
  download: { verb: 'GET', path: '/files/{id}', retry: 'safe', call: download },
}

export const flights = {
  airport: { verb: 'GET', path: '/api/v1/flights/airport', retry: 'safe' },
  overhead: { verb: 'GET', path: '/api/v1/flights/overhead', retry: 'safe' },
  status: { verb: 'GET', path: '/api/v1/flights/status', retry: 'safe', metered: true },
  track: { verb: 'GET', path: '/api/v1/flights/track', retry: 'safe' },
}

export const food = {
  hygiene: { verb: 'GET', path: '/api/v1/food/hygiene', retry: 'safe' },
  product: { verb: 'GET', path: '/api/v1/food/product', retry: 'safe' },
}

export const groups = {
  create: { verb: 'POST', path: '/api/v1/groups/create', retry: 'unsafe' },
  list: { verb: 'GET', path: '/api/v1/groups/list', retry: 'safe' },
  read: { verb: 'GET', path: '/api/v1/groups/read', retry: 'safe' },
  update: { verb: 'POST', path: '/api/v1/groups/update', retry: 'idempotent' },
}

export const hazards = {
  alerts: { verb: 'GET', path: '/api/v1/hazards/alerts', retry: 'safe' },
  floods: { verb: 'GET', path: '/api/v1/hazards/floods', retry: 'safe' },
  quakes: { verb: 'GET', path: '/api/v1/hazards/quakes', retry: 'safe' },
}

export const images = {
  daily: { verb: 'GET', path: '/api/v1/images/daily', retry: 'safe' },
  delete: { verb: 'POST', path: '/api/v1/images/delete', retry: 'idempotent' },
  generate: { verb: 'POST', path: '/api/v1/images/generate', retry: 'unsafe', metered: true },
  get: { verb: 'GET', path: '/api/v1/images/get', retry: 'safe' },
  list: { verb: 'GET', path: '/api/v1/images/list', retry: 'safe', paging: { argument: 'cursor', next: 'next_cursor' } },
  share: { verb: 'POST', path: '/api/v1/images/share', retry: 'idempotent' },
  update: { verb: 'POST', path: '/api/v1/images/update', retry: 'idempotent' },
  upload: { verb: 'POST', path: '/api/v1/images/upload', retry: 'unsafe', bytes: { data: {} } },
  download: { verb: 'GET', path: '/images/{id}', retry: 'safe', call: download },
}

export const islam = {
  read: { verb: 'GET', path: '/api/v1/islam/read', retry: 'safe' },
}

export const mail = {
  inbox: { verb: 'GET', path: '/api/v1/mail/inbox', retry: 'safe', paging: { argument: 'offset', next: 'next_offset' } },
  info: { verb: 'GET', path: '/api/v1/mail/info', retry: 'safe' },
  markread: { verb: 'POST', path: '/api/v1/mail/markread', retry: 'idempotent' },
  read: { verb: 'GET', path: '/api/v1/mail/read', retry: 'safe' },
  send: { verb: 'POST', path: '/api/v1/mail/send', retry: 'unsafe' },
  source: { verb: 'GET', path: '/api/v1/mail/source', retry: 'safe' },
  sources: { verb: 'GET', path: '/api/v1/mail/sources', retry: 'safe', paging: { argument: 'offset', next: 'next_offset' } },
  webmailread: { verb: 'GET', path: '/api/v1/mail/webmailread', retry: 'safe' },
  webmailsearch: { verb: 'POST', path: '/api/v1/mail/webmailsearch', retry: 'safe', paging: { argument: 'cursor', next: 'next_cursor' } },
}

export const maps = {
  area: { verb: 'GET', path: '/api/v1/maps/area', retry: 'safe' },
  tile: { verb: 'GET', path: '/api/v1/maps/tile', retry: 'safe' },
}

export const markets = {
  convert: { verb: 'GET', path: '/api/v1/markets/convert', retry: 'safe' },
  history: { verb: 'GET', path: '/api/v1/markets/history', retry: 'safe', paging: { argument: 'offset', next: 'next_offset' } },
  list: { verb: 'GET', path: '/api/v1/markets/list', retry: 'safe', paging: { argument: 'offset', next: 'next_offset' } },
  quote: { verb: 'GET', path: '/api/v1/markets/quote', retry: 'safe' },
}

export const news = {
  headlines: { verb: 'GET', path: '/api/v1/news/headlines', retry: 'safe' },
  list: { verb: 'GET', path: '/api/v1/news/list', retry: 'safe', paging: { argument: 'offset', next: 'next_offset' } },
  read: { verb: 'GET', path: '/api/v1/news/read', retry: 'safe' },
}

export const notes = {
  add: { verb: 'POST', path: '/api/v1/notes/add', retry: 'idempotent' },
  delete: { verb: 'POST', path: '/api/v1/notes/delete', retry: 'idempotent' },
  get: { verb: 'GET', path: '/api/v1/notes/get', retry: 'safe' },
  list: { verb: 'GET', path: '/api/v1/notes/list', retry: 'safe' },
}

export const notify = {
  devices: { verb: 'GET', path: '/api/v1/notify/devices', retry: 'safe' },
  send: { verb: 'POST', path: '/api/v1/notify/send', retry: 'unsafe' },
  stream: { verb: 'GET', path: '/notify/stream', retry: 'safe', call: follow },
}

export const places = {
  address: { verb: 'GET', path: '/api/v1/places/address', retry: 'safe' },
  elevation: { verb: 'GET', path: '/api/v1/places/elevation', retry: 'safe' },
  geocode: { verb: 'GET', path: '/api/v1/places/geocode', retry: 'safe' },
  nearby: { verb: 'GET', path: '/api/v1/places/nearby', retry: 'safe', metered: true },
}

export const prayer = {
  qibla: { verb: 'GET', path: '/api/v1/prayer/qibla', retry: 'safe' },
  reflection: { verb: 'GET', path: '/api/v1/prayer/reflection', retry: 'safe' },
  saying: { verb: 'GET', path: '/api/v1/prayer/saying', retry: 'safe' },
  times: { verb: 'GET', path: '/api/v1/prayer/times', retry: 'safe' },
  verse: { verb: 'GET', path: '/api/v1/prayer/verse', retry: 'safe' },
}

export const recall = {
  conversation: { verb: 'GET', path: '/api/v1/recall/conversation', retry: 'safe', paging: { argument: 'cursor', next: 'next_cursor', list: 'messages' } },
  list: { verb: 'GET', path: '/api/v1/recall/list', retry: 'safe', paging: { argument: 'cursor', next: 'next_cursor' } },
}

export const routes = {
  directions: { verb: 'GET', path: '/api/v1/routes/directions', retry: 'safe', metered: true },
  eta: { verb: 'GET', path: '/api/v1/routes/eta', retry: 'safe', metered: true },
  nearest: { verb: 'GET', path: '/api/v1/routes/nearest', retry: 'safe', metered: true },
}

export const shell = {
  run: { verb: 'POST', path: '/api/v1/shell/run', retry: 'unsafe', metered: true },
  write: { verb: 'POST', path: '/api/v1/shell/write', retry: 'idempotent' },
}

export const sms = {
  history: { verb: 'GET', path: '/api/v1/sms/history', retry: 'safe', paging: { argument: 'cursor', next: 'next_cursor' } },
  number: { verb: 'GET', path: '/api/v1/sms/number', retry: 'safe' },
  send: { verb: 'POST', path: '/api/v1/sms/send', retry: 'unsafe' },
  source: { verb: 'GET', path: '/api/v1/sms/source', retry: 'safe' },
  sources: { verb: 'GET', path: '/api/v1/sms/sources', retry: 'safe', paging: { argument: 'cursor', next: 'next_cursor' } },
  verify: { verb: 'POST', path: '/api/v1/sms/verify', retry: 'unsafe' },
}

export const social = {
  list: { verb: 'GET', path: '/api/v1/social/list', retry: 'safe', paging: { argument: 'cursor', next: 'next_cursor' } },
}

export const stream = {
  list: { verb: 'GET', path: '/api/v1/stream/list', retry: 'safe', paging: { argument: 'cursor', next: 'next_cursor' } },
}

export const tasks = {
  create: { verb: 'POST', path: '/api/v1/tasks/create', retry: 'unsafe' },
  delete: { verb: 'POST', path: '/api/v1/tasks/delete', retry: 'idempotent' },
  list: { verb: 'GET', path: '/api/v1/tasks/list', retry: 'safe', paging: { argument: 'cursor', next: 'next_cursor' } },
  next: { verb: 'GET', path: '/api/v1/tasks/next', retry: 'safe' },
  read: { verb: 'GET', path: '/api/v1/tasks/read', retry: 'safe' },
  update: { verb: 'POST', path: '/api/v1/tasks/update', retry: 'idempotent' },
}

export const text = {
  classify: { verb: 'POST', path: '/api/v1/text/classify', retry: 'safe', metered: true },
  extract: { verb: 'POST', path: '/api/v1/text/extract', retry: 'safe', metered: true },
  summarise: { verb: 'POST', path: '/api/v1/text/summarise', retry: 'safe', metered: true },
  translate: { verb: 'POST', path: '/api/v1/text/translate', retry: 'safe', metered: true },
}

export const inbox = {
  read: { verb: 'GET', path: '/inbox', retry: 'safe', bare: true, paging: { argument: 'offset', next: 'next_offset' } },
  mark: { verb: 'POST', path: '/inbox', retry: 'idempotent', bare: true },
}

export const url = {
  create: { verb: 'POST', path: '/v1/url/Create', retry: 'unsafe', metered: true, bare: true },
  create_many: { verb: 'POST', path: '/v1/url/CreateMany', retry: 'unsafe', metered: true, bare: true },
  delete: { verb: 'POST', path: '/v1/url/Delete', retry: 'idempotent', metered: true, bare: true },
  export: { verb: 'POST', path: '/v1/url/Export', retry: 'safe', metered: true, bare: true },
  get: { verb: 'POST', path: '/v1/url/Get', retry: 'safe', metered: true, bare: true },
  list: { verb: 'POST', path: '/v1/url/List', retry: 'safe', metered: true, bare: true, paging: { argument: 'cursor', next: 'nextCursor', list: 'urlPairs' } },
  qr: { verb: 'POST', path: '/v1/url/Qr', retry: 'safe', metered: true, bare: true },
  resolve: { verb: 'POST', path: '/v1/url/Resolve', retry: 'safe', metered: true, bare: true },
  shorten: { verb: 'POST', path: '/v1/url/Shorten', retry: 'unsafe', metered: true, bare: true },
  stats: { verb: 'POST', path: '/v1/url/Stats', retry: 'safe', metered: true, bare: true },
  update: { verb: 'POST', path: '/v1/url/Update', retry: 'idempotent', metered: true, bare: true },
}

export const work = {
  read: { verb: 'GET', path: '/work', retry: 'safe', bare: true, paging: { argument: 'offset', next: 'next_offset' } },
  submit: { verb: 'POST', path: '/work', retry: 'unsafe', bare: true },
  stream: { verb: 'GET', path: '/work/stream', retry: 'safe', call: follow },
}

export function createClient(options) {
  return buildClient({ payments, agent, apps, archive, blog, bookmarks, browser, calls, chat, contacts, docs, events, files, flights, food, groups, hazards, images, islam, mail, maps, markets, news, notes, notify, places, prayer, recall, routes, shell, sms, social, stream, tasks, text, inbox, url, work }, options)
}

export function clientOf(families, options) {
  return buildClient(families, options)
}
