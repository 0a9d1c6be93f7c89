import type { Clock } from '#runtime/base/clock.ts'
import { environment } from '#runtime/base/environment.ts'
import type { Log } from '#runtime/base/log.ts'
import { keysFrom } from '#runtime/base/secrets/keys.ts'
import type { Store } from '#runtime/store/types.ts'
import type { NamespaceNaming } from '../../kernel/admission/namespace-naming.ts'
import type { CoreService } from '../../kernel/host/host.ts'
import type { FrameworkSettings } from '../../settings.ts'
import { createLocalRuntime } from './local.ts'
import { runtimeService } from './service.ts'

interface RuntimeOptions {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly config: Pick<
    FrameworkSettings,
    | 'runtime'
    | 'runtimeLimits'
    | 'runtimeServiceLimits'
    | 'runtimeSandbox'
    | 'runtimeUid'
    | 'dataDir'
    | 'configSecretKey'
  >
  readonly naming: NamespaceNaming
  /** The address of the gateway for programs; undefined without one. */
  readonly gateway: string | undefined
}

/** The service `runtime` and its engine. While RUNTIME is off nothing runs, and earlier services stay stored. */
export function createRuntime({ config, naming, ...rest }: RuntimeOptions): CoreService & { stop(): Promise<void> } {
  const { runtime: setting, runtimeLimits: limits, runtimeServiceLimits, dataDir, configSecretKey: key } = config
  if (setting === 'off') {
    return { ...runtimeService({ runtime: undefined, openTo: 'instance', naming }), stop: () => Promise.resolve() }
  }
  const path = environment.PATH ?? ''
  const confined = config.runtimeSandbox === 'bubblewrap' ? { uid: config.runtimeUid } : undefined
  const runtime = createLocalRuntime({
    ...rest,
    dataDir,
    limits,
    serviceLimits: runtimeServiceLimits,
    confined,
    keys: keysFrom({ key, dataDir }),
    path,
  })
  const openTo = setting === 'namespaces' ? 'namespaces' : 'instance'
  // Processes of a dead server may take seconds to end; the start does not wait for that.
  const started = runtime.start().catch((error: unknown) => rest.log.error({ err: error }, 'runtime start failed'))
  return {
    ...runtimeService({ runtime, openTo, naming }),
    async stop() {
      await started
      await runtime.stop()
    },
  }
}
