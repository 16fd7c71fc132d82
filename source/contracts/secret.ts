/** Whether anything of the conversation may be kept now: whoever writes asks first (docs/sessions.md). */
export interface SecretSwitch {
  /** true: nothing of what is said now may reach the disk, in whatever form. */
  isOn(): boolean
  /** Hears every change; gives what ends that. */
  onChange(listener: (isOn: boolean) => void): () => void
}

/** The side of it that a person turns. */
export interface SecretControl extends SecretSwitch {
  set(isOn: boolean): void
}
