import type { Migration } from '#runtime/store/types.ts'
import * as apps from './0067-apps.ts'
import * as appGrants from './0068-app-grants.ts'
import * as appUses from './0069-app-uses.ts'
import * as appBuilds from './0088-app-builds.ts'
import * as buildPayments from './0097-build-payments.ts'

/** Oldest first. */
export const migrations: readonly Migration[] = [
  { name: '0067-apps', up: apps.up },
  { name: '0068-app-grants', up: appGrants.up },
  { name: '0069-app-uses', up: appUses.up },
  { name: '0088-app-builds', up: appBuilds.up },
  { name: '0097-build-payments', up: buildPayments.up },
]
