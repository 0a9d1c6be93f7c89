import { z } from 'zod'
import { optional } from '#runtime/base/setting.ts'

/** Settings of hosted apps. */
export const appSettings = {
  appsHost: optional({
    name: 'APPS_HOST',
    rule: 'an address with scheme and host, such as https://apps.example.org, without a path',
    fallbackText: 'none',
    meaning:
      'Another address that leads to this server with its Host header unchanged, from which the frames with apps are loaded and nothing else: best a domain of its own, so that browsers give apps a process of their own.',
    without: 'Apps are loaded from the address of the server, in a sandbox without an origin.',
    example: 'https://apps.example.org',
    schema: z
      .string()
      .regex(/^https?:\/\/[a-z0-9.-]+(?::\d{1,5})?$/i)
      .transform((address) => new URL(address).origin),
  }),
} as const
