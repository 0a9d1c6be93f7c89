import { readdir } from 'node:fs/promises'
import { Argument, type Command, type Option } from 'commander'
import { families } from '#generated/cli/index.ts'
import type { CliOptions } from './cli-options.ts'
import { shortened } from './output/width.ts'

const LONGEST_DESCRIPTION = 80

const scripts = {
  bash: `# Completion of onedoor for bash. Load it with: eval "$(onedoor completion bash)"
_onedoor() {
  local candidate
  COMPREPLY=()
  while IFS=$'\\t' read -r candidate _; do
    COMPREPLY+=("$candidate")
  done < <(onedoor complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _onedoor onedoor
`,
  zsh: `#compdef onedoor
# Completion of onedoor for zsh. Load it with: eval "$(onedoor completion zsh)"
_onedoor() {
  local -a candidates
  local name text
  while IFS=$'\\t' read -r name text; do
    candidates+=("\${name//:/\\\\:}\${text:+:$text}")
  done < <(onedoor complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)
  if (( $#candidates )); then _describe onedoor candidates; else _files; fi
}
if [[ $funcstack[1] == _onedoor ]]; then _onedoor "$@"; else compdef _onedoor onedoor; fi
`,
  fish: `# Completion of onedoor for fish. Load it with: onedoor completion fish | source
function __onedoor_complete
    set -l words (commandline -opc) (commandline -ct)
    set -l candidates (onedoor complete -- $words[2..-1] 2>/dev/null)
    if test (count $candidates) -gt 0
        printf '%s\\n' $candidates
    else
        __fish_complete_path (commandline -ct)
    end
end
complete -c onedoor -f -a '(__onedoor_complete)'
`,
} as const

/** Adds `completion`. */
export function addCompletionCommand(command: Command, { terminal }: CliOptions): void {
  command
    .addArgument(new Argument('<shell>', 'which shell').choices(Object.keys(scripts)))
    .addHelpText(
      'after',
      `
Examples:
  echo 'eval "$(onedoor completion bash)"' >> ~/.bashrc
  echo 'eval "$(onedoor completion zsh)"' >> ~/.zshrc
  onedoor completion fish > ~/.config/fish/completions/onedoor.fish`,
    )
    .action((shell: keyof typeof scripts) => {
      terminal.stdout.write(scripts[shell])
    })
}

/**
 * Completions of the last word, one per line: the candidate, and after a tab its description. None if a file or a free
 * value is expected.
 *
 * @param words the words after the program's name, the last of them incomplete or empty
 * @param programFor builds the program in which the command with that name has its options
 */
export async function candidates(
  words: readonly string[],
  programFor: (name: string | undefined) => Promise<Command>,
): Promise<string[]> {
  const before = words.slice(0, -1)
  const word = words.at(-1) ?? ''
  if (word.startsWith('@') && before.at(-1)?.startsWith('--')) return filesAt(word)
  const found = before[0] === 'call' ? await ofCall(before.slice(1), programFor) : await following(before, programFor)
  return found.filter((line) => line.startsWith(word)).sort()
}

/** Files whose path begins with the part of the word after its `@`; folders end with a slash. */
async function filesAt(word: string): Promise<string[]> {
  const lead = word.startsWith('@base64:') ? '@base64:' : '@'
  const folder = /^.*\//s.exec(word.slice(lead.length))?.[0] ?? ''
  const entries = await readdir(folder || '.', { withFileTypes: true }).catch(() => [])
  return entries
    .map((entry) => `${lead}${folder}${entry.name}${entry.isDirectory() ? '/' : ''}`)
    .filter((path) => path.startsWith(word) && !/\p{Cc}/u.test(path))
    .sort()
}

async function ofCall(before: readonly string[], programFor: (name: string) => Promise<Command>): Promise<string[]> {
  const [id, ...rest] = before
  if (id === undefined) {
    return Object.entries(families).flatMap(([name, { methods }]) => methods.map((method) => `${name}.${method}`))
  }
  return following([...id.split('.'), ...rest], programFor)
}

async function following(before: readonly string[], programFor: (name: string) => Promise<Command>): Promise<string[]> {
  let command = await programFor(before[0] ?? '')
  let index = 0
  for (; index < before.length && command.commands.length > 0; index++) {
    const next = command.commands.find(
      (each) => each.name() === before[index] || each.aliases().includes(before[index] ?? ''),
    )
    if (!next) return []
    command = next
  }
  if (command.commands.length > 0) {
    return command.commands.map((each) => line(each.name(), each.summary() || each.description()))
  }
  return optionsAfter(command, before.slice(index))
}

function optionsAfter(command: Command, typed: readonly string[]): string[] {
  const options = command.options.filter(({ hidden }) => !hidden)
  const last = options.find(({ long }) => long === typed.at(-1))
  if (last && !last.isBoolean()) return last.argChoices?.map((choice) => line(choice, '')) ?? []
  const choices = command.registeredArguments.flatMap(({ argChoices }) =>
    typed.length === 0 ? (argChoices ?? []) : [],
  )
  const free = options.filter((option) => isRepeatable(option) || !typed.includes(option.long ?? ''))
  return [...choices, ...free.map(({ long, description }) => line(long ?? '', description))]
}

/** Only options for lists are repeatable, and their help says so. */
function isRepeatable({ description }: Option): boolean {
  return description.includes('may be given several times')
}

function line(name: string, description: string): string {
  const text = shortened(description.split('\n')[0] ?? '', LONGEST_DESCRIPTION)
  return text === '' ? name : `${name}\t${text}`
}
