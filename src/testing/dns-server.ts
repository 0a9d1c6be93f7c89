import { createSocket } from 'node:dgram'

const types = { 1: 'A', 15: 'MX', 16: 'TXT', 28: 'AAAA', 12: 'PTR' } as const
type RecordType = (typeof types)[keyof typeof types]

/**
 * What is known of a name: a TXT record each text, an MX record each `10 host`. `fails` has DNS break down for it, and
 * queries of a `silent` name get no response.
 */
export interface DnsNames {
  [name: string]: Partial<Record<RecordType, readonly string[]>> | 'fails' | 'silent'
}

export interface DnsStandIn {
  /** As MAIL_DNS_SERVERS takes it. */
  readonly address: string
  /** May be changed while it runs. */
  readonly names: DnsNames
  /** The queries, as `MX example.org`. */
  readonly asked: string[]
  close(): Promise<void>
}

/** A DNS server on loopback that knows these names and no other. */
export async function startDns(names: DnsNames = {}): Promise<DnsStandIn> {
  const socket = createSocket('udp4')
  const asked: string[] = []
  socket.on('message', (query, from) => {
    const { name, type, end } = questionIn(query)
    asked.push(`${type} ${name}`)
    const known = names[name]
    if (known !== 'silent') socket.send(answerTo(query, end, known, type), from.port, from.address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  return {
    address: `127.0.0.1:${socket.address().port}`,
    names,
    asked,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  }
}

function questionIn(query: Buffer): { name: string; type: RecordType | undefined; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  const type = types[query.readUInt16BE(at + 1) as keyof typeof types]
  return { name: labels.join('.').toLowerCase(), type, end: at + 5 }
}

function answerTo(
  query: Buffer,
  end: number,
  known: Exclude<DnsNames[string], 'silent'> | undefined,
  type: RecordType | undefined,
): Buffer {
  const values = known === undefined || known === 'fails' || type === undefined ? [] : (known[type] ?? [])
  const code = known === 'fails' ? 2 : known === undefined ? 3 : 0
  const head = Buffer.from(query.subarray(0, 12))
  head.writeUInt16BE(0x8180 | code, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(values.length, 6)
  head.writeUInt32BE(0, 8)
  const records = values.map((value) => recordOf(type as RecordType, value))
  return Buffer.concat([head, query.subarray(12, end), ...records])
}

function recordOf(type: RecordType, value: string): Buffer {
  const data = dataOf(type, value)
  const number = Object.entries(types).find(([, name]) => name === type)?.[0]
  const head = Buffer.alloc(12)
  // The name of the question.
  head.writeUInt16BE(0xc00c, 0)
  head.writeUInt16BE(Number(number), 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt32BE(60, 6)
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}

function dataOf(type: RecordType, value: string): Buffer {
  if (type === 'A') return Buffer.from(value.split('.').map(Number))
  if (type === 'TXT') {
    const pieces = value.match(/.{1,255}/gs) ?? ['']
    return Buffer.concat(pieces.map((piece) => Buffer.concat([Buffer.from([piece.length]), Buffer.from(piece)])))
  }
  if (type === 'MX') {
    const [priority = '10', host = ''] = value.split(' ')
    const number = Buffer.alloc(2)
    number.writeUInt16BE(Number(priority))
    return Buffer.concat([number, nameOf(host)])
  }
  if (type === 'AAAA') return Buffer.from(value.replaceAll(':', ''), 'hex')
  return nameOf(value)
}

function nameOf(host: string): Buffer {
  const labels = host.split('.').filter(Boolean)
  return Buffer.concat([
    ...labels.map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)])),
    Buffer.from([0]),
  ])
}
