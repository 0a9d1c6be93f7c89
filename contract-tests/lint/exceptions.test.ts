import { describe, expect, test } from 'vitest'
import { smallDocument } from '../../tools/codegen/targets/client/testing-document.ts'
import { judge, readExceptions } from './exceptions.ts'
import { type Finding, locator, redoclyFindings, spectralFindings } from './findings.ts'

const why = 'The address belongs to the operator of the instance.'
const found = (rule: string, more: Partial<Finding> = {}): Finding => ({
  rule,
  message: 'Mend me.',
  path: ['info'],
  side: 'document',
  ...more,
})

describe('exceptions', () => {
  test('a finding without an exception remains, of any severity', () => {
    const finding = found('info-contact')
    expect(judge([finding], [])).toEqual({ unexcused: [finding], idle: [] })
    expect(judge([finding], [{ rule: 'info-contact', why }])).toEqual({ unexcused: [], idle: [] })
  })

  test('an exception for responses does not excuse a request', () => {
    const sent = found('string-limit', { side: 'request' })
    const answered = found('string-limit', { side: 'response' })
    expect(judge([sent, answered], [{ rule: 'string-limit', why, side: 'response' }]).unexcused).toEqual([sent])
  })

  test('an exception for named operations excuses no other', () => {
    const door = found('401', { operation: 'doors.home' })
    const note = found('401', { operation: 'notes.add' })
    expect(judge([door, note], [{ rule: '401', why, operations: ['doors.*'] }]).unexcused).toEqual([note])
  })

  test('an exception that excuses nothing is reported, and so is an unnecessary name', () => {
    const day = found('string-limit', { component: 'Day' })
    const names = [{ rule: 'string-limit', why, components: ['Day', 'Night'] }]
    expect(judge([day], names).idle).toEqual(['string-limit: Night'])
    expect(judge([], names).idle).toEqual(['string-limit'])
  })

  test('an exception needs a rule, a reason and no field that does not exist', () => {
    expect(() => readExceptions([{ rule: 'x' }])).toThrow('does not say why')
    expect(() => readExceptions([{ why }])).toThrow('no rule')
    expect(() => readExceptions([{ rule: 'x', why, operation: ['notes.add'] }])).toThrow('unknown field operation')
  })
})

describe('findings are located by the part of the API that they are about', () => {
  const locate = locator(smallDocument)
  const path = '/api/v1/notes/add'

  test('parts of an operation', () => {
    const side = (...rest: string[]) => locate('r', 'm', ['paths', path, 'post', ...rest]).side
    expect(side('requestBody', 'content')).toBe('request')
    expect(side('responses')).toBe('document')
    expect(side('responses', '200', 'content')).toBe('response')
    expect(locate('r', 'm', ['paths', path, 'post', 'responses']).operation).toBe('notes.add')
  })

  test('a shared schema belongs to requests when any request uses it, however deep', () => {
    const schemas = {
      Sent: { allOf: [{ $ref: '#/components/schemas/Deep' }] },
      Deep: { type: 'string' },
      Answered: { type: 'string' },
    }
    const located = locator({
      ...smallDocument,
      paths: {
        '/x': {
          post: {
            operationId: 'x.y',
            requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Sent' } } } },
            responses: {},
          },
        },
      },
      components: { ...smallDocument.components, schemas },
    })
    expect(located('r', 'm', ['components', 'schemas', 'Deep']).side).toBe('request')
    expect(located('r', 'm', ['components', 'schemas', 'Answered']).side).toBe('response')
  })

  test('both report formats are read', () => {
    const redocly = redoclyFindings(
      JSON.stringify({
        problems: [{ ruleId: 'a', message: 'b', location: [{ pointer: '#/paths/~1api~1v1~1notes~1add/post' }] }],
      }),
      locate,
    )
    expect(redocly).toMatchObject([{ rule: 'redocly:a', path: ['paths', path, 'post'], operation: 'notes.add' }])
    const problem = { code: 'c', message: 'd', path: ['servers', 0] }
    expect(spectralFindings(JSON.stringify([problem, problem]), locate)).toEqual([
      { rule: 'c', message: 'd', path: ['servers', '0'], operation: undefined, side: 'document' },
    ])
  })
})
