import { describe, test } from 'vitest'
import { ruleTester } from '../rule-testing.ts'
import { provenanceRule } from './provenance.ts'

const code = '@onedoor/spec-lint/provenance'

/** A method that looks up a height, with this in its result and its example. */
function looksUp({ fields = '', values = '', provider = 'open-meteo' } = {}): string {
  return `
    model HillsHeightArgs {
      /** Name of the hill. */
      name: Line;
    }
    model Hill {
      /** Height in metres. */
      height_m: float64;
      ${fields}
    }
    @family("hills")
    interface Hills {
      /** The height of a hill. */
      @summary("Look up a height")
      @needs(Caller.open)
      @provider("${provider}")
      @opExample(#{ parameters: #{ name: "Ben Nevis" }, returnType: #{ _: 200, result: #{ height_m: 1345, ${values} } } })
      height is Read<HillsHeightArgs, Hill>;
    }`
}

const fields = `
  /** Who provided it. */ source: string;
  /** When. */ as_of: Moment;
  /** Whether it is old. */ stale: boolean;
  /** To show. */ attribution?: string;`
const values = 'source: "OSM", as_of: Moment.fromISO("2026-11-21T09:30:00.000Z"), stale: false,'

describe('data about the world names its origin', async () => {
  const tester = await ruleTester(provenanceRule)

  test('source, age and, in the example, the attribution are enough', () =>
    tester.expect(looksUp({ fields, values: `${values} attribution: "© OSM"` })).toBeValid())

  test('a missing field is reported, with the example that cannot show it', () =>
    tester
      .expect(looksUp({ fields: '/** Who. */ source?: string; /** To show. */ attribution?: string;' }))
      .toEmitDiagnostics([
        { code, message: /^The result of height comes from a provider and has no as_of, stale/ },
        { code, message: /^The example of height names no attribution/ },
      ]))

  test('an example without the attribution is reported', () =>
    tester
      .expect(looksUp({ fields, values }))
      .toEmitDiagnostics({ code, message: /^The example of height names no attribution/ }))

  test('entries may name it, each its own', () =>
    tester
      .expect(
        looksUp({
          fields: `/** The parts. */ parts: Part[]; }\n model Part { ${fields}`,
          values: `parts: #[#{ ${values} attribution: "© OSM" }]`,
        }),
      )
      .toBeValid())

  test("a provider that works for the caller has nobody's data", () =>
    tester.expect(looksUp({ provider: 'model' })).toBeValid())
})
