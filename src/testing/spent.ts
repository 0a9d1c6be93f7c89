import type { TestAccount, TestServer } from './server.ts'

/** The micro-credits that an account spends on some work. */
export async function spent(server: TestServer, { id }: TestAccount, work: () => Promise<unknown>): Promise<number> {
  const before = await server.ledger.balance(id)
  await work()
  return before.balance - (await server.ledger.balance(id)).balance
}
