import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Operation, operations } from '#generated/server/operations.ts'
import { decide } from '../policy/decide.ts'
import type { Arguments, Choice } from '../policy/types.ts'
import { RunTrust } from './run-trust.ts'

const sequences = 5000
const objects = ['alpha', 'beta'] as const
type Title = (typeof objects)[number]

/**
 * What the model knows about a call, written by hand and not read from the spec: `free` never needs consent, `never` always
 * does, and the others need it after text by others has been read, unless every object in `needs` was chosen.
 */
interface Act {
  readonly id: string
  args(title: Title): Arguments
  readonly consent: 'free' | 'always' | 'tainted'
  needs?(title: Title): readonly string[]
  /** What it does to the record of that title, or reads. */
  readonly does?: 'writes' | 'reads record' | 'reads others' | 'deletes'
  /** In credits. */
  readonly price?: number
  /** It replaces a record only if there is one. */
  readonly isUpsert?: true
}

const acts: readonly Act[] = [
  { id: 'news.read', args: (id) => ({ id }), consent: 'free', does: 'reads others' },
  { id: 'notes.get', args: (title) => ({ title }), consent: 'free', does: 'reads record' },
  {
    id: 'notes.add',
    args: (title) => ({ title, text: 'x' }),
    consent: 'free',
    does: 'writes',
    isUpsert: true,
    needs: (title) => [title],
  },
  { id: 'notes.delete', args: (title) => ({ title }), consent: 'always', does: 'deletes' },
  { id: 'docs.write', args: () => ({ title: 'x', content: 'x' }), consent: 'free' },
  { id: 'docs.write', args: (id) => ({ id, content: 'x' }), consent: 'tainted', needs: (id) => [id] },
  {
    id: 'docs.write',
    args: (id) => ({ id, content: 'x', public: true }),
    consent: 'tainted',
    needs: (id) => [id, 'public'],
  },
  { id: 'chat.send', args: (room) => ({ room, message: 'x' }), consent: 'tainted', needs: (room) => [room] },
  { id: 'blog.create', args: () => ({ title: 'x', content: 'x' }), consent: 'tainted' },
  {
    id: 'browser.read',
    args: (name) => ({ url: `https://${name}.example/` }),
    consent: 'tainted',
    needs: (name) => [`https://${name}.example/`],
    does: 'reads others',
    price: 4,
  },
  { id: 'events.create', args: () => ({ title: 'x', when: 'x', prompt: 'x' }), consent: 'tainted', needs: () => ['x'] },
  {
    id: 'groups.update',
    args: (id) => ({ id, action: 'add', account: 'eve' }),
    consent: 'always',
    does: 'reads others',
  },
  { id: 'mail.send', args: (to) => ({ to, subject: 'x', body: 'x' }), consent: 'always' },
  { id: 'places.nearby', args: () => ({ near: 'x' }), consent: 'free', does: 'reads others', price: 5 },
]

const byId = (id: string): Operation => operations.find((each) => each.id === id) as Operation

type Step =
  | {
      readonly kind: 'call'
      readonly run: 0 | 1
      readonly act: Act
      readonly title: Title
      readonly isApproved: boolean
    }
  | { readonly kind: 'edit'; readonly title: Title }
  | {
      readonly kind: 'request'
      readonly run: 0 | 1
      readonly choices: readonly Choice[]
      readonly isSameThread: boolean
    }

const run = fc.constantFrom(0 as const, 1 as const)
const title = fc.constantFrom(...objects)
const chosen = fc.record({
  operation: fc.constantFrom(...new Set(acts.map(({ id }) => id))),
  object: fc.constantFrom(...objects, 'public', 'x', ...objects.map((name) => `https://${name}.example/`)),
})
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('call' as const),
      run,
      act: fc.constantFrom(...acts),
      title,
      isApproved: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('edit' as const), title }) },
  {
    weight: 2,
    arbitrary: fc.record({
      ...{ kind: fc.constant('request' as const), run, isSameThread: fc.boolean() },
      choices: fc.array(chosen, { maxLength: 6 }),
    }),
  },
)

/** The policy as it is built, over records that only have their marks. */
class Built {
  readonly #runs = [this.#begun([], false), this.#begun([], false)]
  readonly #spent = [0, 0]
  readonly marks = new Map<Title, boolean>()

