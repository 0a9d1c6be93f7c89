import { z } from 'zod'
import type { Clock } from '../runtime/base/clock.ts'
import { version as ownVersion } from '../runtime/base/version.ts'
import type { Finding } from '../runtime/kit/finding.ts'
import type { Outbound } from '../runtime/outbound/outbound.ts'
import type { Config } from './config.ts'

const dayMs = 86_400_000
const maxBytes = 10_000
const timeoutMs = 5_000
const what = 'new version'

/** The document at UPDATE_CHECK_URL. */
const release = z.object({
  version: z
    .string()
    .max(40)
    .regex(/^\d{1,9}\.\d{1,9}\.\d{1,9}$/),
  url: z.httpUrl().max(500),
})

interface UpdateCheckOptions {
  readonly config: Pick<Config, 'updateCheckUrl'>
  readonly outbound: Pick<Outbound, 'fetch'>
  readonly clock: Clock
}

/**
 * Compares the version of this server with the one that the operator's UPDATE_CHECK_URL names. The request contains nothing
 * about this instance.
 *
 * @returns finds the state, with at most one request a day; no finding if the setting is not set. It never rejects
 */
export function createUpdateCheck({ config, outbound, clock }: UpdateCheckOptions): () => Promise<Finding[]> {
  const { updateCheckUrl: url } = config
  let checkedAt = Number.NEGATIVE_INFINITY
  let finding: Promise<Finding[]> = Promise.resolve([])
  return () => {
    if (url !== undefined && clock.now() - checkedAt >= dayMs) {
      checkedAt = clock.now()
      finding = check(url, outbound).then((found) => [found])
    }
    return finding
  }
}

async function check(url: string, outbound: Pick<Outbound, 'fetch'>): Promise<Finding> {
  try {
    const asker = { subject: what, signal: AbortSignal.timeout(timeoutMs) }
    const fetched = await outbound.fetch(asker, url, {
      // The usual name of the client contains BASE_URL.
      ...{ argument: 'UPDATE_CHECK_URL', headers: { 'user-agent': 'Onedoor' } },
      ...{ trustedOrigin: new URL(url).origin, maxBytes, timeoutMs, maxRedirects: 0 },
    })
    const newest = release.parse(JSON.parse(fetched.text()))
    if (!isNewer(newest.version, ownVersion)) return { what, state: 'works', detail: `${ownVersion} is the newest` }
    const detail = `${newest.version} is available, and this server has ${ownVersion}`
    return { what, state: 'outdated', detail, link: newest.url }
  } catch (failure) {
    const reason =
      failure instanceof SyntaxError || failure instanceof z.ZodError
        ? 'it must return JSON with a version such as 1.2.3 and the url of its page'
        : (failure as Error).message.replace(/\.$/, '')
    return { what, state: 'broken', detail: `not checked: ${reason}. Check UPDATE_CHECK_URL.` }
  }
}

/** Whether a version of three numbers is later than another. */
export function isNewer(version: string, than: string): boolean {
  const [one, other] = [version, than].map((each) => each.split('.').map(Number))
  const at = [0, 1, 2].find((index) => one?.[index] !== other?.[index])
  return at !== undefined && Number(one?.[at]) > Number(other?.[at])
}
