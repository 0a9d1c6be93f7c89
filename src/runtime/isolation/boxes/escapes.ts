/** One way in which a command might try to escape from its box or to see files of others. */
export interface Escape {
  readonly name: string
  /** Run by bash in the box; $PID, $PORT, $SOCKET and $FOLDER are a process, port, abstract socket and folder of the host. */
  readonly command: string
  /** The output when the box withstands it. */
  readonly held: RegExp
}

const refusedCall = (number: Readonly<Record<string, number>>, rest = '0, 0, 0, 0') =>
  `perl -e '$r = syscall(${number[process.arch] ?? -1}, ${rest}); print "$r $!"'`
const notPermitted = /-1 Operation not permitted/

/** Attempts that end on their own. Those that exhaust resources have separate tests. */
export const escapes: readonly Escape[] = [
  { name: 'read the password file of the host', command: 'cat /etc/shadow', held: /No such file/ },
  {
    name: 'read the settings of the server',
    command: 'cat /proc/*/environ | tr "\\0" "\\n" | grep -c "BOX_\\|DATABASE\\|ONEDOOR"',
    held: /^0$/m,
  },
  {
    name: 'see the processes of the host',
    command: 'test $(ls -d /proc/[0-9]* | wc -l) -lt 12 && echo few',
    held: /few/,
  },
  { name: 'end a process of the host', command: 'kill -9 $PID', held: /No such process|Operation not permitted/ },
  { name: 'trace another process', command: refusedCall({ x64: 101, arm64: 117 }, '16, 1, 0, 0'), held: notPermitted },
  { name: 'read the memory of another process', command: refusedCall({ x64: 310, arm64: 270 }), held: notPermitted },
  {
    name: 'mount a file system',
    command: 'mount -t tmpfs none /tmp; perl -e \'print "failed\\n"\'',
    held: /must be superuser|not permitted/,
  },
  { name: 'mount by a raw call', command: refusedCall({ x64: 165, arm64: 40 }), held: notPermitted },
  { name: 'become root in a namespace', command: 'unshare --user --map-root-user id', held: /Operation not permitted/ },
  {
    name: 'clone into a namespace',
    command: refusedCall({ x64: 56, arm64: 220 }, '0x10000011, 0, 0, 0'),
    held: notPermitted,
  },
  {
    name: 'clone by the newer call',
    command: refusedCall({ x64: 435, arm64: 435 }, '0, 0, 0, 0'),
    held: /-1 Function not implemented/,
  },
  {
    name: 'enter a namespace of another process',
    command: 'nsenter --target 1 --mount id',
    held: /Operation not permitted|cannot open/,
  },
  {
    name: 'change the root',
    command: 'perl -e \'print chroot("/tmp") ? "in" : "$!"\'',
    held: /Operation not permitted/,
  },
  { name: 'use the keyring of the kernel', command: refusedCall({ x64: 250, arm64: 219 }), held: notPermitted },
  { name: 'load a program into the kernel', command: refusedCall({ x64: 321, arm64: 280 }), held: notPermitted },
  { name: 'measure the kernel', command: refusedCall({ x64: 298, arm64: 241 }), held: notPermitted },
  {
    name: 'mount a copy of the tree by a call of newer kernels',
    command: refusedCall({ x64: 467, arm64: 467 }),
    held: /-1 Function not implemented/,
  },
  {
    name: 'reach the machine under it by AF_VSOCK, or the kernel by AF_NETLINK',
    command: 'perl -e \'for (16, 40) { print socket(S, $_, 3, 0) ? "in" : "$!", "\\n" }\'',
    held: /^(Address family not supported.*\n){2}/,
  },
  { name: 'use io_uring', command: refusedCall({ x64: 425, arm64: 425 }), held: notPermitted },
  { name: 'handle page faults of the kernel', command: refusedCall({ x64: 323, arm64: 282 }), held: notPermitted },
  { name: 'open files by handle', command: refusedCall({ x64: 304, arm64: 265 }), held: notPermitted },
  { name: 'read the log of the kernel', command: 'dmesg', held: /not permitted/ },
  {
    name: 'type into a terminal',
    command: 'perl -e \'$c = "x"; print ioctl(STDIN, 0x5412, $c) ? "typed" : "$!"\'',
    held: /Operation not permitted/,
  },
  { name: 'have a capability', command: 'grep -c "^Cap.*0000000000000000" /proc/self/status', held: /^5$/m },
  { name: 'gain rights by running a program', command: 'grep NoNewPrivs /proc/self/status', held: /NoNewPrivs:\s1/ },
  { name: 'go without the filter', command: 'grep Seccomp: /proc/self/status', held: /Seccomp:\s2/ },
  { name: 'become root by su', command: 'su -c id; id -u', held: /^1000$/m },
  {
    name: 'become root by a setuid file',
    command: 'cp /bin/bash b; chmod 4755 b; ./b -p -c "id -u"; rm b',
    held: /^1000$/m,
  },
  { name: 'set its user', command: 'perl -e \'$< = 0; $> = 0; print "$<$>"\'', held: /10001000/ },
  { name: 'make a device', command: 'mknod disk b 7 0', held: /Operation not permitted/ },
  {
    name: 'find a disk of the host',
    command: 'ls /dev | grep -c "^[svh]d[a-z]\\|^loop\\|^mem$\\|^kmsg$"',
    held: /^0$/m,
  },
  {
    name: 'write outside /work',
    command: 'touch /x; touch /usr/x; touch /etc/x; touch /dev/x',
    held: /(.*Read-only.*\n){4}/,
  },
  { name: 'write to /tmp and keep it', command: 'ls /tmp | wc -l; touch /tmp/kept', held: /^0$/m },
  {
    name: 'change the kernel',
    command: '(echo x > /proc/sys/kernel/core_pattern) 2>&1; (echo b > /proc/sysrq-trigger) 2>&1',
    held: /(denied|Read-only).*\n.*(denied|Read-only|No such)/,
  },
  { name: 'find the control groups', command: 'ls /sys', held: /No such file/ },
  { name: 'use what the server has open', command: 'ls /proc/self/fd | tr "\\n" " "', held: /^0 1 2 3 $/m },
  { name: 'list the files of other accounts', command: 'ls $FOLDER', held: /No such file/ },
  { name: 'list the files of the server', command: 'ls $HOME_OF_SERVER', held: /No such file/ },
  {
    name: 'climb out by the root of another process',
    command: 'ls /proc/1/root/home /proc/1/cwd/../home',
    held: /No such file|denied/,
  },
  {
    name: 'reach a service of the host',
    command: '(exec 3<>/dev/tcp/127.0.0.1/$PORT) 2>&1',
    held: /refused|unreachable/,
  },
  { name: 'reach the metadata of a cloud', command: '(exec 3<>/dev/tcp/169.254.169.254/80) 2>&1', held: /unreachable/ },
  { name: 'reach the internet', command: '(exec 3<>/dev/tcp/1.1.1.1/443) 2>&1', held: /unreachable/ },
  { name: 'look up a name', command: 'getent hosts example.com || echo none', held: /none/ },
  {
    name: 'have a network interface other than its own',
    command: 'tail -n +3 /proc/net/dev | cut -d: -f1 | tr -d " "',
    held: /^lo$/m,
  },
  {
    name: 'connect to a socket of the host',
    command:
      'perl -MSocket -e \'socket(S, PF_UNIX, SOCK_STREAM, 0); print connect(S, pack("S a*", AF_UNIX, "\\0$ENV{SOCKET}")) ? "in" : "$!"\'',
    held: /refused/,
  },
]
