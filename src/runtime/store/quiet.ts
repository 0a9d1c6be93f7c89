/** knex would write to the console what the store already reports through its errors; passwords could be among it. */
export const quietKnexLog = {
  warn(): void {},
  error(): void {},
  deprecate(): void {},
  debug(): void {},
}
