import type { Asker } from '../base/asker.ts'
import { OutboundFailure } from './failure.ts'
import type { Provided, Provider } from './provider.ts'

/** A provider, and how to read from it data that others have as well. */
export interface Choice<T> {
  readonly provider: Pick<Provider, 'isConfigured' | 'checkConfigured'>
  read(): Promise<Provided<T>>
}

/**
 * Data that several providers have, from the first that returns fresh ones. Providers that are not configured are skipped.
 * Stale data are used only if none returns fresh ones.
 *
 * @param asker for whom: after the caller disconnects, no further provider is requested
 * @throws OutboundFailure of the first provider that failed; `not_configured` when none is configured
 */
export async function firstOf<T>(choices: readonly Choice<T>[], asker: Pick<Asker, 'signal'>): Promise<Provided<T>> {
  const configured = choices.filter(({ provider }) => provider.isConfigured)
  if (configured.length === 0) choices[0]?.provider.checkConfigured()
  let stale: Provided<T> | undefined
  let firstFailure: unknown
  for (const { read } of configured) {
    try {
      const provided = await read()
      if (!provided.isStale) return provided
      stale ??= provided
    } catch (failure) {
      if (!(failure instanceof OutboundFailure) || asker.signal.aborted) throw failure
      firstFailure ??= failure
    }
  }
  if (stale) return stale
  throw firstFailure
}
