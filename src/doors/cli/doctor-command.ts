import type { Command } from 'commander'
import type { Finding } from '../../runtime/kit/finding.ts'
import type { CliOptions } from './cli-options.ts'
import { writeJson, writeTable } from './output/terminal.ts'

/** Adds `doctor`. */
export function addDoctorCommand(program: Command, options: CliOptions): void {
  program
    .command('doctor')
    .description(
      'check settings, data directory, disk, database and ports, and call each configured provider and the model once',
    )
    .option('--json', 'as JSON')
    .addHelpText('after', '\nExit codes: 0 everything works or is switched off, 1 something is broken.')
    .action((flags: { json?: true }) => report(options, flags.json === true))
}

async function report({ terminal, examine }: CliOptions, asJson: boolean): Promise<void> {
  const findings = await examine()
  if (asJson) writeJson(terminal, findings)
  else writeTable(terminal, ['WHAT', 'STATE', 'DETAIL'], findings.map(rowOf))
  const broken = findings.filter(({ state }) => state === 'broken')
  if (broken.length > 0) throw new Error(`${broken.length} of ${findings.length} checks failed.`)
}

function rowOf({ what, state, detail }: Finding): string[] {
  return [what, state, detail]
}
