/** An answer of SMTP that refuses, with its enhanced status code (RFC 3463). */
export class SmtpRefusal extends Error {
  readonly responseCode: number

  constructor(code: number, enhanced: string, sentence: string) {
    super(`${enhanced} ${sentence}`)
    this.responseCode = code
  }
}
