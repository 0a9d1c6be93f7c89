import { page } from '../doors/pages/kit/layout.ts'
import type { OperationService } from '../framework/grpc/operation-service.ts'
import type { ArchivedFiles } from '../runtime/accounts/archive.ts'
import type { Listener } from '../runtime/bus/listener.ts'
import { type Answer, createQuestions } from '../runtime/bus/questions.ts'
import type { Handlers } from '../runtime/calls/pipeline.ts'
import type { JobHandler } from '../runtime/jobs/kind.ts'
import type { Schedule } from '../runtime/jobs/schedule.ts'
import type { AnyFamily, FamilyPath } from '../runtime/kit/family.ts'
import type { Finding } from '../runtime/kit/finding.ts'
import type { CreateFamilyPages, CreatePublicPages, CreateVisitorPages } from '../runtime/kit/site.ts'
import type { ProviderDescription } from '../runtime/outbound/description.ts'
import type { Outbound } from '../runtime/outbound/outbound.ts'
import { providersOf } from './families.ts'
import { createLateFamily, type LateFamily } from './late-family.ts'
import type { Foundations } from './runtime-services.ts'

/** What the families of one server process offer together. */
export interface OpenFamilies {
  readonly handlers: Handlers
  readonly paths: readonly { readonly family: string; readonly path: FamilyPath }[]
  readonly jobs: readonly JobHandler[]
  readonly schedules: readonly Schedule[]
  readonly listens: readonly Listener[]
  readonly pages: readonly CreateFamilyPages[]
  /** Opens the families that are late and have pages for everybody. */
  publicPages(): Promise<CreatePublicPages[]>
  readonly visitorPages: readonly CreateVisitorPages[]
  readonly archives: readonly ArchivedFiles[]
  /** How it is with what families need of this machine. */
  health(): Promise<Finding[]>
  /** What a family lets the agent of an account know without asking: its answer to `<family>.known`. */
  known(service: string, account: string): Promise<unknown> | undefined
  /** Loads the protobuf services of the families that have one. */
  services(): Promise<OperationService[]>
}

/**
 * Opens each family on the foundations, or makes it ready to be opened when it is needed; of two with the same name the later
 * one serves. Each joins `stack` as soon as it is open. Rejects with a sentence for the operator when one cannot be opened.
 */
export async function openFamilies(
  families: readonly AnyFamily[],
  foundations: Foundations,
  stack: AsyncDisposableStack,
): Promise<OpenFamilies> {
  const { config, outbound } = foundations
  const common = worldOf(foundations)
  const answers = new Map<string, Answer>()
  const late = new Map<string, LateFamily>()
  const { ask } = createQuestions((name) => answers.get(name) ?? late.get(name.split('.')[0] ?? '')?.answer(name))
  const handlers: Record<string, unknown> = {}
  const paths: { family: string; path: FamilyPath }[] = []
  const jobs: JobHandler[] = []
  const schedules: Schedule[] = []
  const listens: Listener[] = []
  const pages: CreateFamilyPages[] = []
  const publicPages: (() => Promise<CreatePublicPages | undefined>)[] = []
  const visitorPages: CreateVisitorPages[] = []
  const archives: ArchivedFiles[] = []
  const healths: (() => Promise<readonly Finding[]>)[] = []
  const opened = [...new Map(families.map((each) => [each.name, each])).values()]
  for (const family of opened) {
    const world = {
      ...common,
      ask,
      outbound: outboundOf(family.name, providersOf(family, config), outbound),
      settings: config as never,
    }
    if (family.isLate) {
      const waiting = createLateFamily(family, async () => family.open(world))
      stack.defer(() => waiting.close())
      late.set(family.name, waiting)
      handlers[family.name] = waiting.handlers
      publicPages.push(waiting.publicPages)
      if (family.pages) pages.push(pagesOf(family.pages))
      continue
    }
    const open = await family.open(world)
    stack.defer(() => open.close?.())
    handlers[family.name] = open.handlers
    paths.push(...(open.paths ?? []).map((path) => ({ family: family.name, path })))
    jobs.push(...(open.jobs ?? []))
    schedules.push(...(open.schedules ?? []))
    listens.push(...(open.listens ?? []))
    for (const [name, answer] of Object.entries(open.answers ?? {})) answers.set(name, answer)
    publicPages.push(async () => open.publicPages)
    archives.push(...(open.archives ?? []))
    if (open.health) healths.push(() => open.health?.() ?? Promise.resolve([]))
    if (open.visitorPages) visitorPages.push(open.visitorPages)
    if (family.pages) pages.push(pagesOf(family.pages))
    if (open.pages) pages.push(open.pages)
  }
  const services = () => servicesOf(opened)
  const known: OpenFamilies['known'] = (service, account) => answers.get(`${service}.known`)?.({ account } as never)
  const open = async () =>
    (await Promise.all(publicPages.map((load) => load()))).filter((create) => create !== undefined)
  const health = async () => (await Promise.all(healths.map((each) => each()))).flat()
  const collected = { jobs, schedules, listens, pages, visitorPages, archives }
  return { handlers, paths, ...collected, publicPages: open, health, known, services }
}

/** What all families are given alike. */
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
}: Foundations) {
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

function pagesOf(load: () => Promise<CreateFamilyPages>): CreateFamilyPages {
  return async (site) => (await load())(site)
}

/** A provider that the manifest does not list would be unknown to the doctor. */
function outboundOf(name: string, providers: readonly ProviderDescription[], outbound: Outbound): Outbound {
  return {
    ...outbound,
    provider(description) {
      if (providers.includes(description)) return outbound.provider(description)
      throw new Error(`${name} asks ${description.name}, which is not among the providers of its manifest`)
    },
  }
}

async function servicesOf(families: readonly AnyFamily[]): Promise<OperationService[]> {
  const loaded = families.map(async ({ name, service }) =>
    service ? [{ family: name, service: await service() }] : [],
  )
  return (await Promise.all(loaded)).flat()
}
