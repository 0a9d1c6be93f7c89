// Written by `npm run generate` from spec/. Do not edit.
import type { OnedoorClient as Client } from '../client/index.js'

/** The services and methods that apps may call. */
export interface Services {
  archive: Pick<Client['archive'], 'list'>
  blog: Pick<Client['blog'], 'create' | 'list' | 'read' | 'update'>
  bookmarks: Pick<Client['bookmarks'], 'add' | 'annotate' | 'get' | 'list'>
  browser: Pick<Client['browser'], 'read' | 'shot'>
  chat: Pick<Client['chat'], 'messages' | 'rooms' | 'send' | 'source' | 'sources'>
  contacts: Pick<Client['contacts'], 'add' | 'find' | 'list'>
  docs: Pick<Client['docs'], 'list' | 'read' | 'write'>
  events: Pick<Client['events'], 'create' | 'free' | 'list' | 'read' | 'update'>
  files: Pick<Client['files'], 'driveread' | 'drivesearch' | 'get' | 'list' | 'put' | 'share'>
  flights: Pick<Client['flights'], 'airport' | 'overhead' | 'status' | 'track'>
  food: Pick<Client['food'], 'hygiene' | 'product'>
  groups: Pick<Client['groups'], 'create' | 'list' | 'read'>
  hazards: Pick<Client['hazards'], 'alerts' | 'floods' | 'quakes'>
  images: Pick<Client['images'], 'daily' | 'generate' | 'get' | 'list' | 'update' | 'upload'>
  islam: Pick<Client['islam'], 'read'>
  mail: Pick<Client['mail'], 'inbox' | 'info' | 'markread' | 'read' | 'source' | 'sources' | 'webmailread' | 'webmailsearch'>
  maps: Pick<Client['maps'], 'area' | 'tile'>
  markets: Pick<Client['markets'], 'convert' | 'history' | 'list' | 'quote'>
  news: Pick<Client['news'], 'headlines' | 'list' | 'read'>
  notes: Pick<Client['notes'], 'add' | 'get' | 'list'>
  notify: Pick<Client['notify'], 'devices' | 'send'>
  places: Pick<Client['places'], 'address' | 'elevation' | 'geocode' | 'nearby'>
  prayer: Pick<Client['prayer'], 'qibla' | 'reflection' | 'saying' | 'times' | 'verse'>
  recall: Pick<Client['recall'], 'conversation' | 'list'>
  routes: Pick<Client['routes'], 'directions' | 'eta' | 'nearest'>
  shell: Pick<Client['shell'], 'run' | 'write'>
  sms: Pick<Client['sms'], 'history' | 'number' | 'source' | 'sources' | 'verify'>
  social: Pick<Client['social'], 'list'>
  stream: Pick<Client['stream'], 'list'>
  tasks: Pick<Client['tasks'], 'create' | 'list' | 'next' | 'read' | 'update'>
  text: Pick<Client['text'], 'classify' | 'extract' | 'summarise' | 'translate'>
}

type GivenTo<Method> = Method extends (...given: infer Given) => unknown ? Given : never
type ArgsOf<Method> = [] extends GivenTo<Method> ? [args?: GivenTo<Method>[0]] : [args: GivenTo<Method>[0]]
type ResultOf<Method> = Method extends (...given: never) => PromiseLike<infer Result> ? Result : never

/** Why a call failed. */
export interface CallError extends Error {
  /** The HTTP status. */
  readonly status: number
  /** The stable name of the error. */
  readonly code: string
  /** Every argument that was wrong. */
  readonly details?: readonly { readonly path: string; readonly message: string }[]
}

/** What every app is given. */
export interface AppSdk {
  /** Calls a method of a service. Rejects with a `CallError`. */
  service<Service extends keyof Services, Method extends keyof Services[Service]>(
    service: Service,
    method: Method,
    ...args: ArgsOf<Services[Service][Method]>
  ): Promise<ResultOf<Services[Service][Method]>>
}
