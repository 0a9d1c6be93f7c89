import { createTypeSpecLibrary, defineLinter } from '@typespec/compiler'
import { aliasRule } from './rules/alias.ts'
import { booleanNameRule } from './rules/boolean-name.ts'
import { cutListRule } from './rules/cut-list.ts'
import { documentedRule } from './rules/documented.ts'
import { documentedFieldRule } from './rules/documented-field.ts'
import { effectsRule } from './rules/effects.ts'
import { errorExampleRule } from './rules/error-example.ts'
import { exampleRule } from './rules/example.ts'
import { metered402Rule } from './rules/metered-402.ts'
import { needsDeclaredRule } from './rules/needs-declared.ts'
import { noHttpRule } from './rules/no-http.ts'
import { noUnknownRule } from './rules/no-unknown.ts'
import { operationIdRule } from './rules/operation-id.ts'
import { ownArgumentsRule } from './rules/own-arguments.ts'
import { ownTextRule } from './rules/own-text.ts'
import { provenanceRule } from './rules/provenance.ts'
import { retryDeclaredRule } from './rules/retry-declared.ts'
import { singleTagRule } from './rules/single-tag.ts'
import { snakeCaseRule } from './rules/snake-case.ts'
import { toolPathRule } from './rules/tool-path.ts'
import { variablePriceRule } from './rules/variable-price.ts'

export const $lib = createTypeSpecLibrary({ name: '@onedoor/spec-lint', diagnostics: {} })

/** Every house rule; tspconfig.yaml enables them all as `@onedoor/spec-lint/all`. */
export const $linter = defineLinter({
  rules: [
    variablePriceRule,
    provenanceRule,
    noHttpRule,
    effectsRule,
    ownTextRule,
    cutListRule,
    aliasRule,
    booleanNameRule,
    documentedFieldRule,
    documentedRule,
    errorExampleRule,
    exampleRule,
    metered402Rule,
    needsDeclaredRule,
    noUnknownRule,
    operationIdRule,
    ownArgumentsRule,
    retryDeclaredRule,
    singleTagRule,
    snakeCaseRule,
    toolPathRule,
  ],
})
