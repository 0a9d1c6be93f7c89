import type { PartStates } from '../doors/http/health-checks.ts'
import type { Framework } from '../framework/framework.ts'
import { databaseState, oncePerSecond, type PartState, stateWithin } from '../runtime/store/readiness.ts'
import type { RuntimeServices } from './runtime-services.ts'

/**
 * The state of the parts without which calls fail: the database and, if the settings name them, the bucket and the
 * messaging server.
 */
export function createReadiness(
  { config, store, reserve, blobs }: Pick<RuntimeServices, 'config' | 'store' | 'reserve' | 'blobs'>,
  messaging: Framework['messagingState'],
): () => Promise<PartStates> {
  return oncePerSecond(async () => {
    const [database, files] = await Promise.all([
      databaseState(store, reserve),
      config.s3Endpoint === undefined ? undefined : stateWithin('The bucket', (signal) => blobs.ping(signal)),
    ])
    return { database, ...(files && { files }), ...(config.natsUrl !== undefined && { messaging: messaging() }) }
  })
}

/** Whether every part is ready. */
export function isEveryPartOk(states: PartStates): boolean {
  return Object.values(states).every(({ isOk }: PartState) => isOk)
}
