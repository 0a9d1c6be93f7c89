import { arch } from 'node:process'

/*
 * Classic BPF, as seccomp(2) takes it: each instruction is a code, two jump distances and a value. The filter reads a
 * `struct seccomp_data`: the number of the call at 0, the architecture at 4, the arguments from 16 on, 8 bytes each.
 */
const load = 0x20
const jumpIfEqual = 0x15
const jumpIfAtLeast = 0x35
const jumpIfAnySet = 0x45
const returning = 0x06

const allow = 0x7fff_0000
const kill = 0x8000_0000
const failWith = (errno: number) => 0x0005_0000 | errno
const EPERM = 1
const ENOSYS = 38
const EAFNOSUPPORT = 97

const offsetOfNumber = 0
const offsetOfArchitecture = 4
const offsetOfArgument = (index: number) => 16 + 8 * index

/** CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET and NEWTIME: any new namespace. */
const newNamespaces =
  0x0002_0000 | 0x0200_0000 | 0x0400_0000 | 0x0800_0000 | 0x1000_0000 | 0x2000_0000 | 0x4000_0000 | 0x80
/** Injects input into a terminal, and pastes the selection of the console. */
const TIOCSTI = 0x5412
const TIOCLINUX = 0x541c

/**
 * Calls that nothing in a box needs and that have allowed escapes elsewhere: on other processes, mounts, namespaces, keyrings,
 * the kernel itself, clocks, and files outside their paths. Their numbers on x64 and on arm64, from the kernel's headers. All
 * other calls that were known when this was written are allowed; every other number is not.
 */
export const refused: Readonly<Record<string, readonly [number | undefined, number | undefined]>> = {
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  kcmp: [312, 272],
  pidfd_getfd: [438, 438],
  process_madvise: [440, 440],
  perf_event_open: [298, 241],
  mount: [165, 40],
  umount2: [166, 39],
  pivot_root: [155, 41],
  chroot: [161, 51],
  mount_setattr: [442, 442],
  move_mount: [429, 429],
  open_tree: [428, 428],
  fsopen: [430, 430],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fspick: [433, 433],
  swapon: [167, 224],
  swapoff: [168, 225],
  quotactl: [179, 60],
  quotactl_fd: [443, 443],
  unshare: [272, 97],
  setns: [308, 268],
  add_key: [248, 217],
  request_key: [249, 218],
  keyctl: [250, 219],
  bpf: [321, 280],
  userfaultfd: [323, 282],
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  name_to_handle_at: [303, 264],
  open_by_handle_at: [304, 265],
  init_module: [175, 105],
  finit_module: [313, 273],
  delete_module: [176, 106],
  kexec_load: [246, 104],
  kexec_file_load: [320, 294],
  reboot: [169, 142],
  acct: [163, 89],
  syslog: [103, 116],
  lookup_dcookie: [212, 18],
  settimeofday: [164, 170],
  clock_settime: [227, 112],
  clock_adjtime: [305, 266],
  adjtimex: [159, 171],
  vhangup: [153, 58],
  personality: [135, 92],
  memfd_secret: [447, 447],
  fanotify_init: [300, 262],
  mbind: [237, 235],
  migrate_pages: [256, 238],
  move_pages: [279, 239],
  set_mempolicy: [238, 237],
  set_mempolicy_home_node: [450, 450],
  uselib: [134, undefined],
  sysfs: [139, undefined],
  ustat: [136, undefined],
  iopl: [172, undefined],
  ioperm: [173, undefined],
  modify_ldt: [154, undefined],
  vmsplice: [278, 75],
}

/** The kinds of sockets that programs in a box need: AF_UNIX, AF_INET and AF_INET6. */
const socketFamilies = [1, 2, 10]

/**
 * The first number that was not yet a call when `refused` was written: later calls do not exist in a box, and libraries
 * use older ones instead. Both machines use the same numbers from 424 on.
 */
const firstLaterCall = 452

