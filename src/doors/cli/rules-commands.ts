import type { Command } from 'commander'
import { parseRules, presetTexts, type RulesDocument } from '../../runtime/policy/rules-document.ts'
import { ruleWords, subjectWords } from '../../runtime/policy/rules-words.ts'
import { sourcesOf } from './calls/argument-sources.ts'
import { type CliOptions, withInstance } from './cli-options.ts'
import { counted, note, writeJson, writeTable } from './output/terminal.ts'

/** Adds `rules show`, `rules set` and `rules test`. */
export function addRulesCommands(rules: Command, options: CliOptions): void {
  rules
    .command('show')
    .description('show the rules of an account')
    .argument('<name>', 'username')
    .option('--json', 'as the document that "rules set" takes')
    .action((name: string, flags: { json?: true }) => show(options, name, flags))
  rules
    .command('set')
    .description('replace the rules of an account')
    .argument('<name>', 'username')
    .argument('<file>', 'a rules document in JSON, or - for standard input')
    .addHelpText(
      'after',
      '\nThe schema is at /settings/rules/schema.json.\n\nExample:\n  onedoor rules set alice rules.json',
    )
    .action((name: string, file: string) => set(options, name, file))
  rules
    .command('test')
    .description("run the tests of a rules document as if it were the account's, and change nothing")
    .argument('<name>', 'username')
    .argument('[file]', "a rules document in JSON, or - for standard input; the account's own if omitted")
    .action((name: string, file?: string) => test(options, name, file))
}

async function readRules({ terminal }: CliOptions, file: string): Promise<RulesDocument> {
  return parseRules(await sourcesOf(terminal).text('file', `@${file}`))
}

async function show(options: CliOptions, username: string, { json }: { json?: true }): Promise<void> {
  const { terminal } = options
  const document = await withInstance(options, async ({ accounts, rules }) =>
    rules.get((await accounts.get(username)).id),
  )
  if (json) return writeJson(terminal, document)
  const { name, text } = presetTexts[document.preset]
  note(terminal, `${name}. ${text}`)
  if (document.rules.length === 0) return note(terminal, `${username} has no other rules.`)
  writeTable(
    terminal,
    ['RULE', 'FOR'],
    document.rules.map((rule) => [ruleWords(rule), rule.for ? subjectWords(rule.for) : 'all programs']),
  )
}

async function set(options: CliOptions, username: string, file: string): Promise<void> {
  const document = await readRules(options, file)
  const count = counted(document.rules.length, 'rule')
  await withInstance(options, async ({ accounts, audit, rules }) => {
    const { id } = await accounts.get(username)
    await rules.set(id, document)
    await audit.record({
      action: 'rules_set',
      subject: username,
      via: 'command',
      detail: `${document.preset}, ${count}`,
    })
  })
  options.terminal.stdout.write(`The rules of ${username} were set: ${document.preset}, ${count}.\n`)
}

async function test(options: CliOptions, username: string, file: string | undefined): Promise<void> {
  const given = file === undefined ? undefined : await readRules(options, file)
  const results = await withInstance(options, async ({ accounts, rules, testRules }) => {
    const { id } = await accounts.get(username)
    return testRules(id, given ?? (await rules.get(id)))
  })
  if (results.length === 0) return note(options.terminal, 'The document has no tests.')
  writeTable(
    options.terminal,
    ['RESULT', 'CALL', 'BY', 'EXPECTED', 'DECIDED', 'REASON'],
    results.map(({ operation, for: who, expect, decision, reason = '' }) => [
      ...[expect === decision ? 'passed' : 'failed', operation, subjectWords(who), expect, decision, reason],
    ]),
  )
  const failed = results.filter(({ expect, decision }) => expect !== decision).length
  if (failed > 0) throw new Error(`${failed} of ${counted(results.length, 'test')} failed.`)
}
