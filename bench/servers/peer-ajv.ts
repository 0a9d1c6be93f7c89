import addFormats from 'ajv-formats'
import type { FastifyServerOptions } from 'fastify'

/** The peer's validation, as strict as the product's: all faults at once, unknown arguments refused, formats checked. */
export const peerAjv = {
  customOptions: { coerceTypes: true, removeAdditional: false, allErrors: true, strict: false },
  onCreate: (ajv) => void addFormats.default(ajv),
} satisfies FastifyServerOptions['ajv']
