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

type MainArgs<Id extends OperationId> = Id extends keyof AliasArguments
  ? Simplify<Omit<CallArgs<Id>, AliasArguments[Id]>>
  : CallArgs<Id>

/** The arguments of an operation after validation: defaults filled in, aliases replaced by their main names. */
export type Args<Id extends OperationId> = Id extends keyof DefaultedArguments
  ? Certain<MainArgs<Id>, DefaultedArguments[Id]>
  : MainArgs<Id>

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

/** The reads that cost nothing. */
type FreeRead =
  | 'agent.approvals'
  | 'agent.list'
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
  | 'calls.list'
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
  'agent.approvals': 'offset' | 'limit'
  'agent.decide': 'scope'
  'apps.create': 'public' | 'private' | 'price'
  'archive.list': 'limit'
  'blog.create': 'public' | 'private'
  'bookmarks.list': 'kind' | 'offset' | 'limit'
  'browser.shot': 'full'
  'calls.list': 'limit'
  'chat.rooms': 'limit'
  'chat.sources': 'offset' | 'limit'
  'docs.list': 'limit'
  'events.create': 'minutes'
  'events.free': 'minutes' | 'day_start' | 'day_end'
  'events.list': 'offset' | 'limit'
  'files.drivesearch': 'limit'
  'flights.overhead': 'radius_nm'
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
  'news.list': 'limit' | 'offset'
  'places.nearby': 'radius_m'
  'prayer.times': 'tz' | 'method' | 'asr' | 'high_latitude'
  'recall.conversation': 'limit'
  'recall.list': 'limit'
  'routes.directions': 'mode'
  'routes.eta': 'mode'
  'routes.nearest': 'mode'
  'shell.run': 'dir' | 'timeout_s'
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

/** The arguments of each operation that are aliases of others. */
interface AliasArguments {
  'agent.approvals': 'state'
  'files.drivesearch': 'page'
  'flights.overhead': 'radius'
  'food.hygiene': 'where'
  'mail.webmailsearch': 'page'
  'markets.history': 'start' | 'end'
  'notify.send': 'body'
  'places.nearby': 'radius'
  'shell.run': 'timeout'
}
