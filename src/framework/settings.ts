import { z } from 'zod'
import { hostName } from '../runtime/base/host-name.ts'
import type { secretSettings } from '../runtime/base/secrets/settings.ts'
import { optional, type Values, wholeNumber } from '../runtime/base/setting.ts'
import type { TrustedProxies } from '../runtime/limits/client-address.ts'
import type { coreSettings } from './core-settings.ts'

const usualPort = 8081

/** Settings of the gateway. */
export const gatewaySettings = {
  gatewayPort: optional({
    name: 'GATEWAY_PORT',
    rule: 'a whole number from 0 to 65535 (0 takes any free port), or off',
    fallbackText: `\`${usualPort}\`, or any free port where PORT is 0`,
    meaning:
      'The port on which the services of the framework serve gRPC, gRPC-Web and Connect, and the gateway HTTP. `off` for none.',
    without: 'Nothing.',
    example: '8081',
    schema: () => wholeNumber(0, 65_535).or('off', 'off' as const),
  }),
  gatewayHost: optional({
    name: 'GATEWAY_HOST',
    rule: 'a host name, without scheme and port',
    fallbackText: 'none',
    meaning:
      'The host name under which the gateway is also served on PORT; requests to `<namespace>.<this name>` are for that namespace.',
    without: 'The gateway is served only on GATEWAY_PORT, and namespaces have no host names.',
    example: 'gateway.onedoor.example.org',
    schema: () =>
      z
        .string()
        .regex(hostName)
        .transform((name) => name.toLowerCase()),
  }),
} as const

/**
 * The port of the gateway; undefined if it has none.
 *
 * @param settings port: the value of PORT
 */
export function gatewayPortOf(settings: { port: number; gatewayPort: number | 'off' | undefined }): number | undefined {
  const { port, gatewayPort = port === 0 ? 0 : usualPort } = settings
  return gatewayPort === 'off' ? undefined : gatewayPort
}

/** The settings that the framework reads: its own, and those of the port, the proxies and the data directory. */
export type FrameworkSettings = Values<typeof gatewaySettings> &
  Values<typeof coreSettings> &
  Values<typeof secretSettings> & {
    readonly host: string
    readonly port: number
    readonly dataDir: string
    readonly trustedProxies: TrustedProxies
  }
