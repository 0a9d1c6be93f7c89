/** Environment variables by name, as `process.env` has them. */
export type Environment = Readonly<Record<string, string | undefined>>

/** The environment of this process: the one place in the product that reads it. */
export const environment: Environment = process.env