interface Machine {
  /** The AUDIT_ARCH of its calls. */
  readonly architecture: number
  /** The index of its numbers in `refused`. */
  readonly column: 0 | 1
  readonly clone: number
  readonly ioctl: number
  readonly socket: number
  readonly socketpair: number
  /** Ranges of numbers below `firstLaterCall` that were no calls then: later ones may get them. */
  readonly gaps: readonly (readonly [from: number, before: number])[]
  /** Numbers of another calling convention start here. */
  readonly foreignFrom?: number
}

const clone3 = 435

const machines: Readonly<Record<string, Machine>> = {
  x64: {
    architecture: 0xc000_003e,
    column: 0,
    clone: 56,
    ioctl: 16,
    socket: 41,
    socketpair: 53,
    gaps: [[335, 424]],
    foreignFrom: 0x4000_0000,
  },
  arm64: {
    architecture: 0xc000_00b7,
    column: 1,
    clone: 220,
    ioctl: 29,
    socket: 198,
    socketpair: 199,
    gaps: [
      [244, 260],
      [295, 424],
    ],
  },
}

type Instruction = readonly [code: number, ifTrue: number, ifFalse: number, value: number]

/**
 * The filter for every process in a box, in the format of `bwrap --seccomp`.
 *
 * @param machine a value of `process.arch`
 * @returns undefined for a machine whose calls are not known here
 */
export function seccompFilter(machine: string = arch): Buffer | undefined {
  const known = machines[machine]
  if (!known) return undefined
  const { architecture, column, clone, ioctl, socket, socketpair, gaps, foreignFrom } = known
  const numbers = Object.values(refused).flatMap((pair) => pair[column] ?? [])
  const whenEqual = (value: number, instruction: Instruction): Instruction[] => [
    [jumpIfEqual, 0, 1, value],
    instruction,
  ]
  const program: Instruction[] = [
    [load, 0, 0, offsetOfArchitecture],
    [jumpIfEqual, 1, 0, architecture],
    [returning, 0, 0, kill],
    [load, 0, 0, offsetOfNumber],
    ...(foreignFrom === undefined
      ? []
      : ([
          [jumpIfAtLeast, 0, 1, foreignFrom],
          [returning, 0, 0, kill],
        ] as const)),
    [jumpIfAtLeast, 0, 1, firstLaterCall],
    [returning, 0, 0, failWith(ENOSYS)],
    ...gaps.flatMap(([from, before]): Instruction[] => [
      [jumpIfAtLeast, 0, 2, from],
      [jumpIfAtLeast, 1, 0, before],
      [returning, 0, 0, failWith(ENOSYS)],
    ]),
    ...numbers.flatMap((number) => whenEqual(number, [returning, 0, 0, failWith(EPERM)])),
    // Its flags are in memory, which a filter cannot read: libraries then use clone.
    ...whenEqual(clone3, [returning, 0, 0, failWith(ENOSYS)]),
    [jumpIfEqual, 1, 0, socket],
    [jumpIfEqual, 0, socketFamilies.length + 3, socketpair],
    [load, 0, 0, offsetOfArgument(0)],
    ...socketFamilies.map((family, index): Instruction => [jumpIfEqual, socketFamilies.length - index, 0, family]),
    [returning, 0, 0, failWith(EAFNOSUPPORT)],
    [returning, 0, 0, allow],
    [jumpIfEqual, 0, 4, clone],
    [load, 0, 0, offsetOfArgument(0)],
    [jumpIfAnySet, 0, 1, newNamespaces],
    [returning, 0, 0, failWith(EPERM)],
    [returning, 0, 0, allow],
    [jumpIfEqual, 0, 4, ioctl],
    [load, 0, 0, offsetOfArgument(1)],
    [jumpIfEqual, 1, 0, TIOCSTI],
    [jumpIfEqual, 0, 1, TIOCLINUX],
    [returning, 0, 0, failWith(EPERM)],
    [returning, 0, 0, allow],
  ]
  const bytes = Buffer.alloc(8 * program.length)
  for (const [index, [code, ifTrue, ifFalse, value]] of program.entries()) {
    bytes.writeUInt16LE(code, 8 * index)
    bytes.writeUInt8(ifTrue, 8 * index + 2)
    bytes.writeUInt8(ifFalse, 8 * index + 3)
    bytes.writeUInt32LE(value >>> 0, 8 * index + 4)
  }
  return bytes
}
