import { createOutbound, type Outbound } from '../runtime/outbound/outbound.ts'
import { settingOf } from './config.ts'
import type { RuntimeOptions, RuntimeServices } from './runtime-services.ts'

/** Opens the only way to make outbound requests. */
export function openOutbound(
  parts: Omit<RuntimeOptions, 'kinds'> & Pick<RuntimeServices, 'metrics' | 'limits' | 'telemetry'>,
  stack: AsyncDisposableStack,
): Outbound {
  const { config, telemetry } = parts
  const outbound = createOutbound({
    ...parts,
    settings: config,
    settingOf: (setting) => settingOf(config, setting),
    baseUrl: config.baseUrl,
    tracer: telemetry?.tracer,
  })
  stack.defer(() => outbound.close())
  return outbound
}
