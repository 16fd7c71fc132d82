/** Something that a person did or has is wrong: one sentence that says what, the value, and what to do next. */
export class UserError extends Error {
  readonly exitCode: number

  constructor(message: string, exitCode = 2, options?: ErrorOptions) {
    super(message, options)
    this.name = 'UserError'
    this.exitCode = exitCode
  }
}
