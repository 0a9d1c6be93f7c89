import type { IncomingMessage, ServerResponse } from 'node:http'
import type { DescService } from '@bufbuild/protobuf'
import type { Registry } from 'prom-client'
import type { MethodDeps } from '#generated/server/methods.ts'
import type { Family as FamilyName } from '#generated/server/operations.ts'
import type { Mailer } from '../accounts/account-mail.ts'
import type { ArchivedFiles } from '../accounts/archive.ts'
import type { OwnedTable } from '../accounts/owned.ts'
import type { OnAccountDeleted } from '../accounts/removal.ts'
import type { RotatedKey } from '../accounts/rotated-key.ts'
import type { Agent } from '../agent/types.ts'
import type { StoreApprovals } from '../approvals/approvals.ts'
import type { ExternalFiles } from '../backup/external-files.ts'
import type { Clock } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import type { ServedQuery } from '../base/query.ts'
import type { Settings, Values } from '../base/setting.ts'
import type { Signals } from '../base/signals.ts'
import type { Topic } from '../base/topic.ts'
import type { Blobs } from '../blobs/blobs.ts'
import type { OpenByteCache } from '../blobs/open.ts'
import type { NamedSpender } from '../budgets/types.ts'
import type { Publisher } from '../bus/bus.ts'
import type { Queries } from '../bus/queries.ts'
import type { Subscriber } from '../bus/subscriber.ts'
import type { CallLog } from '../calls/log/call-log.ts'
import type { SharedChromium } from '../isolation/chromium/chromium.ts'
import type { JobHandler } from '../jobs/kind.ts'
import type { JobQueue } from '../jobs/queue.ts'
import type { Schedule } from '../jobs/schedule.ts'
import type { TrustedProxies } from '../limits/client-address.ts'
import type { InFlight } from '../limits/in-flight.ts'
import type { Limits } from '../limits/limits.ts'
import type { Live } from '../live/types.ts'
import type { Holds } from '../money/holds.ts'
import type { Transfers } from '../money/transfers.ts'
import type { ConnectionKind } from '../outbound/connections/connection-kind.ts'
import type { Connections } from '../outbound/connections/connections.ts'
import type { ProviderDescription } from '../outbound/description.ts'
import type { Models } from '../outbound/models/models.ts'
import type { Outbound } from '../outbound/outbound.ts'
import type { Arrivals } from '../outbound/outside.ts'
import type { SearchIndex } from '../search/index.ts'
import type { Migration, Store } from '../store/types.ts'
import type { Finding } from './finding.ts'
import type { RouteVisit } from './route-visit.ts'
import type { FamilyPages, Layout, PublicPages, PublicSite, Site } from './site.ts'

export type { FamilyName }

/** The parts of a running server on which a family builds its services. */
export interface FamilyWorld<Of extends Settings = Settings> {
  /** The family's own settings. */
  readonly settings: Values<Of>
  readonly store: Store
  readonly search: SearchIndex
  /** Bytes of accounts, within their quota. */
  readonly blobs: Pick<Blobs, 'put' | 'open' | 'pieces' | 'deleting' | 'usedBytes' | 'quotaBytesOf'>
  /** Opens a bounded cache of reproducible bytes, which all accounts share. The family closes it. */
  readonly openByteCache: OpenByteCache
  /** Publishes the family's events. */
  readonly bus: Publisher
  /** Language models. */
  readonly models: Models
  /** The agent, which calls methods for an account. Ready once the server serves: families can store it, and call it later. */
  readonly agent: Agent
  /** Calls that need a person, and what was decided about them. */
  readonly approvals: StoreApprovals
  /** Queries other families; see their contracts. */
  readonly query: Queries['query']
  readonly clock: Clock
  /** Work for later, queued in the transaction of the record that it is about. */
  readonly queue: JobQueue
  /** Wakes those who wait for something in the database, in all processes. */
  readonly signals: Pick<Signals, 'send' | 'listen'>
  readonly log: Log
  readonly limits: Pick<Limits, 'swift' | 'exact' | 'outbound' | 'ofAccount' | 'ofPublicWrites'>
  readonly metrics: Registry
  /** Publishes to connected readers, and opens streams for them. */
  readonly live: Pick<Live, 'publish' | 'open' | 'loseAccess'>
  /** The way to the outside world: addresses from callers, and the providers of the manifest. */
  readonly outbound: Omit<Outbound, 'close' | 'opened'>
  /** The browser of this process, if there is one. */
  readonly chromium: SharedChromium
  /** The outside accounts that accounts have connected, of the kinds that the manifest names. */
  readonly connections: Pick<Connections, 'access' | 'entered' | 'enter' | 'latest'>
  /** Credits that people pay each other. */
  readonly transfers: Transfers
  /** Credits held for work that outlives its call: see `Context.keepReserved`. */
  readonly holds: Holds
  /** The log of the calls of each account. */
  readonly callLog: Pick<CallLog, 'page'>
  /** The public address of the server, without a slash at its end. */
  readonly baseUrl: string
  readonly trustedProxies: TrustedProxies
  /** When to look first for what ended processes have left, in ms after the start; soon if not given. */
  readonly upkeepEveryMs: number | undefined
  /** The downloads that are being sent, of all families. */
  readonly downloading: Pick<InFlight, 'begin'>
  /** Lays out one of the server's pages, such as the page for a missing address. */
  readonly layout: Layout
  /** Closed after the last request and before the store: add everything that `open` opens at once, so that a failed start leaves nothing open. */
  readonly stack: AsyncDisposableStack
}

