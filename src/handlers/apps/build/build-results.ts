import type { Result } from '#generated/server/handlers.ts'
import { iso } from '#runtime/base/clock.ts'
import { oneLine, shorten } from '#runtime/base/text/shorten.ts'
import { MICRO_CREDITS_PER_CREDIT } from '#runtime/money/amounts.ts'
import { asBoolean } from '#runtime/store/values.ts'
import { addressOf } from '../results.ts'
import { type BuildRow, snippetLength } from '../rows/builds.ts'

type Summary = Result<'apps.builds'>['items'][number]
type Build = Result<'apps.buildstatus'>

/** Where a build is read that a wallet has paid for, below the public address. */
export const walletBuildsPath = '/apps/builds/'

/** A build as lists show it. */
export function buildSummary(row: BuildRow, baseUrl: string): Summary {
  const { id, owner, state, error, slug, name, base_slug: changes, is_tried: isTried } = row
  const status = owner === null ? walletBuildsPath : '/api/v1/apps/buildstatus?id='
  return {
    id,
    state,
    snippet: shorten(oneLine(row.prompt), snippetLength),
    cost_credits: Number(row.cost) / MICRO_CREDITS_PER_CREDIT,
    status_url: `${baseUrl}${status}${id}`,
    attempts: row.attempts,
    recoveries: row.recoveries,
    ...(error === null ? {} : { error }),
    ...(changes === null ? {} : { changes }),
    ...(state === 'complete' ? { is_tried: asBoolean(isTried ?? false) } : {}),
    ...(state === 'complete' && slug !== null ? { slug, url: addressOf(baseUrl, slug) } : {}),
    ...(state === 'complete' && name !== null ? { name } : {}),
    created: iso(row.created_at),
    updated: iso(row.updated_at),
  }
}

export function buildOf(row: BuildRow, baseUrl: string): Build {
  return { ...buildSummary(row, baseUrl), prompt: row.prompt }
}

/** The status of a build in words. */
export function buildText(build: Summary): string {
  const { id, state, error, name, url, attempts } = build
  if (state === 'complete') return `The build ${id} is complete: ${name}, ${url}`
  if (state === 'failed') return `The build ${id} has failed: ${error}`
  const which = attempts > 1 ? `, attempt ${attempts}` : ''
  return `The build ${id} is ${state}${which}; ask again in a few seconds.`
}
