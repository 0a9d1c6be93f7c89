import type { Result } from '#generated/server/handlers.ts'
import { iso } from '#runtime/base/clock.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { oneLine, shorten } from '#runtime/base/text/shorten.ts'
import { originOf } from '#runtime/kit/origin.ts'
import { MICRO_CREDITS_PER_CREDIT } from '#runtime/money/amounts.ts'
import type { Reader } from '#runtime/store/types.ts'
import { asBoolean } from '#runtime/store/values.ts'
import { addressOf } from '../results.ts'
import { type BuildRow, owned, snippetLength } from '../rows/builds.ts'
import { maxAttempts } from './build-queue.ts'

type Summary = Result<'apps.builds'>['items'][number]
type Build = Result<'apps.buildstatus'>

/** Path of the page of a build that a wallet has paid for. */
export const walletBuildsPath = '/apps/builds/'

/** One of an account's builds. @throws ApiError not_found, the same for someone else's build */
export async function ownBuild(reader: Reader, id: string, owner: string): Promise<BuildRow> {
  const row = await reader.get<BuildRow>(owned({ id, owner }))
  if (row) return row
  throw new ApiError('not_found', 'You have no build with this id. Use apps.builds to list your builds.')
}

/** A build as lists show it. */
export function buildSummary(row: BuildRow, baseUrl: string): Summary {
  const { id, owner, state: status, error, slug, name, base_slug: changes, is_tried: isTried } = row
  const statusPath = owner === null ? walletBuildsPath : '/api/v1/apps/buildstatus?id='
  return {
    id,
    status,
    state: status,
    snippet: shorten(oneLine(row.prompt), snippetLength),
    cost_credits: Number(row.cost) / MICRO_CREDITS_PER_CREDIT,
    status_url: `${baseUrl}${statusPath}${id}`,
    attempts: row.attempts,
    recoveries: row.recoveries,
    ...(error === null ? {} : { error }),
    ...(changes === null ? {} : { changes }),
    ...(status === 'complete' ? { is_tried: asBoolean(isTried ?? false) } : {}),
    ...(status === 'complete' && slug !== null ? { slug, url: addressOf(baseUrl, slug) } : {}),
    ...(status === 'complete' && name !== null ? { name } : {}),
    created: iso(row.created_at),
    updated: iso(row.updated_at),
    ...originOf(row),
  }
}

export function buildOf(row: BuildRow, baseUrl: string): Build {
  return { ...buildSummary(row, baseUrl), prompt: row.prompt }
}

/** The status of a build in words, for a program that polls it. */
export function buildText(build: Summary): string {
  const { id, status, error, name, url, attempts } = build
  if (status === 'complete') return `The build ${id} is complete: ${name}, ${url}`
  if (status === 'failed') return `The build ${id} has failed: ${error}`
  const attempt = attempts > 1 ? `, attempt ${attempts}` : ''
  return `The build ${id} is ${status}${attempt}. Check again in a few seconds.`
}

/** The status of a build in words, for the person who waits for it. */
export function stateText({ state, attempts, faults }: Pick<BuildRow, 'state' | 'attempts' | 'faults'>): string {
  const attempt = attempts > 1 ? ` This is attempt ${attempts} of ${maxAttempts}.` : ''
  switch (state) {
    case 'queued':
      return faults === null ? 'Waiting in the queue.' : 'Faults were found and will be corrected.'
    case 'generating':
      return `The app is being written.${attempt}`
    case 'validating':
      return `The app is being checked.${attempt}`
    case 'saving':
      return 'The app is being saved.'
    case 'complete':
      return 'The app is ready.'
    case 'failed':
      return 'The build has failed.'
  }
}
