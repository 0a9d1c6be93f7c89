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
    fallbackText: `\`${usualPort}\`, or any free port if PORT is 0`,
    meaning:
      'The port for gRPC, gRPC-Web and Connect calls to the framework services, and for HTTP calls to the gateway. With `off`, neither is served on its own port.',
    without: 'Nothing.',
    example: '8081',
    schema: () => wholeNumber(0, 65_535).or('off', 'off' as const),
  }),
  gatewayHost: optional({
    name: 'GATEWAY_HOST',
    rule: 'a host name, without a scheme or port',
    fallbackText: 'none',
    meaning:
      'The host name at which the gateway is also served on PORT. Requests to `<namespace>.<GATEWAY_HOST>` are for that namespace.',
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
