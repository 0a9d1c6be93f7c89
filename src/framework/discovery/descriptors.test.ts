import { create, fromJson, toBinary } from '@bufbuild/protobuf'
import { type FileDescriptorProto, FileDescriptorProtoSchema, FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { greeterDescriptors } from '../kernel/fixtures/greeter.ts'
import { descriptorsOf, registeredDescriptors, UnusableDescriptors } from './descriptors.ts'

function file(name: string, packageName: string, services: string[], dependency: string[] = []): FileDescriptorProto {
  const message = {
    name: 'Nothing',
    field: [{ name: 'a_field', number: 1, label: 'LABEL_OPTIONAL', type: 'TYPE_STRING' }],
  }
  const type = `.${packageName}.Nothing`
  return fromJson(FileDescriptorProtoSchema, {
    name,
    package: packageName,
    syntax: 'proto3',
    dependency,
    messageType: [message],
    service: services.map((service) => ({
      name: service,
      method: [{ name: 'Do', inputType: type, outputType: type }],
    })),
  })
}

test('a method is found by its interface and its name, in any case if that is unambiguous', () => {
  const { method, endpoints } = registeredDescriptors(greeterDescriptors, 'greeter')
  expect(endpoints).toContain('Greeter.Hello')
  expect(method('Greeter.Hello')?.parent.typeName).toBe('acme.greeter.v1.Greeter')
  expect(method('greeter.hello')?.name).toBe('Hello')
  expect(method('Greeter.Nope')).toBeUndefined()
})

test('of two interfaces with one name the one in the package of the service is chosen', () => {
  const files = [file('a.proto', 'a', ['Jobs']), file('jobs.proto', 'jobs', ['Jobs'])]
  expect(descriptorsOf(files, 'jobs').method('Jobs.Do')?.parent.typeName).toBe('jobs.Jobs')
  expect(descriptorsOf(files, 'other').method('Jobs.Do')?.parent.typeName).toBe('a.Jobs')
})

test('the services that every server has do not count as its own', () => {
  const files = [file('a.proto', 'a', ['Jobs']), file('h.proto', 'grpc.health.v1', ['Health'])]
  expect(descriptorsOf(files, 'a').endpoints).toEqual(['Jobs.Do'])
})

test('the order of the files does not matter, nor do files that every runtime has', () => {
  const timestamp = 'google/protobuf/timestamp.proto'
  const files = [file('a.proto', 'a', ['Jobs'], ['b.proto', timestamp]), file('b.proto', 'b', [])]
  expect(descriptorsOf(files, 'a').endpoints).toEqual(['Jobs.Do'])
})

test('fields have JSON names even if the descriptors do not have them', () => {
  const { method } = descriptorsOf([file('a.proto', 'a', ['Jobs'])], 'a')
  expect(method('Jobs.Do')?.input.fields[0]?.jsonName).toBe('aField')
})

describe('unusable', () => {
  test.each([
    [
      'a missing import',
      [file('a.proto', 'a', ['Jobs'], ['b.proto'])],
      /do not contain b\.proto, which a\.proto imports/,
    ],
    [
      'circular imports',
      [file('a.proto', 'a', ['Jobs'], ['b.proto']), file('b.proto', 'b', [], ['a.proto'])],
      /in a cycle/,
    ],
    ['no service', [file('a.proto', 'a', [])], /contain no service/],
    ['nothing', [], /contain no service/],
    ['too many files', Array.from({ length: 501 }, (_, n) => file(`${n}.proto`, `p${n}`, [])), /more than 500 files/],
  ])('%s', (_, files, why) => {
    expect(() => descriptorsOf(files, 'a')).toThrow(UnusableDescriptors)
    expect(() => descriptorsOf(files, 'a')).toThrow(why)
  })

  test('a method whose messages are missing', () => {
    const broken = file('a.proto', 'a', ['Jobs'])
    broken.messageType = []
    const set = toBinary(FileDescriptorSetSchema, create(FileDescriptorSetSchema, { file: [broken] }))
    expect(() => registeredDescriptors(Buffer.from(set).toString('base64'), 'a')).toThrow(/are inconsistent/)
  })
})

test('any registered descriptors are either understood or reported as unusable', () => {
  const real = Buffer.from(greeterDescriptors, 'base64')
  const damaged = fc
    .array(fc.tuple(fc.nat(real.length - 1), fc.nat(255)), { minLength: 1, maxLength: 5 })
    .map((changes) => {
      const bytes = Buffer.from(real)
      for (const [index, value] of changes) bytes[index] = value
      return bytes.toString('base64')
    })
  // Changed letters in names: much of this is understood, unlike other damage.
  const letters = [...real.keys()].filter((index) => /[a-z]/.test(String.fromCharCode(real[index] as number)))
  const renamed = fc.tuple(fc.constantFrom(...letters), fc.constantFrom(...'abcxyz')).map(([index, letter]) => {
    const bytes = Buffer.from(real)
    bytes.write(letter, index)
    return bytes.toString('base64')
  })
  const seen = { refused: 0, understood: 0 }
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.base64String(), damaged, { weight: 8, arbitrary: renamed }), (text) => {
      let found: ReturnType<typeof registeredDescriptors>
      try {
        found = registeredDescriptors(text, 'greeter')
      } catch (error) {
        expect(error).toBeInstanceOf(UnusableDescriptors)
        seen.refused++
        return
      }
      seen.understood++
      expect(found.endpoints).not.toEqual([])
      for (const endpoint of found.endpoints) {
        const method = found.method(endpoint)
        expect(`${method?.parent.name}.${method?.name}`).toBe(endpoint)
        expect(found.registry.getMessage(method?.input.typeName as string)).toBe(method?.input)
      }
    }),
    { numRuns: 300 },
  )
  for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(10)
})
