import { expect, test } from 'vitest'
import { refused, seccompFilter } from './seccomp.ts'

const x64 = {
  name: 'x64',
  architecture: 0xc000_003e,
  column: 0,
  clone: 56,
  ioctl: 16,
  socket: 41,
  socketpair: 53,
} as const
const arm64 = {
  name: 'arm64',
  architecture: 0xc000_00b7,
  column: 1,
  clone: 220,
  ioctl: 29,
  socket: 198,
  socketpair: 199,
} as const

const outcomes: Readonly<Record<number, string>> = {
  2147418112: 'allowed',
  2147483648: 'killed',
  327681: 'EPERM',
  327718: 'ENOSYS',
  327777: 'EAFNOSUPPORT',
}

/** What the kernel does with a call, by the filter for a machine. It replaces the interpreter of the kernel. */
function outcomeOf(
  machine: typeof x64 | typeof arm64,
  number: number,
  { args = [0, 0], architecture = 0 } = {},
): string {
  const filter = seccompFilter(machine.name) ?? Buffer.alloc(0)
  const data = Buffer.alloc(64)
  data.writeUInt32LE(number >>> 0, 0)
  data.writeUInt32LE(architecture || machine.architecture, 4)
  for (const [index, value] of args.entries()) data.writeUInt32LE(value >>> 0, 16 + 8 * index)
  let loaded = 0
  for (let at = 0; ; at += 1) {
    const [code, ifTrue, ifFalse] = [
      filter.readUInt16LE(8 * at),
      filter.readUInt8(8 * at + 2),
      filter.readUInt8(8 * at + 3),
    ]
    const value = filter.readUInt32LE(8 * at + 4)
    const jump = (isTrue: boolean) => {
      at += isTrue ? ifTrue : ifFalse
    }
    if (code === 0x20) loaded = data.readUInt32LE(value)
    else if (code === 0x15) jump(loaded === value)
    else if (code === 0x35) jump(loaded >= value)
    else if (code === 0x45) jump((loaded & value) !== 0)
    else if (code === 0x06) return outcomes[value] ?? String(value)
    else throw new Error(`unknown instruction ${code}`)
  }
}

test.each([x64, arm64])('on $name, calls that have allowed escapes fail with EPERM', (machine) => {
  const numbers = Object.entries(refused).flatMap(([name, pair]) => {
    const number = pair[machine.column]
    return number === undefined ? [] : [[name, number] as const]
  })
  const others = numbers.filter(([, number]) => outcomeOf(machine, number) !== 'EPERM')
  expect(others).toEqual([])
  for (const name of ['name_to_handle_at', 'open_by_handle_at', 'set_mempolicy_home_node']) {
    expect(numbers.map(([each]) => each)).toContain(name)
  }
})

test.each([
  ['x64', x64, [335, 336, 423, 452, 470, 4000]],
  ['arm64', arm64, [244, 259, 295, 402, 423, 452, 470, 0xffff_fff0]],
] as const)(
  'on %s, a number that was not a call when the filter was written fails with ENOSYS',
  (_name, machine, numbers) => {
    expect(numbers.map((number) => outcomeOf(machine, number))).toEqual(numbers.map(() => 'ENOSYS'))
  },
)

test.each([
  ['x64', x64, [0, 1, 59, 257, 334, 424, 439, 451]],
  ['arm64', arm64, [56, 63, 221, 260, 291, 293, 424, 439, 451]],
] as const)('on %s, the calls of ordinary programs are allowed', (_name, machine, numbers) => {
  expect(numbers.map((number) => outcomeOf(machine, number))).toEqual(numbers.map(() => 'allowed'))
})

test.each([x64, arm64])(
  'on $name, calls with arguments are allowed only without namespaces, other networks and terminals',
  (machine) => {
    const { clone, ioctl, socket, socketpair } = machine
    const call = (number: number, ...args: number[]) => outcomeOf(machine, number, { args })
    expect([call(clone, 0x0010_0000), call(clone, 0x1000_0000), call(clone, 0x80)]).toEqual([
      'allowed',
      'EPERM',
      'EPERM',
    ])
    expect(outcomeOf(machine, 435)).toBe('ENOSYS')
    expect([1, 2, 10].map((family) => call(socket, family))).toEqual(['allowed', 'allowed', 'allowed'])
    expect([16, 17, 38, 40].map((family) => call(socket, family))).toEqual(Array(4).fill('EAFNOSUPPORT'))
    expect([call(socketpair, 1), call(socketpair, 40)]).toEqual(['allowed', 'EAFNOSUPPORT'])
    expect([call(ioctl, 0, 0x5401), call(ioctl, 0, 0x5412), call(ioctl, 0, 0x541c)]).toEqual([
      'allowed',
      'EPERM',
      'EPERM',
    ])
  },
)

test('calls of another machine, or of its other convention, end the process', () => {
  expect(outcomeOf(x64, 1, { architecture: 0x4000_0003 })).toBe('killed')
  expect(outcomeOf(x64, 0x4000_0001)).toBe('killed')
  expect(outcomeOf(arm64, 64, { architecture: 0x4000_0028 })).toBe('killed')
  expect(seccompFilter('riscv64')).toBeUndefined()
})
