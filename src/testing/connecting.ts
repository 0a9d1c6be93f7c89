import type { GoogleStandIn } from './google-stand-in.ts'
import type { TestAccount, TestServer } from './server.ts'
import { TestVisitor } from './visitor.ts'

const place = '/settings/connections'

/**
 * Connects an account to Google through the pages, as a person would.
 *
 * @param kind the connection's kind, such as `gmail`
 * @param scopes what the person permits; everything requested if not given
 * @returns where the last page sent to, and the browser, still signed in
 */
export async function connectGoogle(
  { server, standIn }: { server: TestServer; standIn: GoogleStandIn },
  { username }: TestAccount,
  { kind, scopes }: { kind: string; scopes?: readonly string[] | undefined },
): Promise<{ visitor: TestVisitor; location: string | undefined }> {
  const visitor = await new TestVisitor(server.url).signIn(username)
  const sent = await visitor.submit(place, `${place}/connect`, { kind })
  const back = await standIn.permit(sent.location as string, scopes ? { scopes } : {})
  const { location } = await visitor.get(`${back.pathname}${back.search}`)
  return { visitor, location }
}
