import type { Handlers } from '../runtime/calls/pipeline.ts'

/** The families that this server serves. A family that stands here without one of its methods does not compile. */
export const handlers: Handlers = {}