/** Pages that a family serves to browsers as HTML. Their code is loaded with the first request for any page. */
export type FamilyPage<Deps> =
  /** For anyone, without forms; calls count for the reader's address. */
  | {
      readonly at: `/${string}`
      readonly for: 'everyone'
      /** Whether such pages exist with these settings; always if not given. */
      isServed?(deps: Deps): boolean
      load(site: PublicSite, deps: Deps): Promise<Omit<PublicPages, 'path'>>
    }
  /** For people with and without an account, with forms. */
  | {
      readonly at: `/${string}`
      readonly for: 'visitor'
      load(site: Site, deps: Deps): Promise<Omit<PublicPages, 'path'>>
    }
  /** Among the settings of an account. */
  | {
      readonly at: `/settings/${string}`
      readonly for: 'owner'
      load(site: Site, deps: Deps): Promise<Omit<FamilyPages, 'path'>>
    }

/** Requests that a family handles itself, besides its methods: those whose target begins with `prefix`. */
export interface FamilyRoute {
  /** With a slash at both ends; or a slash alone, for all requests to a host. */
  readonly prefix: string
  /** The Host header of the requests, in lower case; without it any host matches. */
  readonly host?: string
  /**
   * @param target path and query of the request
   * @param visit who makes the request, and how to respond
   */
  handle(req: IncomingMessage, res: ServerResponse, target: string, visit: RouteVisit): void
}

