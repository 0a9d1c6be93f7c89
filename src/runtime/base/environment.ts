/** Environment variables by name, as `process.env` has them. */
export type Environment = Readonly<Record<string, string | undefined>>

/** The environment of this process. Only this module reads it. */
export const environment: Environment = process.env
