import { methods as productMethods } from '#generated/server/methods.ts'
import { page } from '../doors/pages/kit/layout.ts'
import type { OperationService } from '../framework/grpc/operation-service.ts'
import type { ArchivedFiles } from '../runtime/accounts/archive.ts'
import { once } from '../runtime/base/once.ts'
import type { ServedQuery } from '../runtime/base/query.ts'
import { createQueries } from '../runtime/bus/queries.ts'
import type { Subscriber } from '../runtime/bus/subscriber.ts'
import type { Method, Methods } from '../runtime/calls/pipeline.ts'
import type { JobHandler } from '../runtime/jobs/kind.ts'
import type { Schedule } from '../runtime/jobs/schedule.ts'
import type { AnyFamily, FamilyPage, FamilyRoute, OldFamily, OpenFamily } from '../runtime/kit/family.ts'
import type { Finding } from '../runtime/kit/finding.ts'
import type { CreateFamilyPages, CreatePublicPages, CreateVisitorPages } from '../runtime/kit/site.ts'
import type { ProviderDescription } from '../runtime/outbound/description.ts'
import type { Outbound } from '../runtime/outbound/outbound.ts'
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
  readonly pages: OpenPages
  readonly archives: readonly ArchivedFiles[]
  /** The state of the machine resources that families need. */
  health(): Promise<Finding[]>
  /** What the agent of an account knows of a family without a call. */
  agentContext(family: string, account: string): Promise<string> | undefined
  /** Loads the protobuf services of the families that have one. */
  services(): Promise<OperationService[]>
}

/** By their audience. */
export interface OpenPages {
  readonly everyone: readonly CreatePublicPages[]
  readonly visitor: readonly CreateVisitorPages[]
  readonly owner: readonly CreateFamilyPages[]
}

/**
 * Opens each family on the runtime; of two with the same name the later one serves. What each opens joins `stack` at once.
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
  const routes: { family: string; route: FamilyRoute }[] = []
  const jobs: JobHandler[] = []
  const schedules: Schedule[] = []
  const subscribers: Subscriber[] = []
  const pages = {
    everyone: [] as CreatePublicPages[],
    visitor: [] as CreateVisitorPages[],
    owner: [] as CreateFamilyPages[],
  }
  const archives: ArchivedFiles[] = []
  const healths: (() => Promise<readonly Finding[]>)[] = []
  const contexts = new Map<string, (account: string) => Promise<string>>()
  const opened = [...new Map(families.map((each) => [each.name, each])).values()]
  for (const each of opened) {
    const provided = outboundOf(each.name, providersOf(each, config), outbound)
    const world = { ...common, outbound: provided, settings: config as never }
    const family: AnyFamily = each.isOld ? convert(each, stack) : each
    const deps = (await family.open(world)) as never
    const own = each.isOld ? (deps as { handlers: Record<string, Method> }).handlers : undefined
    if (own)
      for (const [method, handler] of Object.entries(own))
        methods.set(`${family.name}.${method}`, (async () => handler) as never)
    else for (const [id, method] of methodsOf(family.name, files, deps)) methods.set(id, method)
    for (const { name, answer } of family.serves?.(deps) ?? []) queries.set(name, answer)
    routes.push(...(family.routes?.(deps) ?? []).map((route) => ({ family: family.name, route })))
    jobs.push(...(family.jobs?.(deps) ?? []))
    schedules.push(...(family.schedules?.(deps) ?? []))
    subscribers.push(...(family.subscribes?.(deps) ?? []))
    if (each.isOld) addOldPages(each, deps, pages)
    else
      for (const entry of (family.pages as readonly FamilyPage<never>[] | undefined) ?? []) addPage(pages, entry, deps)
    archives.push(...(family.archives?.(deps) ?? []))
    healths.push(async () => family.health?.(deps) ?? [])
    contexts.set(family.name, async (account) => (await family.agentContext?.(deps, account)) ?? '')
  }
  return {
    ...{ methods, routes, jobs, schedules, subscribers, pages, archives },
    health: async () => (await Promise.all(healths.map((each) => each()))).flat(),
    agentContext: (name, account) => contexts.get(name)?.(account),
    services: () => servicesOf(opened),
  }
}

/** The methods of a family, each loaded at its first call. */
function methodsOf(family: string, files: MethodFiles, deps: never): [id: string, method: Method][] {
  const own = Object.entries(files).filter(([id]) => id.startsWith(`${family}.`))
  return own.map(([id, load]) => [id, once(async () => (await load()).default(deps) as never)])
}

function addPage(
  {
    everyone,
    visitor,
    owner,
  }: { everyone: CreatePublicPages[]; visitor: CreateVisitorPages[]; owner: CreateFamilyPages[] },
  page: FamilyPage<never>,
  deps: never,
): void {
  if (page.for === 'everyone') {
    if (page.isServed?.(deps) === false) return
    everyone.push(async (site) => ({ ...(await page.load(site, deps)), path: page.at }))
  } else if (page.for === 'visitor') visitor.push(async (site) => ({ ...(await page.load(site, deps)), path: page.at }))
  else {
    const path = page.at.slice('/settings'.length) as `/${string}`
    owner.push(async (site) => ({ ...(await page.load(site, deps)), path }))
  }
}

// ---- families that are not converted yet ----

function convert(family: AnyFamily, stack: AsyncDisposableStack): AnyFamily {
  const old = family as unknown as OldFamily
  return {
    name: old.name,
    settings: old.settings,
    async open(world) {
      const open = await old.open(world)
      stack.defer(() => open.close?.())
      return open
    },
    serves: (open: OpenFamily) => Object.entries(open.answers ?? {}).map(([name, answer]) => ({ name, answer })),
    agentContext: async (open: OpenFamily, account) =>
      ((await open.answers?.[`${old.name}.known`]?.({ account } as never)) as string | undefined) ?? '',
    subscribes: (open: OpenFamily) => open.listens ?? [],
    jobs: (open: OpenFamily) => open.jobs ?? [],
    schedules: (open: OpenFamily) => open.schedules ?? [],
    routes: (open: OpenFamily) => open.paths ?? [],
    archives: (open: OpenFamily) => open.archives ?? [],
    health: async (open: OpenFamily) => open.health?.() ?? [],
  } as AnyFamily
}

function addOldPages(
  family: AnyFamily,
  open: OpenFamily,
  {
    everyone,
    visitor,
    owner,
  }: { everyone: CreatePublicPages[]; visitor: CreateVisitorPages[]; owner: CreateFamilyPages[] },
): void {
  const load = family.pages as (() => Promise<CreateFamilyPages>) | undefined
  if (open.publicPages) everyone.push(open.publicPages)
  if (open.visitorPages) visitor.push(open.visitorPages)
  if (load) owner.push(async (site) => (await load())(site))
  if (open.pages) owner.push(open.pages)
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
  live,
  chromium,
  connections,
  holds,
  transfers,
  downloading,
  queue,
  clock,
  log,
  limits,
  metrics,
}: RuntimeServices) {
  const kept = { store, search, blobs, openByteCache, downloading, queue, bus, live }
  return {
    ...kept,
    models,
    agent,
    chromium,
    connections,
    holds,
    transfers,
    clock,
    log,
    limits,
    metrics,
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
