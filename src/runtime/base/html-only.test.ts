import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

const src = join(import.meta.dirname, '../..')
/** A closing tag, or an opening tag with an attribute: placeholders such as `<title>` in help texts are neither. */
const markup = /<!doctype|<\/[a-z][a-z0-9]*>|<[a-z][a-z0-9]*\s[^>]*=["']?$|<[a-z][a-z0-9]*\s[a-z-]+="[^"]*"[^>]*\/>/i

/**
 * Documents from others that are composed or parsed, prompts about them, what tests serve in their place, and drawings that are
 * checked or only rendered; none of it is sent as our markup.
 */
const ofOthers = [
  'handlers/*/**/example-payloads.ts',
  'handlers/*/providers/*-examples.ts',
  'handlers/news/parsing/parse-*.ts',
  'handlers/images/daily/scene.ts',
  'handlers/apps/frame/app-document.ts',
  'handlers/apps/build/{app-writer,build-runner}.ts',
  'handlers/mail/providers/gmail-examples.ts',
  'handlers/mail/parsing/frame-document.ts',
  'handlers/*/fixtures/*.ts',
]

/** Every literal with markup that `html` does not create, as `file:line`. */
function strayMarkup(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(join(src, file), 'utf8'), ts.ScriptTarget.Latest, true)
  const found: string[] = []
  function visit(node: ts.Node): void {
    const isText = ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateExpression(node)
    const ofTag = ts.isTaggedTemplateExpression(node.parent ?? node) && node.parent.getText().startsWith('html`')
    if (isText && !ofTag && ownTexts(node).some((text) => markup.test(text))) {
      found.push(`${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** The text of a literal without its expressions. */
function ownTexts(node: ts.StringLiteral | ts.NoSubstitutionTemplateLiteral | ts.TemplateExpression): string[] {
  return ts.isTemplateExpression(node)
    ? [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)]
    : [node.text]
}

test('all markup is created by the one function that escapes values', () => {
  const files = globSync('**/*.ts', { cwd: src, exclude: ['**/*.test.ts', 'testing/**', ...ofOthers] })
  expect(files.length).toBeGreaterThan(300)
  expect(files.filter((file) => strayMarkup(file).length > 0).flatMap(strayMarkup)).toEqual([])
})
