import { iso1A2Code } from '@rapideditor/country-coder'
import { expect, test } from 'vitest'
import { capitals } from './capital-examples.ts'
import { nominatimExamples } from './nominatim-examples.ts'

function found(q: string): string[] {
  const request = { method: 'GET', path: '/search', query: new URLSearchParams({ q }), body: undefined }
  const { json } = nominatimExamples(request, 0) ?? {}
  return (json as { display_name: string }[]).map(({ display_name: name }) => name)
}

test('each capital is in its country', () => {
  const elsewhere = capitals.filter(({ country, lat, lon }) => iso1A2Code([lon, lat])?.toLowerCase() !== country)
  expect(elsewhere.map(({ name, country }) => `${name}, ${country}`)).toEqual([])
  expect(new Set(capitals.map(({ country }) => country)).size).toBe(capitals.length)
})

test('each capital is found by its name, also with its country and without accents', () => {
  for (const { name } of capitals) expect(found(name).length, name).toBeGreaterThan(0)
  for (const query of ['London', ' london, GB', 'LONDON (United Kingdom)']) {
    expect(found(query)).toEqual(['London, United Kingdom'])
  }
  expect(found('Brasilia')).toEqual(['Brasília, Brazil'])
  expect(found("King's Cross, London")).toHaveLength(1)
  expect(found('Xyzzy')).toEqual([])
  // All of the words count, also those of scripts without spaces.
  expect(found('東京 London')).toEqual([])
})
