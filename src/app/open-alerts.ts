import { type Alerts, createAlerts } from '../runtime/alerts/alerts.ts'
import { createBusDesk } from '../runtime/bus/status.ts'
import { createJobDesk } from '../runtime/jobs/dead-jobs.ts'
import type { Schedule } from '../runtime/jobs/schedule.ts'
import { waitingPayments } from '../runtime/money/x402/review.ts'
import { checkConditions } from './alert-checks.ts'
import { diskFinding } from './disk-finding.ts'
import type { OpenFamilies } from './open-families.ts'
import type { RuntimeServices } from './runtime-services.ts'

/** Notices to administrators about what is broken, and the schedule that checks it in one of all processes. */
export function openAlerts(
  { config, store, clock, log, outbound, accountMail }: RuntimeServices,
  { health }: Pick<OpenFamilies, 'health'>,
): Pick<Alerts, 'list'> & { readonly schedule: Schedule } {
  const alerts = createAlerts({
    ...{ store, clock, log },
    inform: (tx, account, notice) => accountMail.informWithin(tx, account, notice),
  })
  const checks = {
    ...{ clock, outbound },
    jobs: createJobDesk({ store, clock }),
    bus: createBusDesk({ store }),
    payments: { waiting: () => waitingPayments(store) },
    findings: async () => [await diskFinding(config.dataDir), ...(await health())],
  }
  return {
    list: alerts.list,
    schedule: {
      name: 'alerts.check',
      times: '*/5 * * * *',
      ifMissed: 'skip',
      run: async () => alerts.update(await checkConditions(checks, await alerts.list())),
    },
  }
}