  #begun(choices: readonly Choice[], isTainted: boolean): RunTrust {
    return new RunTrust({ prompt: '', choices, isTainted, actor: { kind: 'agent' }, run: 'run_1', operations })
  }

  request(at: 0 | 1, choices: readonly Choice[], isSameThread: boolean): void {
    this.#runs[at] = this.#begun(choices, isSameThread && this.#runOf(at).isTainted)
    this.#spent[at] = 0
  }

  edit(edited: Title): void {
    if (this.marks.has(edited)) this.marks.set(edited, false)
  }

  call(at: 0 | 1, act: Act, named: Title, isApproved: boolean): string {
    const operation = byId(act.id)
    const trusted = this.#runOf(at)
    const spentMicroCredits = this.#spent[at] as number
    const trust = trusted.of(operation, act.args(named), { wasTainted: trusted.isTainted, spentMicroCredits })
    const { kind } = decide(
      operation,
      act.args(named),
      trust,
      [],
      act.isUpsert && this.marks.has(named) ? 'overwrites own' : undefined,
    )
    if (kind !== 'allow' && !isApproved) return kind
    this.#spent[at] = spentMicroCredits + operation.microCredits
    if (act.does === 'writes') this.marks.set(named, trust.isTainted || (this.marks.get(named) ?? false))
    if (act.does === 'deletes') this.marks.delete(named)
    const hasForeignText =
      operation.foreignText !== undefined || (act.does === 'reads record' && (this.marks.get(named) ?? false))
    trusted.saw({ operation, result: {}, hasForeignText }, '')
    return kind
  }

  #runOf(at: 0 | 1): RunTrust {
    return this.#runs[at] as RunTrust
  }
}

/** A run as it is meant. */
interface MeantRun {
  readonly strangers: Set<string>
  readonly choices: readonly Choice[]
  credits: number
}

const newRun = (): MeantRun => ({ strangers: new Set(), choices: [], credits: 0 })

/** The policy as it is meant: each run and each record has the strangers whose words it may carry. */
class Meant {
  readonly #runs = [newRun(), newRun()]
  readonly records = new Map<Title, Set<string>>()

  #runOf(at: 0 | 1): MeantRun {
    return this.#runs[at] as MeantRun
  }

  request(at: 0 | 1, choices: readonly Choice[], isSameThread: boolean): void {
    const strangers = isSameThread ? this.#runOf(at).strangers : new Set<string>()
    this.#runs[at] = { strangers, choices, credits: 0 }
  }

  edit(edited: Title): void {
    this.records.get(edited)?.clear()
  }

  call(at: 0 | 1, act: Act, named: Title, isApproved: boolean): string {
    const mine = this.#runOf(at)
    const kind = this.#isFree(mine, act, named) ? 'allow' : 'ask'
    if (kind === 'ask' && !isApproved) return kind
    mine.credits += act.price ?? 0
    const record = this.records.get(named)
    if (act.does === 'writes') this.records.set(named, new Set([...(record ?? []), ...mine.strangers]))
    if (act.does === 'deletes') this.records.delete(named)
    if (act.does === 'reads others') mine.strangers.add(act.id)
    if (act.does === 'reads record') for (const stranger of record ?? []) mine.strangers.add(stranger)
    return kind
  }

  #isFree({ strangers, choices, credits }: MeantRun, act: Act, named: Title): boolean {
    if (act.consent === 'always') return false
    if (strangers.size === 0) return true
    if (act.price !== undefined && credits + act.price > 10) return false
    if (act.consent === 'free' && !(act.isUpsert && this.records.has(named))) return true
    const needs = act.needs?.(named) ?? []
    return (
      needs.length > 0 &&
      needs.every((object) => choices.some((each) => each.operation === act.id && each.object === object))
    )
  }
}

test(`the policy does what it means in ${sequences} sequences of reads, stores, edits and acts`, () => {
  const seen = { allow: 0, ask: 0 }
  fc.assert(
    fc.property(fc.array(step, { minLength: 5, maxLength: 20 }), (steps) => {
      const [built, meant] = [new Built(), new Meant()]
      for (const each of steps) {
        for (const policy of [built, meant]) {
          if (each.kind === 'edit') policy.edit(each.title)
          if (each.kind === 'request') policy.request(each.run, each.choices, each.isSameThread)
        }
        if (each.kind !== 'call') continue
        const decided = built.call(each.run, each.act, each.title, each.isApproved)
        expect(decided).toBe(meant.call(each.run, each.act, each.title, each.isApproved))
        seen[decided as keyof typeof seen] += 1
        const marked = [...meant.records].map(([name, strangers]) => [name, strangers.size > 0])
        expect([...built.marks]).toEqual(marked)
      }
    }),
    { numRuns: sequences },
  )
  expect(Math.min(seen.allow, seen.ask)).toBeGreaterThan(sequences)
})
