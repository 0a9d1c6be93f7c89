/** The peer's validation, as strict as the product's: all faults at once, unknown arguments refused. fastify brings the formats itself. */
export const peerAjv = {
  customOptions: { coerceTypes: true, removeAdditional: false, allErrors: true, strict: false },
} as const
