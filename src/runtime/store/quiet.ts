/** Prevents knex from writing to the console: the store reports errors itself, and knex could print passwords. */
export const quietKnexLog = {
  warn(): void {},
  error(): void {},
  deprecate(): void {},
  debug(): void {},
}
