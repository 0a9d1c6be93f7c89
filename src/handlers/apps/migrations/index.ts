import type { Migration } from '#runtime/store/types.ts'
import * as apps from './20261122-30-apps.ts'
import * as appGrants from './20261122-31-app-grants.ts'
import * as appUses from './20261122-32-app-uses.ts'
import * as appBuilds from './20261122-48-app-builds.ts'
import * as buildPayments from './20261122-51-build-payments.ts'
import * as appGrantVersions from './20261126-01-app-grant-versions.ts'

/** Oldest first. */
export const migrations: readonly Migration[] = [
  { name: '0067-apps', up: apps.up },
  { name: '0068-app-grants', up: appGrants.up },
  { name: '0069-app-uses', up: appUses.up },
  { name: '0088-app-builds', up: appBuilds.up },
  { name: '0097-build-payments', up: buildPayments.up },
  { name: '20261126-01-app-grant-versions', up: appGrantVersions.up },
]
