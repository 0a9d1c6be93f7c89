import { methods as productMethods } from '#generated/server/methods.ts'
import { page } from '../doors/pages/kit/layout.ts'
import type { OperationService } from '../framework/grpc/operation-service.ts'
import type { Mailer } from '../runtime/accounts/account-mail.ts'
import type { ArchivedFiles } from '../runtime/accounts/archive.ts'
import { once } from '../runtime/base/once.ts'
import type { ServedQuery } from '../runtime/base/query.ts'
import type { NamedSpender } from '../runtime/budgets/types.ts'
import { createQueries } from '../runtime/bus/queries.ts'
import type { Subscriber } from '../runtime/bus/subscriber.ts'
import type { Method, Methods } from '../runtime/calls/pipeline.ts'
import type { JobHandler } from '../runtime/jobs/kind.ts'
import type { Schedule } from '../runtime/jobs/schedule.ts'
import type { AnyFamily, FamilyPage, FamilyRoute } from '../runtime/kit/family.ts'
import type { Finding } from '../runtime/kit/finding.ts'
import type { CreateFamilyPages, CreatePublicPages, CreateVisitorPages } from '../runtime/kit/site.ts'
import type { ProviderDescription } from '../runtime/outbound/description.ts'
import type { Outbound } from '../runtime/outbound/outbound.ts'
import type { Arrivals } from '../runtime/outbound/outside.ts'
import type { ContactsAmong } from '../runtime/policy/rules.ts'
import { providersOf } from './families.ts'
import type { RuntimeServices } from './runtime-services.ts'

/** Loads what serves an operation, by operation id. */
export type MethodFiles = Readonly<Record<string, () => Promise<{ readonly default: (deps: never) => unknown }>>>

/** What the families of one server process offer together. */
export interface OpenFamilies {
  readonly methods: Methods
  readonly routes: readonly { readonly family: string; readonly route: FamilyRoute }[]
  readonly jobs: readonly JobHandler[]
  readonly schedules: readonly Schedule[]
  readonly subscribers: readonly Subscriber[]
  readonly pages: Pages
  readonly archives: readonly ArchivedFiles[]
  /** Sends mail of the server itself; undefined if no family can. */
  readonly mailer: Mailer | undefined
  /** Takes what people outside send, where none of them reach the server. */
  readonly arrivals: Partial<Arrivals>
  /** The state of the machine resources that families need. */
  health(): Promise<Finding[]>
  /** What the agent of an account knows of a family without a call. */
  agentContext(family: string, account: string): Promise<string> | undefined
  /** The agents and apps of an account that can have budgets. */
  spenders(account: string): Promise<NamedSpender[]>
  /** Which of some recipients the account knows. */
  readonly contactsAmong: ContactsAmong
  /** Loads the protobuf services of the families that have one. */
  services(): Promise<OperationService[]>
}

/** Pages by who they are for. */
interface Pages {
  readonly everyone: CreatePublicPages[]
  readonly visitor: CreateVisitorPages[]
  readonly owner: CreateFamilyPages[]
}

/**
 * Opens each family on the foundations;  What each opens joins `stack` at once.
 * Rejects with a sentence for the operator when one cannot be opened.
 *
 * @param files where the methods are; those of the product if not given
 */
