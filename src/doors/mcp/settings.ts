import { z } from 'zod'
import { parseUrl } from '../../runtime/base/parse-url.ts'
import { setting } from '../../runtime/base/setting.ts'

/** Who may connect to the machine endpoint from a browser. */
export const mcpSettings = {
  mcpOrigins: setting({
    name: 'MCP_ORIGINS',
    rule: 'origins such as https://client.example, separated by commas or spaces, or none',
    fallback: 'none',
    meaning: 'The origins, in addition to that of BASE_URL, whose pages may connect to the MCP endpoint at `/mcp`.',
    without: 'MCP clients that run in a web page cannot connect. Other MCP clients can.',
    example: 'https://client.example, http://localhost:6274',
    schema: () =>
      z
        .string()
        .transform((text) => (text === 'none' ? [] : text.split(/[\s,]+/).filter(Boolean)))
        .refine((origins) => origins.every((text) => parseUrl(text)?.origin === text)),
  }),
} as const
