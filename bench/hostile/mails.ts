import type { Draw, Family } from './draw.ts'

const head = ['From: Ann <ann@sender.example>', 'Subject: Test', 'MIME-Version: 1.0']

/** A message: further header lines, and its body. */
function mail(headers: readonly string[], body: string | Buffer = 'x'): Buffer {
  return Buffer.concat([Buffer.from(`${[...head, ...headers].join('\r\n')}\r\n\r\n`), Buffer.from(body)])
}

const many = (count: number, one: (index: number) => string) => Array.from({ length: count }, (_, index) => one(index))
const typed = (type: string, body: string | Buffer, ...more: string[]) => mail([`Content-Type: ${type}`, ...more], body)
const hypertext = (body: string) => typed('text/html; charset=utf-8', wrapped(body))
/** In lines that SMTP allows. */
const wrapped = (text: string) => text.match(/[\s\S]{1,900}/g)?.join('\r\n') ?? ''
const mebibyte = 1024 * 1024

/** Bytes without line ends, which may only come in pairs. */
function unbroken(draw: Draw, count: number): Buffer {
  return Buffer.from(draw.bytes(count).filter((byte) => byte !== 10 && byte !== 13))
}

const structures: Record<string, Family<Buffer>> = {
  'nested parts': (draw) =>
    mail([...many(draw.between(100, 20_000), (n) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}`)]),
  'nested messages': (draw) => mail(['Content-Type: message/rfc822\r\n'.repeat(draw.between(20, 50_000)).trimEnd()]),
  'many parts': (draw) =>
    typed('multipart/mixed; boundary=b', many(draw.between(10_000, 200_000), (n) => `--b\r\n\r\n${n}\r\n`).join('')),
  'many attachments': (draw) =>
    typed(
      'multipart/mixed; boundary=b',
      many(draw.between(90, 5000), (n) => `--b\r\nContent-Type: a/b; name=f${n}\r\n\r\nx\r\n`).join(''),
    ),
  'odd boundary': (draw) =>
    typed(
      `multipart/mixed; boundary="${draw.one(['', '-', '(a+)+$', ' '.repeat(500), 'x'.repeat(100_000)])}"`,
      '--\r\n\r\n--\r\n'.repeat(50_000),
    ),
  'boundaries that almost match': (draw) =>
    typed(`multipart/mixed; boundary=${'-'.repeat(70)}`, `${'-'.repeat(71)}\r\n`.repeat(draw.between(10_000, 100_000))),
  'parts of an external body': () => typed('message/external-body; access-type=local-file; name="/etc/passwd"', 'x'),
  'partial message': (draw) =>
    typed(`message/partial; id=x; number=1; total=${'9'.repeat(draw.between(10, 10_000))}`, 'x'),
}

const headers: Record<string, Family<Buffer>> = {
  'huge header': (draw) => mail([`X-Long: ${'x'.repeat(draw.between(1, 8) * mebibyte)}`]),
  'folded header': (draw) => mail([`X-Folded: x${'\r\n x'.repeat(draw.between(100_000, 1_000_000))}`]),
  'many headers': (draw) => mail(many(draw.between(30_000, 300_000), (n) => `X-H${n}: x`)),
  'many recipients': (draw) =>
    mail([`To: ${many(draw.between(20_000, 100_000), (n) => `p${n}@there.example`).join(',\r\n ')}`]),
  'nested comments': (draw) =>
    mail([`Date: ${'('.repeat(draw.between(10_000, 200_000))}`, `To: ${'(a '.repeat(60_000)}`]),
  'unclosed quotes': (draw) => mail([`To: ${draw.one(['"', '<', '\\"', ',;:', '<@'])}`.repeat(60_000)]),
  'encoded words': (draw) =>
    mail([`Subject: ${'=?utf-8?B?eA==?= '.repeat(draw.between(5000, 14_000))}`, `To: ${'=?x?Q?=3D?'.repeat(20_000)}`]),
  'continued parameters': (draw) =>
    mail([
      `Content-Type: text/plain;${many(draw.between(1000, 10_000), (n) => `\r\n name*${n}*=utf-8''%41`).join(';')}`,
    ]),
  hops: (draw) =>
    mail(many(draw.between(60, 5000), (n) => `Received: from a${n} by b${n}; Thu, 1 Jan 1970 00:00:00 +0000`)),
  signatures: (draw) =>
    mail(
      many(
        draw.between(100, 1500),
        (n) => `DKIM-Signature: v=1; a=rsa-sha256; d=d${n}.example; s=s; h=from; bh=eA==; b=${'A'.repeat(100)}`,
      ),
    ),
  seals: (draw) =>
    mail(
      many(
        draw.between(50, 500),
        (n) =>
          `ARC-Seal: i=${n}; a=rsa-sha256; cv=pass; d=x.example; s=s; b=eA==\r\n` +
          `ARC-Message-Signature: i=${n}; b=eA==\r\nARC-Authentication-Results: i=${n}; x`,
      ),
    ),
  'NUL and other bytes in headers': (draw) =>
    mail([`X-Bytes: ${unbroken(draw, 100_000).toString('latin1')}`, 'X-\0: \0', ': ', 'no colon']),
}

const bodies: Record<string, Family<Buffer>> = {
  'one long line': (draw) => mail([], 'x'.repeat(draw.between(3, 9) * mebibyte)),
  'base64 that is not': (draw) =>
    typed(
      'application/x-thing; name=f',
      wrapped('=*A'.repeat(draw.between(1, 2) * mebibyte)),
      'Content-Transfer-Encoding: base64',
    ),
  'quoted-printable of equals signs': (draw) =>
    mail(['Content-Transfer-Encoding: quoted-printable'], wrapped('='.repeat(draw.between(2, 6) * mebibyte))),
  'odd charset': (draw) =>
    typed(
      `text/plain; charset=${draw.one(['utf-7', 'utf-16', 'iso-2022-jp', 'hz-gb-2312', 'x'.repeat(50_000)])}`,
      unbroken(draw, 500_000),
    ),
  'NUL and invalid UTF-8': (draw) => typed('text/plain; charset=utf-8', unbroken(draw, 1_000_000)),
  'nested markup': (draw) =>
    hypertext(draw.one(['<div>', '<b><a>', '<table><tr><td>', '<svg><style>']).repeat(draw.between(50_000, 300_000))),
  'unclosed markup': (draw) =>
    hypertext(draw.one(['<', '<!--', '<p a="', '<style>', '&#', '<![CDATA[']).repeat(draw.between(100_000, 600_000))),
  'markup of many attributes': (draw) =>
    hypertext(`<p ${many(draw.between(50_000, 200_000), (n) => `a${n}=1`).join(' ')}>x`),
  styles: (draw) =>
    hypertext(
      `<style>${'a{b:c;'.repeat(draw.between(50_000, 200_000))}</style>` +
        '<p style="display:none;opacity:0">x'.repeat(20_000),
    ),
  references: (draw) => hypertext('&amp;&#x41;&CounterClockwiseContourIntegral;'.repeat(draw.between(20_000, 100_000))),
  links: (draw) =>
    hypertext('<a href="https://a.example/?x">https://a.example/?x</a>'.repeat(draw.between(20_000, 80_000))),
  spaces: (draw) =>
    mail([], `x${wrapped(draw.one([' ', '\t', '\u00a0', '> ']).repeat(draw.between(1, 3) * mebibyte))}x`),
  calendar: (draw) =>
    typed(
      'text/calendar; method=REQUEST',
      `BEGIN:VCALENDAR\r\n${'BEGIN:VEVENT\r\nRRULE:FREQ=SECONDLY\r\n'.repeat(draw.between(1000, 30_000))}`,
    ),
  'delivery report': (draw) =>
    typed(
      'multipart/report; report-type=delivery-status; boundary=b',
      '--b\r\nContent-Type: message/delivery-status\r\n\r\n' +
        'Final-Recipient: rfc822; a@b\r\n\r\n'.repeat(draw.between(10_000, 100_000)),
    ),
}

/** Messages that are hostile to a parser. */
export const mailFamilies: Readonly<Record<string, Family<Buffer>>> = { ...structures, ...headers, ...bodies }
