import { describe, expect, test } from 'vitest'
import { OutboundFailure } from './failure.ts'
import { type Choice, firstOf } from './first-of.ts'
import type { Provided } from './provider.ts'

const { signal } = new AbortController()

function choice(outcome: 'fresh' | 'stale' | 'fails' | 'off', source: string, asked: string[]): Choice<string> {
  const isConfigured = outcome !== 'off'
  return {
    provider: {
      isConfigured,
      checkConfigured() {
        if (!isConfigured) throw new OutboundFailure('not_configured', `${source} is not configured.`)
      },
    },
    async read() {
      asked.push(source)
      if (outcome === 'fails') throw new OutboundFailure('network', `${source} cannot be reached.`)
      const isStale = outcome === 'stale'
      return { data: source, isStale, isFree: isStale, asOfMs: 0, provenance: { source, as_of: '', stale: isStale } }
    },
  }
}

async function from(...outcomes: Parameters<typeof choice>[0][]) {
  const asked: string[] = []
  const choices = outcomes.map((outcome, index) => choice(outcome, 'abc'[index] as string, asked))
  const found = await firstOf(choices, { signal }).then(
    ({ data, isStale }: Provided<string>) => `${data}${isStale ? ' stale' : ''}`,
    (failure: Error) => failure.message,
  )
  return [found, asked.join('')]
}

describe('of several providers', () => {
  test.each([
    [['fresh', 'fresh'], 'a', 'a'],
    [['fails', 'fresh', 'fresh'], 'b', 'ab'],
    [['off', 'fresh'], 'b', 'b'],
    [['stale', 'fresh'], 'b', 'ab'],
    [['stale', 'fails'], 'a stale', 'ab'],
    [['fails', 'stale', 'stale'], 'b stale', 'abc'],
    [['fails', 'fails'], 'a cannot be reached.', 'ab'],
    [['off', 'off'], 'a is not configured.', ''],
  ] as const)('which are %j, the result is %j', async (outcomes, expected, asked) => {
    expect(await from(...outcomes)).toEqual([expected, asked])
  })

  test('no further one is requested when the caller has disconnected', async () => {
    const asked: string[] = []
    const gone = AbortSignal.abort(new Error('gone'))
    await expect(firstOf([choice('fails', 'a', asked), choice('fresh', 'b', asked)], { signal: gone })).rejects.toThrow(
      'a cannot',
    )
    expect(asked).toEqual(['a'])
  })
})
