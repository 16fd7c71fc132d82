// Trust in files of workspaces, by hash and by kind: who has seen a skill has not allowed the same bytes as a tool that is run.
import type { KeptSettings } from './lent/kept-settings.ts'

export interface TrustedKind {
  /** SHA-256 of the files of this kind that the person trusts. */
  hashes(): readonly string[]
  /** Throws `ToolFailure` when it cannot be kept. */
  add(sha256: string): void
}

/** A tool's hash stands in the setting as it is, the others behind their kind. */
export function trustedKind(settings: KeptSettings, kind: 'tool' | 'skill' | 'composite'): TrustedKind {
  const front = kind === 'tool' ? '' : `${kind} `
  const isOurs = (one: string) => (front === '' ? !one.includes(' ') : one.startsWith(front))
  return {
    hashes: () => settings.orDefaults.trustedTools.filter(isOurs).map((one) => one.slice(front.length)),
    add: (sha256) => settings.set('trustedTools', [...settings.values.trustedTools, `${front}${sha256}`]),
  }
}