/** Everything that the rest of the product knows about a family, in the order of a server's life. `Deps` is what `open` returns. */
export interface Family<Name extends FamilyName = FamilyName, Of extends Settings = Settings, Deps = unknown> {
  readonly name: Name
  readonly settings: Of
  /** Whether it is an area of the product that a token has to name as a capability, instead of a service. */
  readonly isCapability?: true
  /** Whether the inbox shows what the family sends to it. */
  readonly isShownInInbox?: true
  /** The tables with data of accounts. */
  readonly tables?: readonly OwnedTable[]
  readonly migrations?: readonly Migration[]
  /** What it does about an account that is being deleted, besides its rows. The command line also deletes accounts. */
  readonly onAccountDeleted?: OnAccountDeleted
  /** The topics of its contracts. */
  // biome-ignore lint/suspicious/noExplicitAny: topics of all payloads
  readonly publishes?: readonly Topic<any, any>[]
  /** The providers that it calls, for `world.outbound.provider` and `onedoor doctor`. */
  readonly providers?: readonly ProviderDescription[]
  /** Further providers, depending on the settings. Equal settings return the same descriptions. */
  providersOf?(settings: Values<Of>): readonly ProviderDescription[]
  /** The outside accounts that people can connect for it, and that it uses by `world.connections`. */
  readonly connects?: readonly ConnectionKind[]
  /** Loads the protobuf service by which gRPC serves the family's methods, for a family that has one. */
  service?(): Promise<DescService>
  /** Checks what the family needs on this machine besides its providers, for `onedoor doctor`. */
  examine?(settings: Values<Of>): Promise<readonly Finding[]>
  /** The keys of the instance that belong to it, for `onedoor keys rotate`. */
  rotates?(settings: Values<Of>): readonly RotatedKey[]
  /** Opens files of its rows that are neither in the database nor blobs, for backups. */
  externalFiles?(settings: Values<Of>): Promise<ExternalFiles>
  /** Builds the dependencies of the methods and of the parts below. Rejects with a sentence for the operator if it cannot. */
  open(world: FamilyWorld<Of>): Deps | Promise<Deps>
  /** The queries of its contracts. */
  serves?(deps: Deps): readonly ServedQuery[]
  /** Text about an account that its agent gets in each run. */
  agentContext?(deps: Deps, account: string): Promise<string>
  /** What of this family acts for an account and can have budgets. */
  spenders?(deps: Deps, account: string): Promise<readonly NamedSpender[]>
  /** Which of some recipients the account knows. */
  contactsAmong?(deps: Deps, account: string, recipients: readonly string[]): Promise<readonly string[]>
  /** Sends mail of the server itself, for the one family that can. */
  mailer?(deps: Deps): Mailer | undefined
  /** Takes what people outside send, where none of them reach the server. */
  receives?(deps: Deps): Partial<Arrivals>
  /** What it does when others publish events. The name of each begins with the family's. */
  subscribes?(deps: Deps): readonly Subscriber[]
  /** The handlers of the jobs that the family queues, one for each kind. */
  jobs?(deps: Deps): readonly JobHandler[]
  /** What runs on a schedule, in one of all processes. */
  schedules?(deps: Deps): readonly Schedule[]
  readonly pages?: readonly FamilyPage<Deps>[]
  /** Everything else that it serves to browsers: streams, tiles, files, webhooks, frames, redirects. */
  routes?(deps: Deps): readonly FamilyRoute[]
  /** The family's data of an account that is in no table and no blob, for archives. */
  archives?(deps: Deps): readonly ArchivedFiles[]
  /** The state of what the family needs on this machine, for administrators. */
  health?(deps: Deps): Promise<readonly Finding[]>
}

/** A family of any name, settings and parts, for lists. */
export type AnyFamily = Omit<Family, 'providersOf' | 'examine' | 'rotates' | 'externalFiles' | 'open' | DepsParts> & {
  // Methods, so that families with their own settings and parts are assignable.
  providersOf?(settings: never): readonly ProviderDescription[]
  examine?(settings: never): Promise<readonly Finding[]>
  rotates?(settings: never): readonly RotatedKey[]
  externalFiles?(settings: never): Promise<ExternalFiles>
  open(world: FamilyWorld<never>): unknown
  serves?(deps: never): readonly ServedQuery[]
  agentContext?(deps: never, account: string): Promise<string>
  spenders?(deps: never, account: string): Promise<readonly NamedSpender[]>
  contactsAmong?(deps: never, account: string, recipients: readonly string[]): Promise<readonly string[]>
  mailer?(deps: never): Mailer | undefined
  receives?(deps: never): Partial<Arrivals>
  subscribes?(deps: never): readonly Subscriber[]
  jobs?(deps: never): readonly JobHandler[]
  schedules?(deps: never): readonly Schedule[]
  readonly pages?: readonly FamilyPage<never>[]
  routes?(deps: never): readonly FamilyRoute[]
  archives?(deps: never): readonly ArchivedFiles[]
  health?(deps: never): Promise<readonly Finding[]>
}

type DepsParts =
  | 'serves'
  | 'agentContext'
  | 'spenders'
  | 'contactsAmong'
  | 'mailer'
  | 'receives'
  | 'subscribes'
  | 'jobs'
  | 'schedules'
  | 'pages'
  | 'routes'
  | 'archives'
  | 'health'

/** Describes a family: see `Family`. What `open` returns has what the methods of the family take. `open` comes before the parts that take what it returns, for their types. */
export function family<
  const Name extends FamilyName,
  Deps extends MethodDeps[Name],
  Of extends Settings = Record<never, never>,
>(
  name: Name,
  parts: Omit<Family<Name, Of, Deps>, 'name' | 'settings'> & { readonly settings?: Of },
): Family<Name, Of, Deps> {
  return { settings: {} as Of, ...parts, name }
}
