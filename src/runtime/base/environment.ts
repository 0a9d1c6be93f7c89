/** Environment variables by name, like `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>

/** The environment of this process. Only this module reads it. */
export const environment: Environment = process.env