export async function openFamilies(
  families: readonly AnyFamily[],
  runtime: RuntimeServices,
  stack: AsyncDisposableStack,
  files: MethodFiles = productMethods as MethodFiles,
): Promise<OpenFamilies> {
  const { config, outbound } = runtime
  const queries = new Map<string, ServedQuery['answer']>()
  const common = { ...worldOf(runtime), ...createQueries((name) => queries.get(name)), stack }
  const methods = new Map<string, Method>()
  // Each is loaded at its first call.
  const filesOf = Map.groupBy(Object.entries(files), ([id]) => id.slice(0, id.indexOf('.')))
  const routes: { family: string; route: FamilyRoute }[] = []
  const jobs: JobHandler[] = []
  const schedules: Schedule[] = []
  const subscribers: Subscriber[] = []
  const pages: Pages = { everyone: [], visitor: [], owner: [] }
  const archives: ArchivedFiles[] = []
  const healths: (() => Promise<readonly Finding[]>)[] = []
  const spenders: ((account: string) => Promise<readonly NamedSpender[]>)[] = []
  const contacts: ((account: string, recipients: readonly string[]) => Promise<readonly string[]>)[] = []
  let mailer: Mailer | undefined
  const arrivals: Partial<Arrivals> = {}
  const contexts = new Map<string, (account: string) => Promise<string>>()
  for (const family of families) {
    const provided = outboundOf(family.name, providersOf(family, config), outbound)
    const deps = (await family.open({ ...common, outbound: provided, settings: config as never })) as never
    for (const [id, load] of filesOf.get(family.name) ?? []) {
      methods.set(
        id,
        once(async () => (await load()).default(deps) as never),
      )
    }
    for (const { name, answer } of family.serves?.(deps) ?? []) queries.set(name, answer)
    routes.push(...(family.routes?.(deps) ?? []).map((route) => ({ family: family.name, route })))
    jobs.push(...(family.jobs?.(deps) ?? []))
    schedules.push(...(family.schedules?.(deps) ?? []))
    subscribers.push(...(family.subscribes?.(deps) ?? []))
    for (const page of family.pages ?? []) addPage(pages, page, deps)
    archives.push(...(family.archives?.(deps) ?? []))
    healths.push(async () => family.health?.(deps) ?? [])
    if (family.spenders) spenders.push(family.spenders.bind(family, deps))
    if (family.contactsAmong) contacts.push(family.contactsAmong.bind(family, deps))
    mailer ??= family.mailer?.(deps)
    Object.assign(arrivals, family.receives?.(deps))
    contexts.set(family.name, async (account) => (await family.agentContext?.(deps, account)) ?? '')
  }
  return {
    ...{ methods, routes, jobs, schedules, subscribers, pages, archives, mailer, arrivals },
    health: async () => (await Promise.all(healths.map((each) => each()))).flat(),
    spenders: async (account) => (await Promise.all(spenders.map((each) => each(account)))).flat(),
    contactsAmong: async (account, recipients) =>
      new Set((await Promise.all(contacts.map((each) => each(account, recipients)))).flat()),
    agentContext: (name, account) => contexts.get(name)?.(account),
    services: () => servicesOf(families),
  }
}

function addPage(pages: Pages, page: FamilyPage<never>, deps: never): void {
  if (page.for === 'everyone') {
    if (page.isServed?.(deps) === false) return
    pages.everyone.push(async (site) => ({ ...(await page.load(site, deps)), path: page.at }))
  } else if (page.for === 'visitor') {
    pages.visitor.push(async (site) => ({ ...(await page.load(site, deps)), path: page.at }))
  } else {
    const path = page.at.slice('/settings'.length) as `/${string}`
    pages.owner.push(async (site) => ({ ...(await page.load(site, deps)), path }))
  }
}

/** What all families receive. */
function worldOf({
  config: { baseUrl, trustedProxies },
  store,
  search,
  blobs,
  openByteCache,
  bus,
  models,
  agent,
  approvals,
  live,
  chromium,
  callLog,
  connections,
  holds,
  transfers,
  downloading,
  queue,
  clock,
  log,
  limits,
  metrics,
  signals,
  upkeepEveryMs,
}: RuntimeServices) {
  const kept = { store, search, blobs, openByteCache, downloading, queue, signals, bus, live }
  return {
    ...kept,
    models,
    agent,
    approvals,
    chromium,
    callLog,
    connections,
    holds,
    transfers,
    clock,
    log,
    limits,
    metrics,
    upkeepEveryMs,
    baseUrl,
    trustedProxies,
    layout: page,
  }
}

/** A provider that the manifest does not list would be unknown to the doctor. */
function outboundOf(name: string, providers: readonly ProviderDescription[], outbound: Outbound): Outbound {
  return {
    ...outbound,
    provider(description) {
      if (providers.includes(description)) return outbound.provider(description)
      throw new Error(`${name} calls ${description.name}, which is not among the providers of its manifest`)
    },
  }
}

async function servicesOf(families: readonly AnyFamily[]): Promise<OperationService[]> {
  const loaded = families.map(async ({ name, service }) =>
    service ? [{ family: name, service: await service() }] : [],
  )
  return (await Promise.all(loaded)).flat()
}
