import { expect, test } from 'vitest'
import { errorHelp } from '#runtime/base/error-help.ts'
import { type ErrorCode, errorCodes } from '#runtime/base/errors.ts'
import { html } from '#runtime/base/html.ts'
import { apiDocument } from '#runtime/base/openapi.ts'
import { phrase } from '../kit/prose.ts'
import { errorSamples, errorsPage } from './errors-page.ts'
import { shellOf } from './fixtures/reference-shell.ts'

const document = await apiDocument()
const samples = errorSamples(document)
const page = errorsPage(
  samples,
  shellOf([], document, () => undefined),
)

test.each(Object.keys(errorCodes) as ErrorCode[])(
  '%s is shown with its meaning, what to do and the body of an error with this code',
  (code) => {
    const [, part = ''] = page.split(`<h3 id="${code}">`)
    const [own] = part.split('<h3')
    const sample = samples.get(code)
    expect(sample).toMatchObject({ code, error: expect.stringMatching(/\.$/) })
    for (const text of [errorCodes[code].meaning, errorHelp(code)]) expect(own).toContain(String(phrase(text)))
    expect(own).toContain(String(html`${JSON.stringify(sample, null, 2)}`))
  },
)
