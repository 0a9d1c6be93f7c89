import type { Operation } from '#generated/server/operations.ts'
import type { Actor } from '../approvals/types.ts'
import type { Outcome } from '../calls/outcome.ts'
import { typedChoices } from '../policy/choices.ts'
import { Links } from '../policy/links.ts'
import { ownTextOf, splitPrompt } from '../policy/own-text.ts'
import type { Arguments, Choice, Trust } from '../policy/types.ts'
import type { PausedTrust } from './paused-run.ts'

interface RunTrustOptions {
  /** The current request of the caller; empty if it may be by others. */
  readonly prompt: string
  /** What the caller picked besides typing. */
  readonly choices: readonly Choice[]
  readonly isTainted: boolean
  readonly actor: Actor
  readonly run: string
  readonly operations: readonly Operation[]
}

/** What a run has read and spent, and what its person chose. */
export class RunTrust {
  readonly #options: RunTrustOptions
  readonly #chosen: readonly Choice[]
  readonly #links: Links
  #isTainted: boolean

  constructor(options: RunTrustOptions) {
    this.#options = options
    this.#chosen = [...options.choices, ...typedChoices(ownTextOf(splitPrompt(options.prompt)), options.operations)]
    this.#links = new Links(this.#chosen)
    this.#isTainted = options.isTainted
  }

  /** Whether text by others has been read. */
  get isTainted(): boolean {
    return this.#isTainted
  }

  /** For a run that waits. */
  get paused(): PausedTrust {
    const { prompt, choices, run } = this.#options
    return { prompt, choices, run, isTainted: this.#isTainted }
  }

  /** The id of the run, by which approvals know it. */
  get run(): string {
    return this.#options.run
  }

  taint(): void {
    this.#isTainted = true
  }

  /** Records a result before the model reads it. */
  saw({ operation, error, hasForeignText }: Outcome, text: string): void {
    if (hasForeignText) this.#isTainted = true
    if (operation && !error) this.#links.saw(operation, text)
  }

  /**
   * The trust with which a call is made.
   *
   * @param wasTainted whether the model had read text by others when it requested the call
   * @param spentMicroCredits by the run so far
   */
  of(
    operation: Operation,
    args: Arguments,
    { wasTainted, spentMicroCredits }: { wasTainted: boolean; spentMicroCredits: number },
  ): Trust {
    const { actor, run } = this.#options
    const link = wasTainted ? this.#links.follow(operation, args) : undefined
    this.#links.composed(args)
    const chosen = link ? [...this.#chosen, link] : this.#chosen
    return { isTainted: wasTainted, chosen, spentMicroCredits, run, actor }
  }
}
