import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'
import type { Environment } from './environment.ts'
import type { Settings } from './setting.ts'

/** The variable that names a file of settings. It is no setting itself: the file cannot contain it. */
const SETTINGS_FILE = 'ONEDOOR_SETTINGS'
/** The end of the variable that names a file with the value of a secret setting. */
const fileEnding = '_FILE'
const maxBytes = 65_536

/** Where the text of a setting comes from. */
export interface SettingText {
  readonly text: string
  /** In words, such as `the environment`. */
  readonly source: string
}

/**
 * Finds the text of each setting: in the environment, in the file that ONEDOOR_SETTINGS names, and for secrets in the file that
 * `<NAME>_FILE` names. The environment takes precedence over the file of settings. Whitespace around a text is removed, also
 * the line break at the end of a file, and a blank text counts as not set, because that is what `PORT= npm start` means.
 *
 * @returns the texts by the name of the setting, and a sentence for each file or line that cannot be used
 */
export function settingTexts(
  settings: Settings,
  env: Environment,
): { readonly texts: ReadonlyMap<string, SettingText>; readonly faults: readonly string[] } {
  const faults: string[] = []
  const names = new Set<string>()
  for (const { name, secret } of Object.values(settings)) {
    names.add(name)
    if (secret) names.add(name + fileEnding)
  }
  const listed = env[SETTINGS_FILE]?.trim()
  const fromFile = listed ? settingsIn(listed, names, faults) : new Map<string, string>()
  const found = (name: string): SettingText | undefined => {
    const own = env[name]?.trim()
    if (own) return { text: own, source: 'the environment' }
    const text = fromFile.get(name)
    return text ? { text, source: `${listed}` } : undefined
  }
  const texts = new Map<string, SettingText>()
  for (const { name, secret } of Object.values(settings)) {
    const direct = found(name)
    const file = secret && found(name + fileEnding)
    if (direct && file) faults.push(`${name} and ${name}${fileEnding} are both set. Remove one of the two.`)
    else if (file) {
      const text = contentOf(name + fileEnding, file.text, faults)
      if (text) texts.set(name, { text, source: file.text })
      else if (text === '')
        faults.push(`${name}${fileEnding} is ${file.text}, which is empty. Write the value into it.`)
    } else if (direct) texts.set(name, direct)
  }
  return { texts, faults }
}

/** The lines of a file of settings. */
function settingsIn(path: string, names: ReadonlySet<string>, faults: string[]): Map<string, string> {
  const found = new Map<string, string>()
  const lines = contentOf(SETTINGS_FILE, path, faults)?.split(/\r?\n/) ?? []
  for (const [index, line] of lines.entries()) {
    if (/^\s*(?:#|$)/.test(line)) continue
    const where = `${SETTINGS_FILE} is ${path}, in which line ${index + 1}`
    const [, name, text = ''] = /^\s*([A-Za-z_][A-Za-z0-9_]*)\s*=(.*)$/.exec(line) ?? []
    if (name === undefined)
      faults.push(`${where} is not a line such as LOG_LEVEL=debug. Correct it, or begin it with #.`)
    else if (!names.has(name)) faults.push(`${where} sets ${name}, which is not a setting. Correct or remove it.`)
    else if (found.has(name)) faults.push(`${where} sets ${name} a second time. Remove one of the two.`)
    else found.set(name, unquoted(text.trim()))
  }
  return found
}

/** Removes a pair of quotes around the whole text, as shells and systemd do. */
function unquoted(text: string): string {
  return (/^"([^"]*)"$/.exec(text) ?? /^'([^']*)'$/.exec(text))?.[1]?.trim() ?? text
}

/**
 * The trimmed text of a file.
 *
 * @param name of the setting that names it
 * @param faults receives a sentence if the file cannot be read; the result is then undefined
 */
function contentOf(name: string, path: string, faults: string[]): string | undefined {
  const fault = (why: string) => void faults.push(`${name} is ${path}, which ${why}`)
  let file: number | undefined
  try {
    // Opening a pipe that nobody writes to would otherwise wait.
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
    const stat = fstatSync(file)
    if (!stat.isFile()) return fault('is not a file. Set the path of a file.')
    if (stat.size > maxBytes) return fault(`has more than ${maxBytes} bytes. Set the path of the right file.`)
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file)).trim()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return fault('is not UTF-8 text. Set the path of the right file.')
    return fault(`cannot be read (${code}). Create the file, or let the user of the server read it.`)
  } finally {
    if (file !== undefined) closeSync(file)
  }
}
