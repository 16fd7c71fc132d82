// What is refused: a status, a code and one sentence that says what is wrong and what to do, in the form that clients know.

export class Refusal extends Error {
  readonly status: 400 | 401 | 403 | 404 | 405 | 408 | 410 | 413 | 415 | 429 | 500 | 503
  readonly code: string

  constructor(status: Refusal['status'], code: string, message: string) {
    super(message)
    this.name = 'Refusal'
    this.status = status
    this.code = code
  }

  /** As OpenAI's interface has errors. */
  get body() {
    const type =
      this.status >= 500
        ? 'server_error'
        : this.status === 429
          ? 'rate_limit_error'
          : this.status === 401 || this.status === 403
            ? 'authentication_error'
            : 'invalid_request_error'
    return { error: { message: this.message, type, param: null, code: this.code } }
  }
}

/** A value in a sentence; long ones are cut, and what may be nested without end is only named. */
export function shown(value: unknown): string {
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? '`[…]`' : '`{…}`'
  const text = String(value).replace(/[\p{Cc}`]+/gu, ' ')
  return `\`${text.length <= 60 ? text : `${text.slice(0, 57)}…`}\``
}
