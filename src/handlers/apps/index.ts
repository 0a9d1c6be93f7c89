import { serverSecret } from '#runtime/accounts/secrets.ts'
import { once } from '#runtime/base/once.ts'
import { handles } from '#runtime/jobs/kind.ts'
import { hourly } from '#runtime/jobs/schedule.ts'
import { type FamilyWorld, family } from '#runtime/kit/family.ts'
import { BuildQueue, buildJob } from './build/build-queue.ts'
import type { BuildRunner } from './build/build-runner.ts'
import { SourceChecker } from './check/source-checker.ts'
import { openPaidCalls, type PaidCalls } from './hosting/app-calls.ts'
import { appRoutes } from './hosting/app-routes.ts'
import { purgeOpenings } from './hosting/paid-openings.ts'
import { Passes } from './hosting/passes.ts'
import { migrations } from './migrations/index.ts'
import { grantsOf } from './rows/grants.ts'
import { appSettings } from './settings.ts'

export interface AppsDeps
  extends Pick<
    FamilyWorld,
    'store' | 'clock' | 'log' | 'limits' | 'transfers' | 'models' | 'live' | 'layout' | 'baseUrl'
  > {
  readonly checker: SourceChecker
  readonly passes: Passes
  readonly paidCalls: PaidCalls
  /** The origin of the frames; undefined if it is that of the server. */
  readonly framesOrigin: string | undefined
  readonly builds: BuildQueue
  /** Loads what runs builds. */
  readonly builder: () => Promise<BuildRunner>
}

export const apps = family('apps', {
  settings: appSettings,
  migrations,
  tables: [
    {
      table: 'apps',
      account: 'owner',
      whenDeleted: 'delete',
      marked: ['name', 'description', 'tags', 'html'],
      archive: { file: 'apps', key: 'id', booleans: ['public'], json: ['calls'] },
    },
    {
      table: 'app_versions',
      account: 'owner',
      whenDeleted: 'delete',
      marked: { never: 'Only the owner sees versions, and only on pages.' },
      archive: { file: 'app-versions', key: 'id', json: ['calls'] },
    },
    {
      table: 'app_uses',
      account: 'owner',
      whenDeleted: 'delete',
      marked: { never: 'These are counts.' },
      archive: { file: 'app-uses', key: 'id' },
      counting: 'kept',
    },
    {
      table: 'app_grants',
      account: 'owner',
      whenDeleted: 'delete',
      marked: { never: 'Only a person can grant something, and only on a page.' },
      archive: { file: 'app-grants', key: 'id', json: ['operations', 'calls'] },
    },
    {
      table: 'app_builds',
      account: 'owner',
      whenDeleted: 'delete',
      marked: ['prompt', 'error'],
      archive: {
        file: 'app-builds',
        key: 'id',
        without: ['wallet', 'run', 'prompt_digest'],
        booleans: ['is_tried'],
        json: ['candidate', 'faults'],
      },
      counting: 'kept',
    },
  ],
  open(world): AppsDeps {
    const { store, clock, baseUrl, stack } = world
    const { appsHost: framesOrigin, paidAppCallsPerDay } = world.settings
    if (framesOrigin !== undefined && new URL(framesOrigin).host === new URL(baseUrl).host) {
      throw new Error(`APPS_HOST must differ from the host in BASE_URL, ${baseUrl}.`)
    }
    const checker = new SourceChecker()
    stack.defer(() => checker.close())
    return {
      ...world,
      checker,
      passes: new Passes(clock, () => serverSecret({ store, clock }, 'apps')),
      paidCalls: openPaidCalls(world, paidAppCallsPerDay),
      framesOrigin,
      builds: new BuildQueue(world),
      builder: once(async () => new (await import('./build/build-runner.ts')).BuildRunner(world, checker)),
    }
  },
  jobs: ({ builder }) => [handles(buildJob, async (job) => (await builder()).run(job))],
  schedules: (deps) => [
    hourly('apps.purge_uses', (signal) => purgeOpenings(deps, signal)),
    hourly('apps.purge_builds', (signal) => deps.builds.purge(signal)),
    hourly('apps.rescue_builds', (signal) => deps.builds.rescue(signal)),
  ],
  spenders: async ({ store }, account) =>
    (await grantsOf(store, account)).map(({ app, name }) => ({ kind: 'app', subject: app, name })),
  pages: [
    {
      at: '/apps',
      for: 'everyone',
      load: async (site, deps) => (await import('./pages/gallery.ts')).galleryPages(site, deps),
    },
    {
      at: '/settings/apps',
      for: 'owner',
      load: async (site, deps) => (await import('./pages/own-apps.ts')).ownAppPages(site, deps),
    },
  ],
  routes: (deps) => appRoutes(deps),
})
