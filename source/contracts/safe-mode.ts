/** Files are not written while it is on. A tool can turn it on; only the person turns it off, in the settings. */
export interface SafeMode {
  /** Throws `ToolFailure` when the settings cannot be read: then nobody knows, and nothing is written. */
  readonly isOn: boolean
  /** Throws `ToolFailure` when it cannot be kept. */
  turnOn(): void
}
