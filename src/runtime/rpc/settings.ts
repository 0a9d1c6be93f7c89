import { z } from 'zod'
import { optional, setting, wholeNumber } from '../setting.ts'

const usualPort = 8081
const HOST_NAME = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/i

/** The settings of the gateway and the framework's services: part of the table in config.ts. */
export const gatewaySettings = {
  gatewayPort: optional({
    name: 'GATEWAY_PORT',
    rule: 'a whole number from 0 to 65535 (0 takes any free port), or off',
    fallbackText: `\`${usualPort}\`, or any free port where PORT is 0`,
    meaning:
      'The port on which the services of the framework answer gRPC, gRPC-Web and Connect, and the gateway HTTP. `off` for none.',
    without: 'Nothing.',
    example: '8081',
    schema: z.union([z.literal('off'), wholeNumber(0, 65_535)]),
  }),
  gatewayHost: optional({
    name: 'GATEWAY_HOST',
    rule: 'a host name, without scheme and port',
    fallbackText: 'none',
    meaning:
      'The host name under which the gateway answers on PORT as well; requests to `<namespace>.<this name>` are for that namespace.',
    without: 'The gateway answers on GATEWAY_PORT alone, and namespaces have no host names.',
    example: 'gateway.onedoor.example.org',
    schema: z
      .string()
      .regex(HOST_NAME)
      .transform((name) => name.toLowerCase()),
  }),
  gatewayTimeoutMs: setting({
    name: 'GATEWAY_TIMEOUT_S',
    rule: 'a whole number of seconds from 1 to 3600',
    fallback: '60',
    meaning: 'How many seconds a service that users registered gets to answer a call that is no stream.',
    without: 'Nothing.',
    example: '30',
    schema: wholeNumber(1, 3600).transform((seconds) => seconds * 1000),
  }),
} as const

/**
 * Where the gateway listens; undefined where it does not.
 *
 * @param settings port: that of PORT, as it was set
 */
export function gatewayPortOf(settings: { port: number; gatewayPort: number | 'off' | undefined }): number | undefined {
  const { port, gatewayPort = port === 0 ? 0 : usualPort } = settings
  return gatewayPort === 'off' ? undefined : gatewayPort
}
